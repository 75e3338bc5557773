import type { Static, TObject, TSchema } from "typebox";
import type { FileFormat } from "../core/file-format.ts";
import type { ErrorCode } from "./errors.ts";
import type { LocalSupport } from "./local-support.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/** How a request's body travels: JSON unless it says otherwise; `bytes` has no schema. */
export type BodyKind = "multipart" | "bytes";

export type ResponseSpec =
  /** `also`: the same with this status where the work goes on. */
  | { readonly kind: "json"; readonly status: number; readonly also?: 202; readonly schema: TSchema }
  | { readonly kind: "empty"; readonly status: number }
  /**
   * `also`: there is no file yet. `otherTypes`: content types that a service may send instead. `formats`: what the file is
   * by its first bytes, one of these; anything when omitted.
   */
  | {
      readonly kind: "file";
      readonly status: number;
      readonly also?: 202;
      readonly contentType: string;
      readonly otherTypes?: readonly string[];
      readonly formats?: readonly FileFormat[];
    }
  | { readonly kind: "sse"; readonly status: number; readonly schema: TSchema };

/** One call of the service, as plain data. Everything else (client, flags, help, routing, OpenAPI) derives from it. */
export interface OperationSpec {
  /** `area.verb`, the name everything refers to. */
  readonly id: string;
  /** Group of operations that help, documents and the service's handlers share. */
  readonly area: string;
  readonly method: Method;
  /** Path below the base URL; parameters in braces. */
  readonly path: string;
  /** One line, imperative, without a full stop: the help and the OpenAPI summary. */
  readonly summary: string;
  readonly description?: string;
  /** Where it is specified: `spec 4.4`, `contract 1.4`. */
  readonly source: string;
  readonly params?: TObject;
  readonly query?: TObject;
  /** The body: JSON, or the parts of a multipart form with {@link FilePart} for its files. */
  readonly body?: TObject;
  readonly bodyKind?: BodyKind;
  /** Whether a request without a body is valid. */
  readonly bodyOptional?: boolean;
  readonly response: ResponseSpec;
  /** Error codes of its own, besides those that follow from its form (`errorCodesOf`). */
  readonly errors: readonly ErrorCode[];
  /** Whether the client may repeat it after a failure whose outcome is unknown (design of retries: GET, PUT, DELETE). */
  readonly idempotent: boolean;
  /** `offset`: paged by `limit` and `offset`, with `X-Has-More` and `X-Next-Offset` (contract 0.8). */
  readonly paging?: "offset";
  readonly deprecated?: { readonly replacement: string; readonly removal: string };
  /** What the specification leaves open and what was taken. */
  readonly assumed?: readonly string[];
  /** Lives under `/_local/` and is no part of the API: only the local service has it. */
  readonly localOnly?: true;
  /** Support of the operation and its fields by the local service; full where nothing is declared. */
  readonly local?: LocalSupport;
  /** Example of a request and its answer; the build checks it against the schemas. */
  readonly example: OperationExample;
}

/** Example of a request and its answer. */
export interface OperationExample {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** JSON body; the parts of a form with a file name in place of each file; the text of a body of bytes. */
  readonly body?: unknown;
  /** Answer of a JSON operation. */
  readonly result?: unknown;
  /** Items of a stream, in order. */
  readonly events?: readonly unknown[];
}

/** Operation of the API that is not served yet: it answers 501. Its schemas come with the part that serves it. */
export interface UnservedOperation {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
}

/** Declares an operation of the API that is not served yet. */
export function unserved(method: Method, path: string, summary: string): UnservedOperation {
  return { method, path, summary };
}

/** Declares an operation and keeps its literal types. */
export function operation<const T extends OperationSpec>(spec: T): T {
  return spec;
}

type SchemaOf<T, K extends string> = T extends { readonly [P in K]: infer S extends TSchema } ? Static<S> : undefined;

/** Path parameters of an operation. */
export type ParamsOf<T> = SchemaOf<T, "params">;
/** Query parameters of an operation. */
export type QueryOf<T> = SchemaOf<T, "query">;
/** JSON body of an operation. */
export type BodyOf<T> = SchemaOf<T, "body">;
/** What an operation answers when it succeeds. */
export type ResultOf<T> = T extends { readonly response: infer R }
  ? R extends { readonly kind: "json"; readonly schema: infer S extends TSchema }
    ? Static<S>
    : R extends { readonly kind: "empty" }
      ? undefined
      : R extends { readonly kind: "file" }
        ? Uint8Array
        : unknown
  : never;
