import type { PlainResponse } from "../contract/plain.ts";
import { CliError } from "../core/errors.ts";
import { type FileFormat, FORMAT_BYTES, fileFormat } from "../core/file-format.ts";
import { sanitizeLine } from "../core/sanitize.ts";
import { shapeProblem } from "./answer-shape.ts";
import type { ApiResponse, RawRequest } from "./request.ts";

/** Bytes of an unexpected body that are read for the error message. */
const GLANCE_BYTES = 4_096;
/** Time limit for reading those bytes, in milliseconds. */
const GLANCE_MS = 2_000;
/** Characters of its first line that an error shows. */
const LINE_CHARACTERS = 200;

/** Error for an answer that the contract does not declare. */
export function badAnswer(message: string, response?: Pick<ApiResponse, "status" | "baseUrl">): CliError {
  return new CliError("failed", message, {
    code: "bad_answer",
    ...(response && { httpStatus: response.status, hint: baseUrlHint(response.baseUrl) }),
  });
}

/** Hint for an answer that may come from another server, such as a website. */
export function baseUrlHint(baseUrl: string | undefined): string {
  return `check the base URL${baseUrl === undefined ? "" : ` ${baseUrl}`}: browserctl config explain`;
}

/**
 * Checks status and content type of an answer below 400 against the declaration, and that an answer declared empty is
 * empty. Returns the answer with its unread body, whose shape is checked when it is read. Exit 1, `bad_answer`, with
 * the first line of a text body, for any other answer.
 *
 * assumed: 200, 201 and 204 are the same success of a call that changes something, as contract 4 leaves open which of
 * them creates, updates and deletes answer with.
 */
export async function checkHead(response: ApiResponse, { method, answer }: RawRequest): Promise<ApiResponse> {
  if (!answer) return response;
  const { status } = response;
  if (!statusFits(status, method, answer)) throw await unexpected(response, `where ${expected(answer)}`);
  if (answer.kind === "empty") {
    const start = await firstBytes(response);
    if (start.length > 0) throw await unexpected(response, `where ${expected(answer)}`, start);
    return { ...response, body: null, answer };
  }
  // There is no file yet, so neither type nor format is checked.
  if (answer.kind === "file" && status !== answer.status) return response;
  if (isWithoutValue(status, answer)) return response;
  const type = mediaType(response);
  if (!typeFits(type, answer)) throw await unexpected(response, `where ${expected(answer)}`);
  return { ...response, answer };
}

/** Error for an answer that nothing declares, such as 304 or one of 1xx: exit 1, `bad_answer`. */
export async function undeclared(response: ApiResponse): Promise<CliError> {
  return unexpected(response, "which is not an answer of this call");
}

/** True for the status by which an operation with a JSON answer declares that there is no value. */
export function isWithoutValue(status: number, { kind, also }: Pick<PlainResponse, "also" | "kind">): boolean {
  return kind === "json" && status === 204 && also === 204;
}

/** Checks the value of a JSON answer against its declaration. Exit 1, `bad_answer`, naming the first field that is wrong. */
export function checkShape(value: unknown, response: ApiResponse): void {
  const { answer, status } = response;
  const problem = answer?.schema && shapeProblem(value, answer.schema);
  if (problem === undefined) return;
  throw badAnswer(`the service answered ${status} with JSON of another form: ${sanitizeLine(cut(problem))}`, response);
}

/** Checks an item of a stream that names no kind against its declaration. Exit 1, `bad_answer`. */
export function checkEvent(event: object, { answer }: ApiResponse): void {
  if ("event" in event && typeof event.event === "string") return;
  const problem = answer?.schema && shapeProblem(event, answer.schema);
  if (problem !== undefined) throw badAnswer(`an event of the stream has another form: ${sanitizeLine(cut(problem))}`);
}

/** Error for a JSON answer whose text is not JSON. */
export function notJson(text: string, response: ApiResponse, cause?: unknown): CliError {
  const line = firstLine(text);
  const what = text.trim() === "" ? "an empty body where JSON was expected" : "a body that is not JSON";
  const error = badAnswer(`the service answered ${response.status} with ${what}${line && `: ${line}`}`, response);
  return new CliError(error.exit, error.message, { ...error.options, cause });
}

/**
 * Passes the bytes of a file on if the first ones are of a declared format; otherwise exit 1, `bad_answer`, before any
 * byte. A file without a declared format is passed on unchecked.
 */
export async function* checkStart(bytes: AsyncIterable<Uint8Array>, response: ApiResponse): AsyncGenerator<Uint8Array> {
  const formats = response.answer?.formats;
  if (!formats) return yield* bytes;
  let start: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of bytes) {
    if (start === undefined) yield chunk;
    else {
      start = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
      if (start.length < FORMAT_BYTES) continue;
      requireFormat(start, formats, response);
      yield start;
      start = undefined;
    }
  }
  if (start === undefined) return;
  requireFormat(start, formats, response);
  yield start;
}

function requireFormat(start: Uint8Array, formats: readonly FileFormat[], response: ApiResponse): void {
  const format = fileFormat(start);
  if (format !== undefined && formats.includes(format)) return;
  const line = firstLine(textOf(start));
  const names = formats.join(" or ");
  throw badAnswer(
    `the service answered ${response.status} with ${typeName(response)} that is not ${names}${line && `: ${line}`}`,
    response,
  );
}

function statusFits(status: number, method: string, { kind, status: declared, also }: PlainResponse): boolean {
  if (status === declared || status === also) return true;
  if (method === "GET" || (kind !== "json" && kind !== "empty")) return false;
  return status === 200 || status === 201 || (kind === "empty" && status === 204);
}

function typeFits(type: string, { kind, contentType, otherTypes = [] }: PlainResponse): boolean {
  if (kind === "json") return /^application\/(json|[^;]+\+json)$/.test(type);
  if (kind === "sse") return type === "text/event-stream";
  return type === contentType || otherTypes.includes(type);
}

function expected({ kind, contentType }: PlainResponse): string {
  const what = { json: "JSON", empty: "an empty answer", sse: "a stream of events", file: contentType };
  return `${what[kind]} was expected`;
}

/** Exit 1 with the status, the type and the first line of the received text. */
async function unexpected(response: ApiResponse, where: string, start?: Uint8Array): Promise<CliError> {
  const { status } = response;
  const line = firstLine(textOf(start ?? (await glance(response))));
  const text = `the service answered ${status} with ${typeName(response)} ${where}${line && `: ${line}`}`;
  return badAnswer(text, response);
}

function typeName(response: ApiResponse): string {
  return sanitizeLine(cut(mediaType(response))) || "no content type";
}

function mediaType({ headers }: ApiResponse): string {
  return (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The first bytes of a body that should have none; empty once it has ended. Exit 5 when the connection is lost before. */
async function firstBytes({ body }: ApiResponse): Promise<Uint8Array> {
  try {
    for await (const chunk of body ?? []) if (chunk.length > 0) return chunk;
  } catch (cause) {
    throw new CliError("unreachable", "the connection was lost in the middle of the response", { cause });
  }
  return new Uint8Array();
}

/** Reads the start of a body for at most {@link GLANCE_MS}. The rest is discarded. */
async function glance({ body }: ApiResponse): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const timer = setTimeout(() => void body.cancel().catch(() => {}), GLANCE_MS);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= GLANCE_BYTES) break;
    }
  } catch {
    // The bytes received before the body broke are enough.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}

/** Bytes as text, without an incomplete character at the end; empty for bytes that are not text. */
function textOf(bytes: Uint8Array): string {
  if (bytes.includes(0)) return "";
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return "";
  }
}

/** The first line that is not blank, safe for a terminal. */
function firstLine(text: string): string {
  const line = text.split(/[\r\n]/).find((each) => each.trim() !== "") ?? "";
  return sanitizeLine(cut(line.trim()));
}

function cut(text: string): string {
  return text.length > LINE_CHARACTERS ? `${text.slice(0, LINE_CHARACTERS)}...` : text;
}
