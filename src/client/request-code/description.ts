import type { PlainResponse } from "../../contract/plain.ts";
import type { FormPart, LocalFile } from "../form.ts";
import type { HttpHeaders } from "../http/headers.ts";
import type { Replace } from "../redact.ts";
import type { RawRequest } from "../request.ts";
import { isFile, partValue, shownBody, shownHeaders, shownUrl } from "../request-text.ts";
import { Blanks, type Pieces, type Variable } from "./blanks.ts";

/** A request for printing as code: every text in pieces, with the values that are left out of it. */
export interface RequestDescription {
  readonly method: string;
  readonly url: Pieces;
  /** Headers, except those that a client makes itself. Values are text; a UTF-8 value is decoded. */
  readonly headers: readonly (readonly [name: string, value: Pieces])[];
  readonly body: BodyDescription | undefined;
  readonly variables: readonly Variable[];
  /** Kind of the answer; undefined where no operation is declared. */
  readonly answer: PlainResponse["kind"] | undefined;
}

export type BodyDescription =
  | { readonly kind: "text"; readonly text: Pieces; readonly bytes: number }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "stdin" }
  | { readonly kind: "form"; readonly parts: readonly PartDescription[] };

export type PartDescription = { readonly name: string } & (
  | { readonly text: Pieces }
  | { readonly path: string; readonly filename: string }
  | { readonly stdin: true; readonly filename: string }
);

/** Describes a request. Secrets are left out unless `showSecrets` is set. */
export function describeRequest(request: RawRequest, headers: HttpHeaders, showSecrets: boolean): RequestDescription {
  const blanks = new Blanks();
  const replace = showSecrets ? undefined : blanks.replace;
  return {
    method: request.method,
    url: blanks.pieces(shownUrl(request, replace), "uri"),
    headers: ownHeaders(request, headers, replace, blanks),
    body: bodyOf(request, replace, blanks),
    // Filled by the texts above.
    variables: blanks.variables,
    answer: request.operation?.response.kind,
  };
}

function ownHeaders(
  request: RawRequest,
  headers: HttpHeaders,
  replace: Replace | undefined,
  blanks: Blanks,
): RequestDescription["headers"] {
  const own = new Set(Object.keys(request.headers ?? {}).map((name) => name.toLowerCase()));
  return shownHeaders(headers, replace).flatMap(([name, value]): [string, Pieces][] => {
    // A client counts the bytes, names itself and makes its own boundary.
    if (name === "content-length" || (name === "user-agent" && !own.has(name))) return [];
    if (name === "content-type" && request.form) return [];
    if (name === "authorization" && replace && !own.has(name)) return [[name, ["Bearer ", blanks.token()]]];
    return [[name, blanks.pieces(value)]];
  });
}

function bodyOf(request: RawRequest, replace: Replace | undefined, blanks: Blanks): BodyDescription | undefined {
  const { body, form } = request;
  if (form) return { kind: "form", parts: form.map((part) => partOf(part, replace, blanks)) };
  if (body === undefined) return undefined;
  if (isFile(body) && body.source === "stdin") return { kind: "stdin" };
  if (isFile(body) && body.source === undefined) return { kind: "file", path: filePath(body) };
  const text = shownBody(request, replace);
  return { kind: "text", text: blanks.pieces(text, "json"), bytes: Buffer.byteLength(text) };
}

function partOf(part: FormPart, replace: Replace | undefined, blanks: Blanks): PartDescription {
  const { name } = part;
  if ("value" in part) return { name, text: blanks.pieces(partValue(part, replace)) };
  const { filename, source } = part.file;
  return source === "stdin" ? { name, stdin: true, filename } : { name, path: filePath(part.file), filename };
}

/** A path that clients do not read as standard input. */
function filePath({ shownPath }: LocalFile): string {
  return shownPath === "-" ? "./-" : shownPath;
}

/** Names of the variables in the code of requests, each once; the token's is among them. */
export function variableNames(requests: readonly RequestDescription[]): string[] {
  const pieces = requests.flatMap(textsOf).flat();
  return [...new Set(pieces.flatMap((piece) => (typeof piece === "string" ? [] : [piece.variable])))];
}

/** Every text of a request that may hold values which are left out. */
function textsOf({ url, headers, body }: RequestDescription): Pieces[] {
  const whole = body?.kind === "text" ? [body.text] : [];
  const parts = body?.kind === "form" ? body.parts.flatMap((part) => ("text" in part ? [part.text] : [])) : [];
  return [url, ...headers.map(([, value]) => value), ...whole, ...parts];
}
