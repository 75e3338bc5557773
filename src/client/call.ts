import type { PlainOperation } from "../contract/plain.ts";
import { commandLine } from "../core/command-line.ts";
import { CliError } from "../core/errors.ts";
import type { LocalListener } from "../core/local-listener.ts";
import { decodedOrText, jsonOrText } from "../core/or-text.ts";
import { isTooDeep, MAX_JSON_LEVELS } from "../core/parse-json.ts";
import { pause } from "../core/pause.ts";
import { wholeBytes } from "../core/whole-bytes.ts";
import { buildUrl } from "./build-url.ts";
import {
  badAnswer,
  baseUrlHint,
  checkHead,
  checkShape,
  checkStart,
  isWithoutValue,
  notJson,
  undeclared,
} from "./check-answer.ts";
import { explanation, networkFailure, statusError } from "./failures.ts";
import { encodeHeader, HttpHeaders } from "./http/headers.ts";
import { isRedirect, redirectTarget } from "./redirects.ts";
import type { ApiResponse, RawRequest, UploadBody } from "./request.ts";
import type { RequestRecorder } from "./request-recorder.ts";
import { maxAttempts, retryDelay, retryFailure, retryStatus, toldDelay } from "./retry.ts";
import { stopwatch, type Tracer } from "./silent-tracer.ts";
import { type Transport, transportFor } from "./transport.ts";

export { badAnswer };

export interface ClientOptions {
  baseUrl: string;
  /** The token, or the local service, whose token only a proven connection gets. */
  token: string | LocalListener | undefined;
  /** The local service whose identity every connection must prove. */
  listener?: LocalListener | undefined;
  /** Gives a new token after a 401; undefined when there is none. */
  renewToken?: ((refused: string) => Promise<string | undefined>) | undefined;
  /** Source of the token, for the error of a refused one: `BROWSERCTL_TOKEN`. */
  tokenFrom?: string | undefined;
  /** Hint of the error for a refused token. */
  refusedHint?: string | undefined;
  project: string | undefined;
  /** Source of the project, for the error of an unknown one: `--project`. */
  projectFrom?: string | undefined;
  /** Next step for a project that the service does not know. */
  projectHint?: string | undefined;
  /** Called before each request that may change something; see {@link ApiClient.exchange}. */
  beforeChange?: (() => void) | undefined;
  /** True when the other end is the local service of this machine. */
  local: boolean;
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  retryUnsafe: boolean;
  trace: Tracer;
  /** Preview mode: every request goes to this recorder, and none is sent. */
  recorder?: RequestRecorder | undefined;
  /** Prints a notice for the person. */
  note: (text: string) => void;
  /** Notice for the person that an answer is awaited; it returns the function that is called when the answer has come. */
  awaiting?: (() => () => void) | undefined;
}

export interface CallInput {
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
}

const accepts = { json: "application/json", empty: "*/*", file: "*/*", sse: "text/event-stream" } as const;

/** Stand-in for the local service's token where a request is shown. */
const UNSEEN_TOKEN = "unseen";

/** Makes the calls of the API: one request for each, repeated where that is safe, with failures as {@link CliError}. */
export class ApiClient {
  readonly options: ClientOptions;
  readonly #transport: Transport;
  #token: string | LocalListener | undefined;
  #told = false;
  #answeredLocally = false;

  constructor(options: ClientOptions) {
    this.options = options;
    this.#token = options.token;
    this.#transport = transportFor(options.env);
  }

  /** True when the other end is a local service: by the kind of the context, or by a header of its responses. */
  get isLocal(): boolean {
    return this.options.local || this.#answeredLocally;
  }

  /** The request an operation makes. */
  request(operation: PlainOperation, input: CallInput): RawRequest {
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    return {
      method: operation.method,
      url: buildUrl(this.options.baseUrl, operation, input.params ?? {}, input.query ?? {}),
      accept: operation.response.contentType ?? accepts[operation.response.kind],
      body,
      contentType: body === undefined ? undefined : "application/json",
      attempt: { idempotent: operation.idempotent, unsafe: this.options.retryUnsafe },
      operation,
      answer: operation.response,
    };
  }

  /** The headers of a request as shown to people, without a token that only a connection knows. */
  headers(request: RawRequest): HttpHeaders {
    return this.#headers(request, typeof this.#token === "object" ? UNSEEN_TOKEN : this.#token);
  }

  #headers(request: RawRequest, token: string | undefined): HttpHeaders {
    const headers = new HttpHeaders({ accept: request.accept, "user-agent": `browserctl/${this.options.version}` });
    // A proxy that compresses a stream delays its events.
    if (request.accept === accepts.sse) headers.set("accept-encoding", "identity");
    if (request.contentType) headers.set("content-type", request.contentType);
    if (isUpload(request.body)) headers.set("content-length", String(request.body.bytes));
    if (this.options.project !== undefined) headers.set("x-kernel-project", encodeHeader(this.options.project));
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    for (const [name, value] of Object.entries(request.headers ?? {})) headers.set(name, encodeHeader(value));
    return headers;
  }

  /**
   * Calls an operation and gives its JSON value; undefined for an empty response and a 204. `signal` ends the call, in addition
   * to the signal of the command; `note` receives notices of the service instead of printing them.
   */
  async call(
    operation: PlainOperation,
    input: CallInput = {},
    options: Pick<RawRequest, "signal" | "note"> = {},
  ): Promise<unknown> {
    const response = await this.send({ ...this.request(operation, input), ...options });
    const isEmpty = operation.response.kind === "empty" || isWithoutValue(response.status, operation.response);
    return isEmpty ? undefined : readJson(response);
  }

  /** Sends a request; throws for a status of 300 or more, and for an answer that its operation does not declare. */
  async send(request: RawRequest): Promise<ApiResponse> {
    const response = await this.exchange(request);
    if (response.status < 300) return checkHead({ ...response, baseUrl: this.options.baseUrl }, request);
    throw await this.failure(response);
  }

  /** Error for a response with a status of 300 or more. */
  async failure(response: ApiResponse): Promise<CliError> {
    const { status, statusText } = response;
    if (status < 400) return undeclared({ ...response, baseUrl: this.options.baseUrl });
    const body = await readBody(response);
    const present = performance.timeOrigin + performance.now();
    const retryAfterMs = toldDelay(response.headers, present);
    const options = { hint: this.#hint(status, body), retryAfterMs, ...explanation(body, this.isLocal) };
    return statusError(status, body, statusText, options, this.options);
  }

  /**
   * Sends a request, follows redirects within its origin, retries it where that is safe, and returns the last answer.
   * In preview mode it records the request and throws.
   */
  async exchange(request: RawRequest): Promise<ApiResponse> {
    const { recorder } = this.options;
    if (recorder) recorder.record(request, this.headers(request));
    if (request.method !== "GET" && request.method !== "HEAD") this.options.beforeChange?.();
    const answered = this.options.awaiting?.();
    try {
      return await this.#answer(request);
    } finally {
      answered?.();
    }
  }

  async #answer(request: RawRequest): Promise<ApiResponse> {
    const { signal, trace } = this.options;
    const most = request.attempts ?? maxAttempts;
    let renewed = false;
    for (let number = 1; ; number += 1) {
      trace.request(request, this.headers(request), number);
      const elapsedMs = stopwatch();
      const token = this.#token;
      let delay: number;
      try {
        const response = await this.#redirected(request, number);
        trace.response(response, elapsedMs());
        this.#answeredLocally ||= response.headers.has("x-browserctl-local");
        this.#notice(response.headers, request.note);
        // An earlier attempt may have succeeded although its answer was lost.
        if (number > 1 && request.method === "DELETE" && response.status === 404) {
          return { ...response, status: 204, body: null };
        }
        if (response.status === 401 && !renewed) {
          renewed = true;
          if (!(await this.#renewToken(token))) return response;
          await response.body?.cancel();
          trace.retry(number + 1, 0);
          continue;
        }
        if (number >= most || !retryStatus(request.attempt, response.status, response.headers)) return response;
        await response.body?.cancel();
        delay = retryDelay(number, response.headers, performance.timeOrigin + performance.now());
      } catch (cause) {
        signal.throwIfAborted();
        request.signal?.throwIfAborted();
        const own = ownFailure(cause);
        if (own) throw own;
        const failure = networkFailure(cause, request.url, this.#hint(0, undefined));
        trace.failure(failure.error, elapsedMs());
        if (number >= most || !retryFailure(request.attempt, failure.beforeConnection)) throw failure.error;
        // A local service that does not run will not run in a second either.
        if (this.options.local && failure.beforeConnection) throw failure.error;
        delay = retryDelay(number, undefined, 0);
      }
      trace.retry(number + 1, delay);
      await pause(delay, signal);
    }
  }

  /**
   * Replaces a refused token; false when there is no other. assumed: every request may be sent again after a 401, since
   * a request without valid credentials has no effect (RFC 9110, 15.5.2).
   */
  async #renewToken(refused: ClientOptions["token"]): Promise<boolean> {
    if (typeof refused !== "string") return false;
    const token = this.#token === refused ? await this.options.renewToken?.(refused) : this.#token;
    if (token === undefined) return false;
    this.#token = token;
    return true;
  }

  /** The first answer that is not a redirect. Exit 1 for a redirect that is not followed; see {@link redirectTarget}. */
  async #redirected(request: RawRequest, number: number): Promise<ApiResponse> {
    const { trace } = this.options;
    let at = request;
    for (let followed = 0; ; followed += 1) {
      const elapsedMs = stopwatch();
      const response = await this.#fetch(at);
      if (!isRedirect(response)) return response;
      trace.response(response, elapsedMs());
      // A body without an end would keep the command running.
      await response.body?.cancel().catch(() => {});
      at = { ...at, url: redirectTarget(at, response, followed) };
      trace.request(at, this.headers(at), number);
    }
  }

  #fetch(request: RawRequest): Promise<ApiResponse> {
    const { body, method, signal, url } = request;
    const token = typeof this.#token === "object" ? undefined : this.#token;
    return this.#transport(url, {
      method,
      headers: this.#headers(request, token),
      listener: this.options.listener,
      body: isUpload(body) ? () => body.open() : body,
      signal: signal ? AbortSignal.any([this.options.signal, signal]) : this.options.signal,
    });
  }

  /** Prints notices of the service; prints the fields that the local service accepted without effect once. */
  #notice(headers: HttpHeaders, take = (text: string): void => this.options.note(`note: ${text}`)): void {
    const said = headers.get("x-browserctl-notice");
    if (said) take(decodedOrText(said));
    const recorded = headers.get("x-browserctl-recorded");
    if (!recorded || this.#told) return;
    this.#told = true;
    this.options.note(`note: recorded without effect on this machine: ${recorded.replaceAll(",", ", ")}`);
  }

  #hint(status: number, body: unknown): string | undefined {
    const code = (body as { code?: string } | undefined)?.code;
    if (status === 0) return this.options.local ? "browserctl local start" : undefined;
    if (status === 401) return this.options.refusedHint ?? commandLine`login --base-url ${this.options.baseUrl}`;
    if (code === "not_supported_locally") return "browserctl local support";
    // Without a project in the request, the token's own project is missing, which no project command can fix.
    if (code === "project_not_found")
      return this.options.project && (this.options.projectHint ?? "browserctl projects list");
    if (status === 403 && this.options.project !== undefined) return "browserctl auth status";
    if (code === "projects_disabled" && this.isLocal)
      return "browserctl local stop && browserctl local start --projects enabled";
    const isPage = typeof body === "string" && body.trimStart().startsWith("<");
    if (isPage && (status === 404 || status === 405)) return baseUrlHint(this.options.baseUrl);
    return undefined;
  }
}

function isUpload(body: RawRequest["body"]): body is UploadBody {
  return typeof body === "object" && "open" in body;
}

/** Error of the sent file, inside the failure of `fetch`. */
function ownFailure(cause: unknown): CliError | undefined {
  for (let at = cause; at instanceof Error; at = at.cause as Error) if (at instanceof CliError) return at;
  return undefined;
}

/** Maximum number of bytes that are read of an error's body. */
const MAX_ERROR_BYTES = 1024 * 1024;

async function readBody(response: ApiResponse): Promise<unknown> {
  return jsonOrText(await readText(response, MAX_ERROR_BYTES).catch(() => ""));
}

/** Body, chunk by chunk. Exit 5 when the connection is lost, exit 1 for a file of an undeclared format. */
export async function* readBytes(response: ApiResponse): AsyncGenerator<Uint8Array> {
  yield* checkStart(unbroken(response), response);
}

async function* unbroken(response: ApiResponse): AsyncGenerator<Uint8Array> {
  try {
    yield* response.body ?? [];
  } catch (cause) {
    throw new CliError("unreachable", "the connection was lost in the middle of the response", { cause });
  }
}

/** Body as text: the chunks until `limit` bytes are reached. */
export async function readText(response: ApiResponse, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of readBytes(response)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= limit) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Maximum size of an answer that is read as JSON, in bytes. */
export const MAX_JSON_BYTES = 256 * 2 ** 20;

/**
 * The JSON value of an answer, checked against its declaration. Undefined for an empty body without a declaration; exit
 * 1, `bad_answer`, for any other mismatch, and above `maxBytes`.
 */
export async function readJson(response: ApiResponse, maxBytes = MAX_JSON_BYTES): Promise<unknown> {
  const bytes = await wholeBytes(readBytes(response), maxBytes, () =>
    badAnswer(`the service answered with more than ${maxBytes} bytes of JSON`, response),
  );
  const text = new TextDecoder().decode(bytes);
  if (text === "" && !response.answer) return undefined;
  if (isTooDeep(text))
    throw badAnswer(`the service answered with JSON nested deeper than ${MAX_JSON_LEVELS} levels`, response);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw notJson(text, response, cause);
  }
  checkShape(value, response);
  return value;
}
