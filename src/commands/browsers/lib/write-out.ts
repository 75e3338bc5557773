import type { Problem } from "../../../core/errors.ts";
import { table } from "../../../core/table.ts";
import type { BrowsersCurlResult } from "../../../generated/types.ts";

/** Answer of a target, with the request it belongs to. */
export interface Transfer {
  readonly url: string;
  readonly method: string;
  readonly result: BrowsersCurlResult;
  /** Size of the body, in bytes. */
  readonly bytes: number;
}

/** Variables of curl that the answer of a session has. */
const variables = table<(transfer: Transfer) => string>({
  content_type: ({ result }) => headerValues(result, "content-type")[0] ?? "",
  header_json: ({ result }) => JSON.stringify(namedValues(result)),
  http_code: ({ result }) => String(result.status).padStart(3, "0"),
  method: ({ method }) => method,
  num_headers: ({ result }) => String(Object.values(namedValues(result)).flat().length),
  response_code: ({ result }) => String(result.status).padStart(3, "0"),
  size_download: ({ bytes }) => String(bytes),
  time_total: ({ result }) => (result.duration_ms / 1_000).toFixed(6),
  url: ({ url }) => url,
  url_effective: ({ url }) => url,
});

const token = /%%|%header\{([^}]*)\}|%\{([^}]*)\}|\\[nrt\\]/g;
const escapes = table<string>({ "\\n": "\n", "\\r": "\r", "\\t": "\t", "\\\\": "\\" });

/** Problems of a format: variables that an answer of a session does not have. */
export function writeOutProblems(format: string | undefined): Problem[] {
  const unknown = [...(format ?? "").matchAll(token)].flatMap(([, , name]) =>
    name === undefined || variables.has(name) ? [] : [name],
  );
  const known = [...variables.keys()].join(", ");
  return unknown.map((name) => ({
    path: "--write-out",
    message: `has no variable %{${name}}; there are ${known}, and %header{NAME}`,
  }));
}

/** Text of a format for an answer, as curl writes it. */
export function writeOut(format: string, transfer: Transfer): string {
  return format.replace(token, (whole, header?: string, name?: string) => {
    if (whole === "%%") return "%";
    if (header !== undefined) return headerValues(transfer.result, header)[0] ?? "";
    return name === undefined ? (escapes.get(whole) ?? whole) : (variables.get(name)?.(transfer) ?? "");
  });
}

/** All values of a header, whose name is case-insensitive. */
export function headerValues(result: BrowsersCurlResult, name: string): readonly string[] {
  return namedValues(result)[name.toLowerCase()] ?? [];
}

function namedValues({ headers }: BrowsersCurlResult): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [
      name.toLowerCase(),
      typeof values === "string" ? [values] : values,
    ]),
  );
}
