import type { CliError } from "../../core/errors.ts";
import type { ApiClient, ApiResponse, RawRequest } from "../call.ts";
import { checkHead } from "../check-answer.ts";
import type { ResponseBody } from "../http/response-body.ts";

/**
 * One connection of a followed stream. It is ended when no byte comes for a while; that a reader takes its time does not
 * count.
 */
export class Connection {
  readonly #controller = new AbortController();
  readonly #signal: AbortSignal;
  #limit: number;
  #timer: NodeJS.Timeout | undefined;
  #waiting = false;
  #body: ResponseBody | undefined;

  /**
   * @param signal ends the command.
   * @param limit milliseconds without a byte.
   */
  constructor(signal: AbortSignal, limit: number) {
    this.#signal = signal;
    this.#limit = limit;
  }

  /** Whether it was ended because nothing came. */
  get silent(): boolean {
    return this.#controller.signal.aborted && !this.#signal.aborted;
  }

  /** Sends the request as any call is sent: it may be repeated, and what fails is thrown. */
  async first(client: ApiClient, request: RawRequest): Promise<ApiResponse> {
    return this.#opened(await this.#watched(client.send({ ...request, signal: this.#controller.signal })));
  }

  /** Sends the request once; gives a stream of events or a status of 300 or more, what else comes is thrown. */
  async again(client: ApiClient, request: RawRequest): Promise<ApiResponse> {
    const once = { ...request, signal: this.#controller.signal, attempts: 1 };
    const response = await this.#watched(client.exchange(once));
    return this.#opened(response.status < 300 ? await this.#watched(checkHead(response, once)) : response);
  }

  /** What an answer that is none says. */
  failure(client: ApiClient, response: ApiResponse): Promise<CliError> {
    return this.#watched(client.failure(response));
  }

  /** The next bytes; undefined at the end. */
  async read(): Promise<Uint8Array | undefined> {
    return this.#body && this.#watched(this.#body.read());
  }

  /** Another limit from now on. */
  allow(limit: number): void {
    if (limit === this.#limit) return;
    this.#limit = limit;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  close(): void {
    clearTimeout(this.#timer);
    void this.#body?.cancel();
    this.#controller.abort();
  }

  #opened(response: ApiResponse): ApiResponse {
    if (response.status < 300) this.#body = response.body ?? undefined;
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
