import type { Clock, Scheduled } from "../clock.ts";
import type { Session } from "./session.ts";

/** Interval of the check for idle sessions (contract 2.2, `timeout_seconds`). */
const IDLE_CHECK_MS = 5_000;

export interface IdleLimitOptions {
  readonly clock: Clock;
  /** Active sessions. */
  readonly sessions: () => readonly Session[];
  readonly end: (session: Session, reason: string) => Promise<void>;
}

/** Ends sessions that nothing has used for their idle limit. */
export class IdleLimit {
  readonly #options: IdleLimitOptions;
  #check: Scheduled | undefined;
  #closed = false;

  constructor(options: IdleLimitOptions) {
    this.#options = options;
  }

  /** Schedules the next check. The checks go on while there are sessions. */
  schedule(): void {
    if (this.#closed) return;
    const { clock, end, sessions } = this.#options;
    this.#check ??= clock.schedule(IDLE_CHECK_MS, async () => {
      this.#check = undefined;
      const idle = sessions().filter((session) => session.idleMs >= session.settings.timeout_seconds * 1_000);
      const ends = idle.map((session) =>
        end(session, `nothing used it for ${session.settings.timeout_seconds} s (timeout_seconds)`),
      );
      if (sessions().length > 0) this.schedule();
      await Promise.all(ends);
    });
  }

  close(): void {
    this.#closed = true;
    this.#check?.cancel();
  }
}
