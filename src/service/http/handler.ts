import type { FilePart } from "../../contract/form.ts";
import type { OperationById, OperationId } from "../../contract/index.ts";
import type { BodyOf, ParamsOf, QueryOf, ResultOf } from "../../contract/operation.ts";
import type { Accepted } from "./accepted.ts";
import type { RequestAuth } from "./authenticate.ts";
import type { FileAnswer, noData } from "./send-file.ts";
import type { ServerEvent } from "./sse.ts";

/** Plain bytes are a file on the disk by the time a handler sees them. */
type RequestBody<Operation> = Operation extends { bodyKind: "bytes" } ? FilePart : BodyOf<Operation>;

/** One request of an operation, checked. */
export interface Call<Operation> {
  params: ParamsOf<Operation>;
  query: QueryOf<Operation>;
  /** Absent only where the operation allows a request without a body. */
  body: RequestBody<Operation> | (Operation extends { bodyOptional: true } ? undefined : never);
  auth: RequestAuth;
  /** Aborted when the client goes away before it has its answer. */
  signal: AbortSignal;
  /** Sends a message for the person behind the client beside the answer: something was done in part only. */
  notice: (text: string) => void;
}

/** One page of a list; `hasMore` is whether another follows (contract 0.8). */
export interface Page<Item> {
  items: Item[];
  hasMore: boolean;
  nextOffset: number;
}

/** Result of a handler. */
export type HandlerResult<Operation> = Operation extends { paging: "offset" }
  ? ResultOf<Operation> extends (infer Item)[]
    ? Page<Item>
    : never
  : Operation extends { response: { kind: "file" } }
    ? Uint8Array | FileAnswer | typeof noData
    : Operation extends { response: { kind: "sse" } }
      ? AsyncIterable<ServerEvent>
      : ResultOf<Operation> | (Operation extends { response: { also: 202 } } ? Accepted<ResultOf<Operation>> : never);

export type Handler<Operation> = (
  call: Call<Operation>,
) => HandlerResult<Operation> | Promise<HandlerResult<Operation>>;

/** A handler for each of the operations; a missing one does not compile. */
export type HandlersOf<Ids extends OperationId> = { readonly [Id in Ids]: Handler<OperationById<Id>> };
export type Handlers = HandlersOf<OperationId>;

/** A page of rows as the API shows them. */
export function pageOf<Row, Item>({ items, hasMore, nextOffset }: Page<Row>, record: (row: Row) => Item): Page<Item> {
  return { items: items.map(record), hasMore, nextOffset };
}
