import type { Chromium } from "../chromium/launch.ts";

/** The session a hook works for. */
export interface HookContext {
  readonly id: string;
  /** The session's directory. */
  readonly dir: string;
  /** The browser's profile directory. */
  readonly userDataDir: string;
}

/**
 * Work around a session's browser that is not the session's own: a profile, extensions. Hooks are called
 * one after the other, at the end of a session in reverse order. An error of `prepare` or `started` fails the start.
 */
export interface LaunchHook {
  /** Before the browser starts for the first time; the profile directory exists and is empty. */
  prepare?(session: HookContext, signal: AbortSignal): Promise<void>;
  /** Flags for a browser that starts again. `inside` gives a path of the machine as the browser sees it. */
  restartFlags?(inside: (path: string) => string): string[];
  /** The browser runs, nobody uses it yet; also after each restart. */
  started?(session: HookContext, chromium: Chromium): Promise<void>;
  /**
   * The browser is about to be closed because the session ends, or to restart: the session may end before it runs again.
   * Not called when it has ended by itself.
   */
  closing?(session: HookContext, chromium: Chromium): Promise<void>;
  /**
   * The browser has ended and the session's directory is still there. `clean` is whether it was closed in order, so that its
   * profile is complete on the disk. An error is what the session could not keep ({@link Session.endProblem}).
   */
  closed?(session: HookContext, clean: boolean): Promise<void>;
  /** The session is over or has never begun; may be called more than once. */
  released?(): void;
}
