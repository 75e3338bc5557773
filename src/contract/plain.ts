import type { FileFormat } from "../core/file-format.ts";
import type { ErrorCode } from "./errors.ts";
import type { Area } from "./index.ts";
import type { BodyKind, Method } from "./operation.ts";

/** JSON Schema as plain data: what the build writes from the declarations. */
export interface PlainSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, PlainSchema>>;
  readonly required?: readonly string[];
  readonly items?: PlainSchema;
  readonly enum?: readonly (string | number | boolean)[];
  readonly anyOf?: readonly PlainSchema[];
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
  /** What a pattern asks for, in words: "must be an http or https URL". */
  readonly "x-expects"?: string;
  /** Left out of what `--dry-run`, `--print` and `--debug` show. */
  readonly "x-secret"?: boolean;
  /** A map of HTTP headers; those that carry credentials are left out in the same way. */
  readonly "x-headers"?: boolean;
  /** Text that is JSON; the members of its value may come as parts of a multipart body of their own. */
  readonly "x-json"?: boolean;
  /** A file part of a multipart body. */
  readonly "x-file"?: boolean;
  /** The most bytes of a file part. */
  readonly "x-max-bytes"?: number;
}

/** How an operation answers. */
export interface PlainResponse {
  readonly kind: "json" | "empty" | "file" | "sse";
  readonly status: number;
  /** Another status: with the same body, or for a file that is not there yet. */
  readonly also?: number;
  readonly contentType?: string;
  readonly otherTypes?: readonly string[];
  readonly formats?: readonly FileFormat[];
  /** Types and required fields of a JSON answer; the whole schema is in the OpenAPI document alone. */
  readonly schema?: PlainSchema;
}

/** An operation as plain data, as the client and the service read it at run time. */
export interface PlainOperation {
  readonly id: string;
  readonly area: Area;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly source: string;
  readonly params?: PlainSchema;
  readonly query?: PlainSchema;
  readonly body?: PlainSchema;
  readonly bodyKind?: BodyKind;
  readonly bodyOptional?: boolean;
  readonly response: PlainResponse;
  /** Every error code it can answer. */
  readonly errors: readonly ErrorCode[];
  readonly idempotent: boolean;
  readonly paging?: "offset";
  readonly deprecated?: { readonly replacement: string; readonly removal: string };
  readonly assumed?: readonly string[];
  readonly localOnly?: true;
}

/** An error as Ajv reports it. */
export interface ValidationError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A validator that Ajv compiled ahead; its `errors` hold what was wrong with the last value. */
export interface Validate {
  (value: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/** The parts of a request that have a schema. */
export type Part = "params" | "query" | "body";

/** The name under which an operation's validator of one part is kept. */
export function validatorName(operationId: string, part: Part): string {
  return `${operationId.replace(/[^A-Za-z0-9]/g, "_")}_${part}`;
}
