import { jsonOrText } from "../core/or-text.ts";
import type { FormPart, LocalFile } from "./form.ts";
import type { HttpHeaders } from "./http/headers.ts";
import { masked, type Replace, redact, redactHeader, redactQuery, redactUserinfo } from "./redact.ts";
import type { RawRequest } from "./request.ts";

/** A request as text, piece by piece. */
export interface RequestParts {
  url: string;
  headers: [name: string, value: string][];
  /** `name=text` or `name=@file`, for a form. */
  form?: string[];
  body?: string;
}

/** The pieces of a request for people; secrets are masked unless `showSecrets` is set. */
export function requestParts(request: RawRequest, headers: HttpHeaders, showSecrets: boolean): RequestParts {
  const replace = showSecrets ? undefined : masked;
  return {
    url: shownUrl(request, replace),
    headers: shownHeaders(headers, replace),
    ...(request.form && { form: request.form.map((part) => formText(part, replace)) }),
    ...(!request.form && request.body !== undefined && { body: shownBody(request, replace) }),
  };
}

/** The request as a value, for `--dry-run`. */
export function requestValue(request: RawRequest, headers: HttpHeaders, showSecrets: boolean): Record<string, unknown> {
  const { body, ...parts } = requestParts(request, headers, showSecrets);
  return {
    method: request.method,
    ...parts,
    headers: Object.fromEntries(parts.headers),
    ...(body !== undefined && { body: jsonOrText(body) }),
  };
}

/** The address; without `replace` as it is. */
export function shownUrl(request: RawRequest, replace: Replace | undefined): string {
  const { href } = request.url;
  return replace ? redactQuery(href, request.operation && (request.operation.query ?? {}), replace) : href;
}

/** The headers with UTF-8 as text; without `replace` as they are. */
export function shownHeaders(headers: Iterable<[string, string]>, replace?: Replace): [string, string][] {
  return [...headers].map(([name, value]) => {
    const text = decodeHeader(value);
    return [name, replace ? redactHeader(name, text, replace) : text];
  });
}

/** Decodes the bytes of a header's value as UTF-8, if they are valid UTF-8. */
export function decodeHeader(value: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "latin1"));
  } catch {
    return value;
  }
}

/** The text of a part; masked if it is `secret`. */
export function partValue(part: Extract<FormPart, { value: string }>, replace: Replace | undefined): string {
  if (!replace) return part.value;
  const path = ["form", ...part.name.split(/[[\].]+/).filter((word) => word !== "")];
  return part.secret === true ? replace({ path, kind: "text" }) : redactUserinfo(part.value, replace, path);
}

function formText(part: FormPart, replace: Replace | undefined): string {
  return `${part.name}=${"value" in part ? partValue(part, replace) : fileText(part.file, replace)}`;
}

/** A file as text: `@` and its path, or the source of its content. Typed text is a secret. */
function fileText({ source, shownPath }: LocalFile, replace: Replace | undefined): string {
  if (source === undefined) return `@${shownPath}`;
  if (source === "stdin") return "(stdin)";
  return replace ? replace({ path: ["body"], kind: "json" }) : source.text;
}

/** True when the body is a file, or is sent as one. */
export function isFile(body: RawRequest["body"]): body is LocalFile {
  return typeof body === "object" && "shownPath" in body;
}

/** The body as text: JSON masked by its declaration; a body without a declaration is masked as a whole. */
export function shownBody({ body, operation }: RawRequest, replace: Replace | undefined): string {
  if (isFile(body)) return fileText(body, replace);
  const text = typeof body === "string" ? body : body instanceof Uint8Array ? Buffer.from(body).toString() : "";
  if (!replace) return text;
  if (!operation?.body) return replace({ path: ["body"], kind: "json" });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return replace({ path: ["body"], kind: "json" });
  }
  const shown = JSON.stringify(redact(value, operation.body, replace));
  // Unchanged text if nothing is left out.
  return shown === JSON.stringify(value) ? text : shown;
}
