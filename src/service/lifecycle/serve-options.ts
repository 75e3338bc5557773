import type { Chaos } from "../../contract/chaos.ts";
import type { LocalState } from "../../settings/local-state.ts";
import type { Clock } from "../clock.ts";
import type { Faults } from "../faults.ts";
import type { LogSink } from "../log.ts";

export interface ServeOptions {
  /** Directory of all that the service keeps; made (0700) when missing. */
  stateDir: string;
  /** Version of this program. */
  version: string;
  /** Environment: where to find a browser. */
  env: Readonly<Record<string, string | undefined>>;
  /** The browser to use; found by `env` and the machine's usual places when omitted. */
  browser?: string | undefined;
  /** Port on 127.0.0.1: the one of the last life when omitted, a new one when 0. */
  port?: number | undefined;
  /** Seconds without a session, a CDP client or a request after which it stops: 1800 when omitted, never when 0. */
  idleStopSeconds?: number | undefined;
  /** Takes the records of the log; nothing is logged when omitted. */
  log?: LogSink | undefined;
  /** Stops the service cleanly. */
  signal?: AbortSignal | undefined;
  /** True to stop cleanly on SIGTERM and SIGINT; true when omitted. */
  handleSignals?: boolean | undefined;
  clock?: Clock | undefined;
  faults?: Faults | undefined;
  /** Fault injection from the start. */
  chaos?: Chaos | undefined;
  /** Bytes of memory that can be used; the machine's when omitted. */
  availableMemory?: (() => number) | undefined;
}

/** A service that takes requests. */
export interface RunningService {
  state: LocalState;
  /** Resolves with the reason when it has stopped and nothing of it is left. */
  stopped: Promise<string>;
  /** Stops it: ends the sessions, closes connections. Resolves as `stopped` does. */
  stop(reason: string): Promise<string>;
}

/** Environment variable with which `startDetached` says that it waits at the IPC channel. */
export const START_CHANNEL = "BROWSERCTL_START_CHANNEL";

/** Message of the service to the process that started it, over the IPC channel. */
export type StartMessage =
  | { type: "ready"; state: LocalState }
  | { type: "failed"; exit: string; code: string; message: string; hint?: string };
