import { withTimeLimit } from "../../core/abort.ts";
import { Semaphore } from "../../core/semaphore.ts";
import { background } from "../error-owner.ts";
import { InputError } from "./input-error.ts";

/** Maximum wait of an operation for its turn. assumed: 30 s; the API has no limit. */
const WAIT_BOUND_MS = 30_000;

/**
 * Serializes the input of one session in order of arrival (contract 2.4). Throws an {@link InputError} `input-busy` after a
 * wait of 30 s; nothing has been done then.
 */
export class InputQueue {
  readonly #ended = new AbortController();
  readonly #turns = new Semaphore(1);
  readonly #waitBoundMs: number;

  /** @param ended resolves with the reason when the page's browser or the display has ended */
  constructor(ended: Promise<Error>, waitBoundMs: number = WAIT_BOUND_MS) {
    this.#waitBoundMs = waitBoundMs;
    background(ended.then((reason) => this.#ended.abort(reason)));
  }

  /**
   * Runs `work` when its turn has come. The signal passed to `work` is aborted with `signal`, and at the end of the
   * browser or the display. A wait for the turn rejects with the reason of that signal.
   */
  async turn<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const either = AbortSignal.any([signal, this.#ended.signal]);
    const leave = await this.#wait(either);
    try {
      return await work(either);
    } finally {
      leave();
    }
  }

  #wait(signal: AbortSignal): Promise<() => void> {
    const ms = this.#waitBoundMs;
    return withTimeLimit({ ms, late: () => inputBusy(ms), signals: [signal] }, (either) => this.#turns.enter(either));
  }
}

function inputBusy(ms: number): InputError {
  const seconds = ms / 1_000;
  return new InputError("input-busy", `other input of the session has not ended within ${seconds} s; nothing was done`);
}
