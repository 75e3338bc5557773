import { within } from "../../core/pause.ts";
import type { Clock, Scheduled } from "../clock.ts";

export interface IdleStopOptions {
  clock: Clock;
  /** Idle time in milliseconds; 0 disables the stop. */
  afterMs: number;
  /** Called once. */
  stop: () => void;
}

/** Stops the service after an idle time, without a session, a CDP client or a request. */
export class IdleStop {
  readonly #options: IdleStopOptions;
  #lastActive: number;
  #requests = 0;
  #busy = (): boolean => false;
  #onQuiet: (() => void) | undefined;
  #scheduled: Scheduled | undefined;

  constructor(options: IdleStopOptions) {
    this.#options = options;
    this.#lastActive = options.clock.elapsed();
  }

  /**
   * Begins the idle time.
   *
   * @param busy true while something such as a session keeps the service running
   */
  start(busy: () => boolean): void {
    this.#busy = busy;
    this.touch();
    this.#schedule();
  }

  /** Counts a request as use until the returned function is called. */
  request(): () => void {
    this.#requests += 1;
    return () => {
      this.#requests -= 1;
      this.touch();
      if (this.#requests === 0) this.#onQuiet?.();
    };
  }

  /** Waits until no request is running, at most `boundMs` of real time. */
  async quiet(boundMs: number): Promise<void> {
    if (this.#requests === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onQuiet = resolve;
    await within(promise, boundMs);
  }

  /** Restarts the idle time. */
  touch(): void {
    this.#lastActive = this.#options.clock.elapsed();
  }

  cancel(): void {
    this.#scheduled?.cancel();
  }

  #schedule(): void {
    const { clock, afterMs } = this.#options;
    if (afterMs === 0) return;
    const left = this.#lastActive + afterMs - clock.elapsed();
    this.#scheduled = clock.schedule(Math.max(left, 1_000), () => this.#check());
  }

  #check(): void {
    const { clock, afterMs, stop } = this.#options;
    if (this.#requests > 0 || this.#busy()) this.touch();
    if (clock.elapsed() - this.#lastActive >= afterMs) stop();
    else this.#schedule();
  }
}
