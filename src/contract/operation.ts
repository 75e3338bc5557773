import type { Static, TObject, TSchema } from "typebox";
import type { FileFormat } from "../core/file-format.ts";
import type { Deprecation } from "./deprecation.ts";
import type { ErrorCode } from "./errors.ts";
import type { LocalSupport } from "./local-support.ts";
import type { Paging } from "./paging.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Encoding of a request's body where it is not JSON; `bytes` has no schema. */
export type BodyKind = "multipart" | "bytes";

/** Deprecation of an operation, whose replacement and last day are known. */
export type DeprecatedOperation = Deprecation & Required<Pick<Deprecation, "removal" | "replacement">>;

export type ResponseSpec =
  /**
   * `also`: 202 is the status of the same body while the work continues, 204 that of an answer without a value. `done`: the
   * schema is an object whose only content is `ok`.
   */
  | {
      readonly kind: "json";
      readonly status: number;
      readonly also?: 202 | 204;
      readonly done?: true;
      readonly schema: TSchema;
    }
  | { readonly kind: "empty"; readonly status: number }
  /**
   * `also`: status without a body while there is no file. `otherTypes`: content types that a service may send instead.
   * `formats`: formats by the first bytes of the file; any format when omitted. `headers`: those of the answer, by meaning.
   */
  | {
      readonly kind: "file";
      readonly status: number;
      readonly also?: 202;
      readonly contentType: string;
      readonly otherTypes?: readonly string[];
      readonly formats?: readonly FileFormat[];
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** `comments`: kinds of items that the API does not have. They are sent as comments, which other clients skip. */
  | {
      readonly kind: "sse";
      readonly status: number;
      readonly schema: TSchema;
      readonly comments?: readonly string[];
    };

/** Operation of the service as plain data. Client, flags, help, routing, OpenAPI document and conformance derive from it. */
export interface OperationSpec {
  /** Unique name, `area.verb`. */
  readonly id: string;
  /** Group of operations that help, documents and the service's handlers share. */
  readonly area: string;
  readonly method: Method;
  /** Path below the base URL; parameters in braces. */
  readonly path: string;
  /** One imperative line without a full stop, for help and the OpenAPI document. */
  readonly summary: string;
  readonly description?: string;
  /** Sections of docs/specification.md and docs/contract.md: `spec 4.4, contract 1.4`. */
  readonly source: string;
  readonly params?: TObject;
  readonly query?: TObject;
  /** JSON body, or the parts of a multipart form with {@link FilePart} for its files. */
  readonly body?: TObject;
  readonly bodyKind?: BodyKind;
  /** Accepts a request without a body. */
  readonly bodyOptional?: boolean;
  /** Maximum size of a JSON body, in bytes; `MAX_BODY_BYTES` when omitted. Files of other bodies have their own limits. */
  readonly maxBodyBytes?: number;
  readonly response: ResponseSpec;
  /** Error codes beside those that follow from the form of the operation (`errorCodesOf`). */
  readonly errors: readonly ErrorCode[];
  /** Allows the client to repeat a request whose outcome is unknown: GET, PUT and DELETE. */
  readonly idempotent: boolean;
  /** Paged by `limit` and what the page before says (contract 0.8). */
  readonly paging?: Paging;
  readonly deprecated?: DeprecatedOperation;
  /** Choices where the specification is silent. */
  readonly assumed?: readonly string[];
  /** Not part of the API: an operation of the local service alone, below `/_local/`. */
  readonly localOnly?: true;
  /** `organization`: needs an API key of the whole organization; a key of one project gets 403 (contract 0.4 rule 5). */
  readonly needs?: "organization";
  /** The same in every project: the client sends no project header, unless `--project` was typed. */
  readonly unscoped?: true;
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
/** Result of an operation that succeeds. */
export type ResultOf<T> = T extends { readonly response: infer R }
  ? R extends { readonly kind: "json"; readonly schema: infer S extends TSchema }
    ? Static<S> | (R extends { readonly also: 204 } ? undefined : never)
    : R extends { readonly kind: "empty" }
      ? undefined
      : R extends { readonly kind: "file" }
        ? Uint8Array
        : unknown
  : never;
