import type { PlainSchema } from "../contract/plain.ts";

/** What stands for a secret wherever a request is shown; it is also how the value is given: from stdin. */
export const placeholder = "@-";

/** A copy of a request's part in which fields marked as secrets are placeholders; the values of a map one by one. */
export function redact(value: unknown, schema: PlainSchema | undefined): unknown {
  if (schema?.["x-secret"] && value !== undefined && value !== null) {
    return isMap(value) ? Object.fromEntries(Object.keys(value).map((key) => [key, placeholder])) : placeholder;
  }
  if (Array.isArray(value)) return value.map((item) => redact(item, schema?.items));
  if (!isMap(value)) return value;
  const properties = { ...schema?.anyOf?.find((branch) => branch.properties)?.properties, ...schema?.properties };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redact(item, properties[key])]));
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Headers as they may be shown: credentials are masked but for their scheme, and UTF-8 is text again. */
export function redactHeaders(headers: Iterable<[string, string]>): [string, string][] {
  return [...headers].map(([name, value]) => {
    if (/(^|-)authorization$/i.test(name)) return [name, value.replace(/^(\S+ )?.*$/s, "$1***")];
    return [name, /(^|-)(cookie|token|secret|api-?key)$/i.test(name) ? "***" : decodeHeader(value)];
  });
}

function decodeHeader(value: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "latin1"));
  } catch {
    return value;
  }
}
