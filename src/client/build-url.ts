import type { PlainOperation } from "../contract/plain.ts";
import { withoutEnd } from "../core/without-end.ts";

/** The address of a call: path parameters encoded one by one, lists joined by commas, maps in brackets (contract 0.9). */
export function buildUrl(
  baseUrl: string,
  operation: Pick<PlainOperation, "path">,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>>,
): URL {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeSegment(params[name] ?? ""));
  const url = new URL(`${withoutEnd(baseUrl, "/")}${path}`);
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) url.searchParams.append(name, value.join(","));
    else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) url.searchParams.append(`${name}[${key}]`, String(item));
    } else url.searchParams.append(name, String(value));
  }
  return url;
}

/** Encodes a path segment, including the dots of `.` and `..`, which the URL parser would remove. */
function encodeSegment(value: string): string {
  return /^\.{1,2}$/.test(value) ? value.replaceAll(".", "%252E") : encodeURIComponent(value);
}
