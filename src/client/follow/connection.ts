import { CliError } from "../../core/errors.ts";
import type { ApiClient } from "../call.ts";
import { checkHead } from "../check-answer.ts";
import type { ResponseBody } from "../http/response-body.ts";
import type { ApiResponse, RawRequest } from "../request.ts";
import { SseReader } from "../sse.ts";

/** Idle limit of a connection that may be silent, in milliseconds: the maximum of a timer. */
export const NO_LIMIT = 2 ** 31 - 1;

/**
 * One connection of an event stream. It is ended when no byte arrives for a while; time between two reads does not
 * count.
 */
export class Connection {
  readonly #controller = new AbortController();
  readonly #reader = new SseReader();
  readonly #signal: AbortSignal;
  readonly #either: AbortSignal;
  #limit: number;
  #timer: NodeJS.Timeout | undefined;
  #waiting = false;
  #opened = false;
  #body: ResponseBody | undefined;

  /**
   * @param signal ends the stream.
   * @param limit milliseconds without a byte.
   */
  constructor(signal: AbortSignal, limit: number) {
    this.#signal = signal;
    this.#limit = limit;
    this.#either = AbortSignal.any([signal, this.#controller.signal]);
  }

  /** True when it was ended because no data was received. */
  get silent(): boolean {
    return this.#controller.signal.aborted && !this.#signal.aborted;
  }

  /** Milliseconds before a reconnection, from the stream's `retry:`; undefined without one. */
  get retryMs(): number | undefined {
    return this.#reader.retryMs;
  }

  /** Sends the request like any call: it may be retried, and failures are thrown. */
  async first(client: ApiClient, request: RawRequest): Promise<ApiResponse> {
    return this.#open(await this.#watched(client.send({ ...request, signal: this.#either })));
  }

  /** Sends the request once. Gives a stream of events, or a status of 300 or more; anything else is thrown. */
  async again(client: ApiClient, request: RawRequest): Promise<ApiResponse> {
    const once = { ...request, signal: this.#either, attempts: 1 };
    const response = await this.#watched(client.exchange(once));
    return this.#open(response.status < 300 ? await this.#watched(checkHead(response, once)) : response);
  }

  /** Error for a response that is not an event stream. */
  failure(client: ApiClient, response: ApiResponse): Promise<CliError> {
    return this.#watched(client.failure(response));
  }

  /** Data of the events that the next bytes complete; undefined at the end. Exit 1 for a line of over 16 MiB. */
  async read(): Promise<string[] | undefined> {
    const chunk = this.#body && (await this.#watched(this.#body.read()));
    return chunk && this.#reader.read(chunk);
  }

  /** Sets another limit from now on. */
  allow(limit: number): void {
    if (limit === this.#limit) return;
    this.#limit = limit;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Error for the end of the connection: silence, or the cause of the break. */
  broken(cause: unknown): CliError {
    if (!this.silent) {
      if (cause instanceof CliError) return cause;
      return new CliError("unreachable", "the connection was lost", { code: "stream_broken", cause });
    }
    const seconds = `${this.#limit / 1000} s`;
    return this.#opened
      ? new CliError("unreachable", `no data received for ${seconds}`, { code: "stream_broken", cause })
      : new CliError("timeout", `no response within ${seconds}`, { cause });
  }

  close(): void {
    clearTimeout(this.#timer);
    void this.#body?.cancel();
    this.#controller.abort();
  }

  #open(response: ApiResponse): ApiResponse {
    if (response.status < 300) {
      this.#opened = true;
      this.#body = response.body ?? undefined;
    }
    return response;
  }

  async #watched<T>(promise: Promise<T>): Promise<T> {
    this.#waiting = true;
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.#waiting && this.#controller.abort(), this.#limit);
    try {
      return await promise;
    } finally {
      this.#waiting = false;
    }
  }
}

/** Statuses that a retry does not change. */
export const fatalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 501]);

/** Error for a stream that could not be resumed: exit 9. */
export function streamBroken(reason: string, maxReconnects: number, cause: unknown): CliError {
  const attempts = maxReconnects === 1 ? "1 attempt" : `${maxReconnects} attempts`;
  const often = maxReconnects === 0 ? "" : ` and ${attempts} to resume it brought nothing new`;
  return new CliError("outcome-unknown", `the stream ended early: ${reason}${often}`, { code: "stream_broken", cause });
}
