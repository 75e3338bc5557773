import type { FilePart } from "../../contract/form.ts";
import type { OperationById, OperationId, ServedOperationId } from "../../contract/index.ts";
import type { BodyOf, ParamsOf, QueryOf, ResultOf } from "../../contract/operation.ts";
import type { Paging } from "../../contract/paging.ts";
import type { RequestAuth } from "./authenticate.ts";
import type { FileAnswer, noData } from "./send-file.ts";
import type { ServerEvent } from "./sse.ts";

/** Body as a handler gets it; plain bytes have already been written to a file. */
type RequestBody<Operation> = Operation extends { bodyKind: "bytes" } ? FilePart : BodyOf<Operation>;

/** Validated request of an operation. */
export interface Call<Operation> {
  params: ParamsOf<Operation>;
  query: QueryOf<Operation>;
  /** Absent only when the operation allows a request without a body. */
  body: RequestBody<Operation> | (Operation extends { bodyOptional: true } ? undefined : never);
  auth: RequestAuth;
  /** Aborted when the client disconnects before the response was sent. */
  signal: AbortSignal;
  /** Adds a message for the user to the response, such as a warning that a step failed. */
  notice: (text: string) => void;
}

/** Page of a list; `hasMore` is true when another page follows (contract 0.8). */
export interface Page<Item> {
  items: Item[];
  hasMore: boolean;
  nextOffset: number;
}

/** Page of a list that continues by a token; without one it is the last. */
export interface TokenPage<Item> {
  items: Item[];
  nextToken: string | undefined;
}

type PageOf<Operation, Item> = Operation extends { paging: "offset" } ? Page<Item> : TokenPage<Item>;

/** Result of a handler. */
export type HandlerResult<Operation> = Operation extends { paging: Paging }
  ? ResultOf<Operation> extends (infer Item)[]
    ? PageOf<Operation, Item>
    : never
  : Operation extends { response: { kind: "file" } }
    ? Uint8Array | FileAnswer | typeof noData
    : Operation extends { response: { kind: "sse" } }
      ? AsyncIterable<ServerEvent>
      : ResultOf<Operation> | (Operation extends { response: { also: 202 } } ? Accepted<ResultOf<Operation>> : never);

export type Handler<Operation> = (
  call: Call<Operation>,
) => HandlerResult<Operation> | Promise<HandlerResult<Operation>>;

/** Handlers of a set of operations; a missing one is a compile error. */
export type HandlersOf<Ids extends OperationId> = { readonly [Id in Ids]: Handler<OperationById<Id>> };
export type Handlers = HandlersOf<ServedOperationId>;

/** Converts a page of rows to a page of API records. */
export function pageOf<Row, Item>({ items, hasMore, nextOffset }: Page<Row>, record: (row: Row) => Item): Page<Item> {
  return { items: items.map(record), hasMore, nextOffset };
}

/** Response 202 with a value, for work that continues in the background (contract 0.7). */
export class Accepted<T> {
  readonly value: T;
  constructor(value: T) {
    this.value = value;
  }
}
