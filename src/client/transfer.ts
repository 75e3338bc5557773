import { createHash, type Hash } from "node:crypto";
import { CliError } from "../core/errors.ts";
import { pause } from "../core/pause.ts";
import type { ApiClient } from "./call.ts";
import { badAnswer, checkHead, checkStart } from "./check-answer.ts";
import type { ApiResponse, RawRequest } from "./request.ts";
import { retryDelay } from "./retry.ts";
import { lowMemoryStreaming } from "./small-heap.ts";

/** Maximum number of attempts in a row without a byte. */
const MAX_ATTEMPTS_WITHOUT_PROGRESS = 5;
/** Milliseconds without a byte after which a connection is replaced. */
const IDLE_MS = 60_000;
/**
 * Minimum age of a file's date, in milliseconds, from which it identifies the content: no later change can have the
 * same second.
 */
const DATE_SURE_MS = 60_000;

export interface DownloadOptions {
  signal: AbortSignal;
  /** Prints a notice that the connection was lost and the download continues. */
  note: (text: string) => void;
  /** Milliseconds without a byte after which another connection is tried; 60 s when omitted. */
  idleMs?: number;
}

/** Error of a download whose file changed on the server. */
export class ChangedError extends CliError {
  constructor() {
    super("unreachable", "what is downloaded changed while the connection was lost", { code: "changed" });
  }
}

/**
 * A download that resumes when the connection breaks: by Range if the service supports it and still has the same file,
 * otherwise by requesting the whole file and skipping the received bytes after comparing them.
 */
export class Download {
  readonly #client: ApiClient;
  readonly #request: RawRequest;
  readonly #options: DownloadOptions;
  readonly #hash: Hash = createHash("sha256");
  #first: ApiResponse;
  #received = 0;

  /** Requests the file. Throws the errors of any call; 202 may be an answer too ({@link Download.isThere}). */
  static async begin(client: ApiClient, request: RawRequest, options: DownloadOptions): Promise<Download> {
    lowMemoryStreaming();
    // Lengths and ranges must be those of the uncompressed file.
    const headers = { ...request.headers, "accept-encoding": "identity" };
    const whole = { ...request, headers, attempt: { ...request.attempt, idempotent: true } };
    const response = await client.send(whole);
    if (response.status !== 200 && response.status !== 202) {
      await response.body?.cancel();
      throw badAnswer(`the service answered ${response.status} where a file was expected`);
    }
    return new Download(client, whole, response, options);
  }

  private constructor(client: ApiClient, request: RawRequest, first: ApiResponse, options: DownloadOptions) {
    this.#client = client;
    this.#request = request;
    this.#first = first;
    this.#options = options;
  }

  /** False when the service says that there is nothing yet (202). */
  get isThere(): boolean {
    return this.#first.status !== 202;
  }

  /** Total bytes, if the service reports them. */
  get total(): number | undefined {
    return lengthOf(this.#first);
  }

  /** Received bytes. */
  get received(): number {
    return this.#received;
  }

  /** Lower-case hex SHA-256 of the received bytes; of the whole file once {@link Download.bytes} has ended. */
  sha256(): string {
    return this.#hash.copy().digest("hex");
  }

  /** Discards the response without reading it. */
  async cancel(): Promise<void> {
    await this.#first.body?.cancel();
  }

  /**
   * The bytes; can be read once. Ends only when all have arrived. Throws {@link ChangedError}, exit 1 for a file with
   * an unexpected format, length or checksum, or exit 5 when the service stays unreachable.
   */
  bytes(): AsyncGenerator<Uint8Array> {
    return checkStart(this.#bytes(), this.#first);
  }

  async *#bytes(): AsyncGenerator<Uint8Array> {
    let noProgress = 0;
    let response: ApiResponse | undefined = this.#first;
    for (;;) {
      const before = this.#received;
      try {
        response ??= await this.#again();
        // Nothing was received before, so it may be another file.
        if (this.#received === 0) this.#first = response;
        for await (const chunk of this.#fresh(response)) {
          this.#received += chunk.length;
          this.#hash.update(chunk);
          yield chunk;
        }
        this.#checkWhole();
        return;
      } catch (cause) {
        this.#options.signal.throwIfAborted();
        if (!(cause instanceof BrokenError)) throw cause;
        noProgress = this.#received > before ? 1 : noProgress + 1;
        if (noProgress > MAX_ATTEMPTS_WITHOUT_PROGRESS) throw this.#givenUp(cause);
        const delay = retryDelay(noProgress, undefined, 0);
        this.#options.note(
          `note: ${cause.message} after ${this.#received} bytes; resuming in ${Math.ceil(delay / 1_000)} s`,
        );
        await pause(delay, this.#options.signal);
        response = undefined;
      }
    }
  }

  /** The rest of the file, or all of it. */
  async #again(): Promise<ApiResponse> {
    const validator = this.#validator();
    if (this.#received > 0 && validator !== undefined) {
      const response = await this.#ask({ range: `bytes=${this.#received}-`, "if-range": validator.value });
      if (response.status === 200) return checkHead(response, this.#request);
      if (response.status === 206 && this.#fits(response, validator)) return response;
      if (response.status !== 206 && response.status !== 416) throw await this.#client.failure(response);
      await response.body?.cancel();
    }
    const response = await this.#ask({});
    if (response.status === 200) return checkHead(response, this.#request);
    throw await this.#client.failure(response);
  }

  async #ask(more: Readonly<Record<string, string>>): Promise<ApiResponse> {
    let response: ApiResponse;
    try {
      response = await this.#client.exchange({ ...this.#request, headers: { ...this.#request.headers, ...more } });
    } catch (error) {
      // A timeout is a lost connection too, but the end of the command is not.
      const lost = error instanceof CliError && (error.exit === "unreachable" || error.exit === "timeout");
      throw lost && !this.#options.signal.aborted ? new BrokenError(error.message, error) : error;
    }
    if (response.status < 500) return response;
    await response.body?.cancel();
    throw new BrokenError(`the service answered ${response.status}`);
  }

  /**
   * The strong validator of the file, if ranges of it can be requested: a strong tag, or a date that is old enough (RFC
   * 9110 8.8.1, 8.8.2.2).
   */
  #validator(): Validator | undefined {
    const { headers } = this.#first;
    if (headers.get("accept-ranges") !== "bytes" || this.total === undefined) return undefined;
    const tag = headers.get("etag");
    if (tag !== null) return /^"[^"]*"$/.test(tag) ? { header: "etag", value: tag } : undefined;
    const changed = headers.get("last-modified") ?? "";
    const age = Date.parse(headers.get("date") ?? "") - Date.parse(changed);
    return age >= DATE_SURE_MS ? { header: "last-modified", value: changed } : undefined;
  }

  /** True when a part is the requested one, of the file the download began with: it has the same strong validator. */
  #fits(response: ApiResponse, { header, value }: Validator): boolean {
    if (response.headers.get(header) !== value || response.headers.has("content-encoding")) return false;
    const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get("content-range") ?? "");
    const [start, end, total] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])];
    if (start !== this.#received || total !== this.total || end !== total - 1) return false;
    return this.#same(response, "etag") && this.#same(response, "last-modified");
  }

  #same(response: ApiResponse, name: string): boolean {
    const value = response.headers.get(name);
    return value === null || value === this.#first.headers.get(name);
  }

  /**
   * True when a file that is sent again in full can be the file the download began with. A compressed response has its
   * own ETag, which says nothing about the uncompressed one; then the bytes already received decide.
   */
  #maySame(response: ApiResponse): boolean {
    const length = lengthOf(response);
    const [before, now] = [this.#first, response].map(({ headers }) => headers.get("content-encoding"));
    return (
      (before !== now || this.#same(response, "etag")) && (length === undefined || length === (this.total ?? length))
    );
  }

  /** Bytes of a response after those already received. */
  async *#fresh(response: ApiResponse): AsyncGenerator<Uint8Array> {
    let toPass = response === this.#first || response.status === 206 ? 0 : this.#received;
    if (toPass > 0 && !this.#maySame(response)) {
      await response.body?.cancel();
      throw new ChangedError();
    }
    const passed = createHash("sha256");
    for await (const chunk of keepAwake(response, this.#options)) {
      const old = chunk.subarray(0, toPass);
      if (old.length > 0) {
        passed.update(old);
        toPass -= old.length;
        if (toPass === 0 && passed.digest("hex") !== this.sha256()) throw new ChangedError();
      }
      if (chunk.length > old.length) yield chunk.subarray(old.length);
    }
    // The response is shorter than the bytes already received.
    if (toPass > 0) throw new ChangedError();
  }

  #checkWhole(): void {
    const { total } = this;
    if (total !== undefined && this.#received < total) throw new BrokenError("the connection ended");
    if (total !== undefined && this.#received > total)
      throw badAnswer(`the service sent more than the announced ${total} bytes`);
    // Hex SHA-256 of the body (contract 0.8).
    const promised = /^[0-9a-f]{64}$/i.exec(this.#first.headers.get("x-content-sha256") ?? "")?.[0].toLowerCase();
    const own = this.sha256();
    if (promised === undefined || promised === own) return;
    throw badAnswer(`the file's SHA-256 is ${own}, but the service announced ${promised}`);
  }

  #givenUp(cause: BrokenError): CliError {
    const of = this.total === undefined ? "" : ` of ${this.total}`;
    return new CliError(
      "unreachable",
      `the download ended early, after ${this.#received}${of} bytes: ${cause.message}`,
      {
        cause,
      },
    );
  }
}

/** Header that identifies the content of a file, and its value. */
interface Validator {
  readonly header: "etag" | "last-modified";
  readonly value: string;
}

/** Error of a lost connection; another one may work. */
class BrokenError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

function lengthOf({ headers }: ApiResponse): number | undefined {
  // A body that fetch decompresses has another length.
  if (headers.has("content-encoding")) return undefined;
  const length = headers.get("content-length");
  return length !== null && /^\d+$/.test(length) ? Number(length) : undefined;
}

async function* keepAwake(response: ApiResponse, { idleMs = IDLE_MS }: DownloadOptions): AsyncGenerator<Uint8Array> {
  const { body } = response;
  if (!body) return;
  let timer: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      const idle = Promise.withResolvers<never>();
      timer = setTimeout(() => idle.reject(new BrokenError(`no data received for ${idleMs / 1_000} s`)), idleMs);
      const chunk = await Promise.race([body.read(), idle.promise]).catch((cause: unknown) => {
        throw cause instanceof BrokenError ? cause : new BrokenError("the connection was lost", cause);
      });
      clearTimeout(timer);
      if (chunk === undefined) return;
      yield chunk;
    }
  } finally {
    clearTimeout(timer);
    await body.cancel();
  }
}
