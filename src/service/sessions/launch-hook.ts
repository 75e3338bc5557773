import type { Chromium } from "../chromium/launch.ts";
import type { PrivateNetwork } from "../processes/private-network.ts";

/** Session that a hook works for. */
export interface HookContext {
  readonly id: string;
  /** Directory of the session. */
  readonly dir: string;
  /** Profile directory of the browser. */
  readonly userDataDir: string;
}

/**
 * Hook around the life of a session's browser, such as a profile or extensions. Hooks are called one after the other,
 * at the end of a session in reverse order. An error of `prepare` or `started` fails the start.
 */
export interface LaunchHook {
  /**
   * True for a hook that stores data which the browser writes at its end, so that a slow machine gets more time for
   * that.
   */
  readonly saves?: boolean;
  /** Network of its own for the browser, instead of that of the machine. */
  readonly network?: PrivateNetwork | undefined;
  /** Called before the browser's first start; the profile directory exists and is empty. */
  prepare?(session: HookContext, signal: AbortSignal): Promise<void>;
  /**
   * Called before each start of the browser, when its profile directory is complete. Returns flags for it. An error
   * fails the start.
   */
  starting?(session: HookContext): Promise<readonly string[]>;
  /** Flags for a restart. `inside` converts a path of the machine to the path that the browser sees. */
  restartFlags?(inside: (path: string) => string): string[];
  /** Called when the browser runs and before it is used; also after each restart. */
  started?(session: HookContext, chromium: Chromium): Promise<void>;
  /**
   * Called before the browser is closed for the end of the session or for a restart. The session may end before the
   * restart completes. Not called when the browser has ended by itself.
   */
  closing?(session: HookContext, chromium: Chromium): Promise<void>;
  /**
   * Called for a hook that a session has added, when the session ends and its browser goes on for other sessions.
   */
  releasing?(): Promise<void>;
  /**
   * Called when the browser has ended and the session's directory still exists. `clean`: the browser was closed in
   * order and its profile is complete on the disk. An error becomes {@link Session.endProblem}.
   */
  closed?(session: HookContext, clean: boolean): Promise<void>;
  /** Called when the session has ended or did not start; possibly more than once. */
  released?(): void;
}

/** Calls `prepare` of hooks, one after the other. Rejects with the first error. */
export async function prepareHooks(
  hooks: readonly LaunchHook[],
  session: HookContext,
  signal: AbortSignal,
): Promise<void> {
  for (const hook of hooks) await hook.prepare?.(session, signal);
}
