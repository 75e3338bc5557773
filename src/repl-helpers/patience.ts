import { wait } from "../page-agent/waiting.ts";

/** Time before the limit of a call at which helpers stop waiting, so that the REPL is not ended, in milliseconds. */
const MARGIN_MS = 500;
/** Time between two looks, in milliseconds. */
const LOOK_MS = 50;

/** Time that the running call has left. Helpers wait no longer, so that the code sees the end of the wait. */
export class Patience {
  #deadline = Number.POSITIVE_INFINITY;

  /** Begins a call with a time limit in seconds. */
  begin(timeoutSec: number): void {
    this.#deadline = performance.now() + timeoutSec * 1_000 - MARGIN_MS;
  }

  /** Time for a wait of `seconds`, in milliseconds. */
  ms(seconds: number): number {
    return Math.max(0, Math.min(seconds * 1_000, this.#deadline - performance.now()));
  }

  /** Looks until there is a result, for `seconds` at most; undefined then. */
  async until<T>(seconds: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const end = performance.now() + this.ms(seconds);
    for (;;) {
      const result = await look();
      if (result !== undefined || performance.now() + LOOK_MS > end) return result;
      await wait(LOOK_MS);
    }
  }
}
