import { isDeepStrictEqual } from "node:util";
import type { OperationId } from "../contract/index.ts";
import type { FieldSupport, Support } from "../contract/local-support.ts";
import type { PlainOperation, PlainSchema } from "../contract/plain.ts";
import { localSupport } from "../generated/local-support.ts";
import { ApiError } from "./api-error.ts";

/** Row of `local support`. */
export interface SupportRow {
  /** Operation id. */
  operation: string;
  /** Dotted path of a request field; when absent, the row is about the whole operation. */
  field?: string;
  support: Support;
  note?: string;
}

/** 501 for an operation or for fields, each with the reason. assumed: the code is ours. */
export function notSupported(message: string, fields: readonly { path: string; message: string }[] = []): ApiError {
  return new ApiError(501, "not_supported_locally", message, {
    details: fields.map((field) => ({ code: "not_supported_locally", message: `${field.path}: ${field.message}` })),
    headers: { "x-should-retry": "false" },
  });
}

/** The recorded fields that a request uses. Throws 501 naming every field that is not supported. */
export function checkFields(operation: OperationId, body: unknown): string[] {
  const used = Object.entries(localSupport[operation]?.fields ?? {}).filter(([path, field]) => {
    const value = lookUp(body, path);
    return field.support !== "full" && value !== undefined && !isHarmless(value, field);
  });
  const unsupported = used.filter(([, { support }]) => support === "unsupported");
  if (unsupported.length > 0) {
    const names = unsupported.map(([path]) => path).join(", ");
    throw notSupported(
      `the local service does not support ${names} of ${operation}`,
      unsupported.map(([path, { note }]) => ({ path, message: note })),
    );
  }
  return used.map(([path]) => path);
}

/** Every operation and every request field, with its support by the local service. */
export function supportTable(operations: readonly PlainOperation[]): SupportRow[] {
  return operations.flatMap((operation): SupportRow[] => {
    const { note, fields = {}, unserved } = localSupport[operation.id as OperationId] ?? {};
    if (unserved !== undefined) return [{ operation: operation.id, support: "unsupported", note: unserved }];
    const top = [operation.params, operation.query, operation.body].flatMap((part) => fieldNames(part));
    const nested = Object.keys(fields).filter((field) => !top.includes(field));
    return [
      { operation: operation.id, support: "full", ...(note && { note }) },
      ...[...top, ...nested].map((field): SupportRow => {
        const { support = "full", note } = fields[field] ?? {};
        return { operation: operation.id, field, support, ...(note && { note }) };
      }),
    ];
  });
}

function isHarmless(value: unknown, { harmless = [], harmlessMembers }: FieldSupport): boolean {
  if (harmless.some((one) => isDeepStrictEqual(value, one))) return true;
  if (harmlessMembers === undefined || typeof value !== "object" || value === null) return false;
  return Object.entries(harmlessMembers).every(([key, member]) =>
    isDeepStrictEqual((value as Record<string, unknown>)[key], member),
  );
}

function fieldNames(schema: PlainSchema | undefined): string[] {
  return Object.keys(schema?.properties ?? {});
}

function lookUp(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], value);
}
