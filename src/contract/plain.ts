import type { FileFormat } from "../core/file-format.ts";
import type { Deprecation } from "./deprecation.ts";
import type { ErrorCode } from "./errors.ts";
import type { Area } from "./index.ts";
import type { BodyKind, DeprecatedOperation, Method } from "./operation.ts";
import type { Paging } from "./paging.ts";

/** JSON Schema as plain data, written by the build from the declarations. */
export interface PlainSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, PlainSchema>>;
  readonly required?: readonly string[];
  readonly items?: PlainSchema;
  readonly enum?: readonly (string | number | boolean)[];
  readonly anyOf?: readonly PlainSchema[];
  /** Alternative forms of an object; `x-expects` names them. */
  readonly oneOf?: readonly PlainSchema[];
  readonly patternProperties?: Readonly<Record<string, PlainSchema>>;
  readonly propertyNames?: PlainSchema;
  readonly additionalProperties?: boolean | PlainSchema;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly deprecated?: boolean;
  /** Facts of a deprecated field. */
  readonly "x-deprecated"?: Deprecation;
  /** Rule of a pattern in words, after "must be": "an http or https URL". */
  readonly "x-expects"?: string;
  /** Noun for the items of a list: "points". */
  readonly "x-items"?: string;
  /** Format for the document, when another rule checks the value: `login_url` may be empty. */
  readonly "x-format"?: string;
  /** Secret: replaced by a placeholder in `--dry-run`, `--print` and `--debug`. */
  readonly "x-secret"?: boolean;
  /** Member of an answer that only an API key of the whole organization gets. */
  readonly "x-needs"?: "organization";
  /** Map of HTTP headers; headers with credentials are secrets. */
  readonly "x-headers"?: boolean;
  /** JSON text; a multipart body may carry its members as separate parts. */
  readonly "x-json"?: boolean;
  /** File part of a multipart body. */
  readonly "x-file"?: boolean;
  /** Maximum size of a file part, in bytes. */
  readonly "x-max-bytes"?: number;
}

/** Answer of an operation: kind, statuses and types. */
export interface PlainResponse {
  readonly kind: "json" | "empty" | "file" | "sse";
  readonly status: number;
  /** Second success status: with the same body, without a value (204), or for a file that does not exist yet. */
  readonly also?: number;
  /** The answer is `{ ok }`: done or not done. */
  readonly done?: true;
  readonly contentType?: string;
  readonly otherTypes?: readonly string[];
  readonly formats?: readonly FileFormat[];
  /** Headers of a file, by meaning. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Kinds of items of a stream that are sent as comments. */
  readonly comments?: readonly string[];
  /**
   * Types and required fields of a JSON answer, or of the items of a stream that name no kind in `event`; only the OpenAPI
   * document has the whole schema.
   */
  readonly schema?: PlainSchema;
}

/** Operation as client and service load it at run time, without examples, sources and local support. */
export interface PlainOperation {
  readonly id: string;
  readonly area: Area;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: PlainSchema;
  readonly query?: PlainSchema;
  readonly body?: PlainSchema;
  readonly bodyKind?: BodyKind;
  readonly bodyOptional?: boolean;
  readonly maxBodyBytes?: number;
  readonly response: PlainResponse;
  /** Every error code of the operation. */
  readonly errors: readonly ErrorCode[];
  readonly idempotent: boolean;
  readonly paging?: Paging;
  readonly deprecated?: DeprecatedOperation;
  readonly localOnly?: true;
  /** The local service answers 501 (`local.unserved`). */
  readonly hostedOnly?: true;
  /** Needs an API key of the whole organization. */
  readonly needs?: "organization";
  readonly unscoped?: true;
}

/** Error reported by Ajv. */
export interface ValidationError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Validator compiled by Ajv at build time; `errors` describes the last value. */
export interface Validate {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/** Part of a request that has a schema. */
export type Part = "params" | "query" | "body";

/** Name of the validator of one part of an operation. */
export function validatorName(operationId: string, part: Part): string {
  return `${operationId.replace(/[^A-Za-z0-9]/g, "_")}_${part}`;
}
