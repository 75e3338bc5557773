import { untilAborted } from "../../../core/abort.ts";
import type { Clock } from "../../clock.ts";

/** Length of the time window of a TOTP code. */
const TOTP_WINDOW_MS = 30_000;

/**
 * TOTP codes of one login. No code is given twice: a website may refuse the same code within its window. Waits on the
 * service's clock for the next window when the current code was used.
 */
export class FreshCodes {
  readonly #used = new Set<string>();
  readonly #clock: Clock;
  readonly #current: () => Promise<string>;

  constructor(clock: Clock, current: () => Promise<string>) {
    this.#clock = clock;
    this.#current = current;
  }

  /** Rejects with the signal's reason. */
  async next(signal: AbortSignal): Promise<string> {
    for (;;) {
      const code = await untilAborted(this.#current(), signal);
      if (!this.#used.has(code)) {
        this.#used.add(code);
        return code;
      }
      await this.#nextWindow(signal);
    }
  }

  async #nextWindow(signal: AbortSignal): Promise<void> {
    const begun = Promise.withResolvers<void>();
    const ms = TOTP_WINDOW_MS - (this.#clock.now() % TOTP_WINDOW_MS);
    const scheduled = this.#clock.schedule(ms, () => begun.resolve());
    try {
      await untilAborted(begun.promise, signal);
    } finally {
      scheduled.cancel();
    }
  }
}
