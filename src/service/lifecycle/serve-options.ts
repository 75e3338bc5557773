import type { Chaos } from "../../contract/chaos.ts";
import type { Plan } from "../../contract/plans.ts";
import type { ScreenSetting } from "../../contract/screen.ts";
import type { WrittenState } from "../../settings/local-state.ts";
import type { Clock } from "../clock.ts";
import type { Faults } from "../faults.ts";
import type { LiveViewsOptions } from "../live-view/live-views.ts";
import type { LogSink } from "../log.ts";

export interface ServeOptions {
  /** Directory of the service's data; created (0700) when missing. */
  stateDir: string;
  /** Version of this program. */
  version: string;
  /** Environment, used to find a browser. */
  env: Readonly<Record<string, string | undefined>>;
  /** Path of the browser; searched for in `env` and the usual directories when omitted. */
  browser?: string | undefined;
  /** Port on 127.0.0.1: the one of the previous run when omitted, a new one when 0. */
  port?: number | undefined;
  /** Seconds without a session, a CDP client or a request after which it stops: 1800 when omitted, never when 0. */
  idleStopSeconds?: number | undefined;
  /** Receives the log records; nothing is logged when omitted. */
  log?: LogSink | undefined;
  /** Stops the service cleanly. */
  signal?: AbortSignal | undefined;
  /** True to stop cleanly on SIGTERM and SIGINT; true when omitted. */
  handleSignals?: boolean | undefined;
  /**
   * Registers a handler for uncaught errors of the process, which the service survives, until the returned function is
   * called; when omitted, uncaught errors end the process.
   */
  takeErrors?: ((handler: (error: unknown) => void) => () => void) | undefined;
  clock?: Clock | undefined;
  faults?: Faults | undefined;
  /** Enables or disables projects; as in the previous run when omitted, enabled in the first. */
  projectsEnabled?: boolean | undefined;
  /** Screens of sessions; BROWSERCTL_SCREEN when omitted, then as in the previous run that had one, then `auto`. */
  screen?: ScreenSetting | undefined;
  /** Plan of the organization; as in the previous run when omitted, `enterprise` in the first. */
  plan?: Plan | undefined;
  /** Serves the demo site; as in the previous run when omitted, not in the first. */
  demoSite?: boolean | undefined;
  /** Fault injection from the start. */
  chaos?: Chaos | undefined;
  /** Available memory in bytes; the machine's when omitted. */
  availableMemory?: (() => number) | undefined;
  /** Screen of a session for its live view; the session's own when omitted. */
  liveSource?: LiveViewsOptions["liveSource"] | undefined;
  /** Milliseconds between two heartbeats of a live view. */
  viewerHeartbeatMs?: number | undefined;
}

/** Running service. */
export interface RunningService {
  state: WrittenState;
  /** Resolves with the reason when the service has stopped completely. */
  stopped: Promise<string>;
  /** Stops the service: ends the sessions, closes connections. Resolves as `stopped` does. */
  stop(reason: string): Promise<string>;
}

/** Environment variable that tells the service that `startDetached` waits on the IPC channel. */
export const START_CHANNEL = "BROWSERCTL_START_CHANNEL";

/** Message of the service to the process that started it, over the IPC channel. */
export type StartMessage =
  | { type: "ready"; state: WrittenState }
  | { type: "failed"; exit: string; code: string; message: string; hint?: string };
