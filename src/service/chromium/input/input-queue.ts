import { ApiError } from "../../api-error.ts";
import type { CdpConnection } from "../cdp.ts";

/** How long a piece of input waits for its turn, milliseconds. assumed: 30 s; the API names no limit. */
const WAIT_BOUND_MS = 30_000;

/**
 * Gives the input of one session its turns: one at a time, in order of arrival (contract 2.4). A turn that is waited for
 * in vain for 30 s is refused with 409 `input_busy`, and nothing has been done then. One object per connection.
 */
export class InputQueue {
  readonly #ended = new AbortController();
  readonly #waiting: (() => void)[] = [];
  readonly #waitBoundMs: number;
  #taken = false;

  constructor(connection: CdpConnection, waitBoundMs: number = WAIT_BOUND_MS) {
    this.#waitBoundMs = waitBoundMs;
    void connection.closed.then((error) => this.#ended.abort(error));
  }

  /**
   * Runs `work` when its turn has come. Its signal is aborted when `signal` is, and when the browser ends; the reason
   * is what the wait rejects with.
   */
  async turn<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const either = AbortSignal.any([signal, this.#ended.signal]);
    either.throwIfAborted();
    if (this.#taken) await this.#wait(either);
    this.#taken = true;
    try {
      return await work(either);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#taken = false;
    }
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (error: unknown): void => {
      const index = this.#waiting.indexOf(resolve);
      if (index === -1) return;
      this.#waiting.splice(index, 1);
      reject(error);
    };
    const onAbort = (): void => leave(signal.reason);
    const timer = setTimeout(() => leave(inputBusy(this.#waitBoundMs)), this.#waitBoundMs);
    signal.addEventListener("abort", onAbort, { once: true });
    this.#waiting.push(resolve);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  }
}

function inputBusy(ms: number): ApiError {
  const seconds = ms / 1_000;
  return new ApiError(
    409,
    "input_busy",
    `other input of the session has not ended within ${seconds} s; nothing was done`,
  );
}

/** Waits `ms` milliseconds. Rejects with the signal's reason as soon as it is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (ms <= 0) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
