import { failOwner } from "../error-owner.ts";
import type { Log } from "../log.ts";
import type { ServeOptions } from "./serve-options.ts";

/** Handler of uncaught errors of the process: they are logged and end the process, until the service survives them. */
export class UncaughtErrors {
  readonly #log: Log;
  #release: () => void;

  constructor(log: Log) {
    this.#log = log;
    this.#release = logCrashes(log);
  }

  /**
   * Survives errors from now on: each ends the session, connection or job that owns it. An error without an owner is
   * only logged.
   */
  survive(takeErrors: NonNullable<ServeOptions["takeErrors"]>): void {
    this.#release();
    this.#release = takeErrors((error) => {
      if (!failOwner(error))
        this.#log.error({ err: error }, "an error that nothing caught: it belongs to no session, none ends");
    });
  }

  /** Leaves uncaught errors to the process again. */
  release(): void {
    this.#release();
  }
}

/** Logs uncaught exceptions; Node prints them to stderr as well. Returns a function that removes the listener. */
function logCrashes(log: Log): () => void {
  const onCrash = (err: Error, origin: string): void => log.fatal({ err }, `the service crashes: ${origin}`);
  process.on("uncaughtExceptionMonitor", onCrash);
  return () => process.off("uncaughtExceptionMonitor", onCrash);
}
