import { Clock } from "../clock.ts";
import { background } from "../error-owner.ts";
import { Faults } from "../faults.ts";
import { createLog, type Log } from "../log.ts";
import { IdleStop } from "./idle-stop.ts";
import type { ServeOptions } from "./serve-options.ts";
import { UncaughtErrors } from "./uncaught-errors.ts";

const DEFAULT_IDLE_STOP_SECONDS = 1_800;

/** One run of the service, from its start to its stop: its port, its clock and log, and what ends with it. */
export class ServiceRun {
  readonly options: ServeOptions;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly log: Log;
  readonly idleStopSeconds: number;
  readonly idle: IdleStop;
  readonly errors: UncaughtErrors;
  /** Everything that the run has opened; it is closed in reverse order. */
  readonly cleanup = new AsyncDisposableStack();
  /** Port that the service listens on; 0 until it listens. */
  port = 0;
  readonly #ended = Promise.withResolvers<string>();
  #drain: (() => Promise<unknown>) | undefined;
  #stopping = false;

  constructor(options: ServeOptions) {
    this.options = options;
    this.clock = options.clock ?? new Clock();
    this.faults = options.faults ?? new Faults();
    this.log = createLog(options.log ?? { write: () => {} }, this.clock);
    this.idleStopSeconds = options.idleStopSeconds ?? DEFAULT_IDLE_STOP_SECONDS;
    this.idle = new IdleStop({
      clock: this.clock,
      afterMs: this.idleStopSeconds * 1_000,
      stop: () => background(this.stop(`it was not used for ${this.idleStopSeconds} s`)),
    });
    this.errors = new UncaughtErrors(this.log);
    this.cleanup.defer(() => this.errors.release());
  }

  /** Logs a problem. Drivers and stores report problems only. */
  readonly warn = (line: string): void => this.log.warn(line);

  /** Resolves with the reason when the service has stopped completely. */
  get stopped(): Promise<string> {
    return this.#ended.promise;
  }

  /** Sets what a stop does before it closes what the run has opened. */
  drainWith(drain: () => Promise<unknown>): void {
    this.#drain = drain;
  }

  /** Stops the service. Idempotent; resolves as {@link stopped} does. */
  stop(reason: string): Promise<string> {
    if (!this.#stopping) {
      this.#stopping = true;
      this.log.info(`the service stops: ${reason}`);
      this.#end().then(() => this.#ended.resolve(reason), this.#ended.reject);
    }
    return this.#ended.promise;
  }

  async #end(): Promise<void> {
    await this.#drain?.();
    await this.cleanup.disposeAsync();
  }
}
