import { rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SESSION_DOWNLOADS, SESSION_HOME } from "../../contract/session-home.ts";
import { abortLater } from "../../core/abort.ts";
import { pause } from "../../core/pause.ts";
import type { BrowserHost } from "../chromium/browser-host.ts";
import type { BrowserVersions } from "../chromium/browser-version.ts";
import { type Chromium, type LaunchOptions, launchChromium } from "../chromium/launch.ts";
import { writeProfilePreferences } from "../chromium/profile-preferences.ts";
import type { Log } from "../log.ts";
import { PROFILE_DIRECTORY } from "../processes/container-browser.ts";
import { sessionRoot } from "../processes/session-root.ts";
import type { Display } from "../screen/display.ts";
import { browserEnvironment } from "./browser-environment.ts";
import { ClientDownloads } from "./client-downloads.ts";
import { keepDownloads } from "./kept-downloads.ts";
import type { HookContext, LaunchHook } from "./launch-hook.ts";
import { displayScreen, headlessScreen } from "./screen.ts";
import type { Session, SessionBrowser, SharedBrowser } from "./session.ts";
import { sessionEnded, startFailure } from "./session-errors.ts";
import type { SessionSettings } from "./session-record.ts";

export interface SessionBrowsersOptions {
  stateDir: string;
  /** Path of the browser. */
  executable: string;
  /** Environment of the service. */
  env: Readonly<Record<string, string | undefined>>;
  /** Cache of browser versions. */
  versions: BrowserVersions;
  log: Log;
}

export interface StartBrowser {
  session: HookContext;
  host: BrowserHost;
  /** Display of its windows, which may not be ready yet; otherwise the reason why there is none. */
  display: Display | Promise<Display> | string;
  settings: SessionSettings;
  hooks: readonly LaunchHook[];
  /** Restores the tabs of the last run, with their cookies. */
  restore?: boolean;
  /** Chromium flags appended to ours. */
  extraArgs?: string[];
  signal: AbortSignal;
}

export interface RestartOptions {
  /** Profile directory that replaces the session's; tabs are not restored then. */
  userDataDir?: string;
}

/** Directory of temporary files of a browser without a container; a short name because Chromium limits the path. */
export const TEMPORARY_DIRECTORY = "t";

/** Staging directory of finished downloads, below a session's directory. */
const DOWNLOADS_STAGING = "downloads";
/**
 * Time for Chromium to close before it is killed, in milliseconds for each step: with and without saving its profile.
 */
const CLOSE_BOUND_MS = { saved: 15_000, unsaved: 5_000 } as const;
/** Time to drain running commands before a restart. */
const DRAIN_MS = 2_000;
const DRAIN_STEP_MS = 10;

/** Builds the context of a session's hooks. */
export function hookContext(id: string, dir: string): HookContext {
  return { id, dir, userDataDir: join(dir, PROFILE_DIRECTORY) };
}

/** Starts, restarts and closes the browsers of sessions, and calls their hooks. */
export class SessionBrowsers {
  readonly #options: SessionBrowsersOptions;
  /** Sessions whose profile may be incomplete on the disk. */
  readonly #broken = new WeakSet<Session>();

  constructor(options: SessionBrowsersOptions) {
    this.#options = options;
  }

  /**
   * Starts a browser. Throws the errors of {@link launchChromium}, of the display and of the hooks; nothing of the browser
   * is left running then.
   */
  async start({
    session,
    host,
    display,
    settings,
    hooks,
    restore,
    extraArgs,
    signal,
  }: StartBrowser): Promise<SessionBrowser> {
    const { executable, versions, env, stateDir, log } = this.#options;
    const { root } = sessionRoot(session.dir);
    const inside = (path: string): string => (host.confined ? path : join(root, path));
    await writeProfilePreferences(session.userDataDir, {
      downloads: inside(SESSION_DOWNLOADS),
      chooser: inside(SESSION_HOME),
    });
    const flags = [...(extraArgs ?? [])];
    for (const hook of hooks) flags.push(...((await hook.starting?.(session)) ?? []));
    const chromium = await launchOn(display, signal, {
      executable,
      userDataDir: session.userDataDir,
      host,
      viewport: settings.viewport,
      stealth: settings.stealth,
      kiosk: settings.kiosk_mode === true,
      ...(restore && { restoreTabs: true }),
      extraArgs: flags,
      env: browserEnvironment({
        env,
        platform: process.platform,
        dir: session.dir,
        cacheDir: join(stateDir, "cache"),
        tempDir: join(session.dir, TEMPORARY_DIRECTORY),
      }),
      versions,
      log: (line) => log.debug({ session: session.id, part: "chromium" }, line),
    });
    const downloads = {
      root,
      staging: join(session.dir, DOWNLOADS_STAGING),
      // A browser in the container sees the paths that the session's processes see.
      sessionPath: (path: string) => pathBelow(host.confined ? "" : root, path),
      log: (line: string) => log.warn({ session: session.id }, line),
    };
    // Directories of the service itself are never a client's, even below the temporary directory.
    const limits = { below: tmpdir(), outside: [stateDir, dirname(session.dir)] };
    let clientDownloads: ClientDownloads;
    let shown: Display | string;
    try {
      keepDownloads(chromium.connection, downloads);
      clientDownloads = new ClientDownloads(chromium.connection, { ...downloads, limits });
      signal.throwIfAborted();
      shown = await display;
      if (typeof shown !== "string") await shown.managed;
      // Only without a container; a browser in a container sees only the session's root.
      if (!host.confined) await chromium.connection.hostGuard.protect(root);
      for (const hook of hooks) await hook.started?.(session, chromium);
      signal.throwIfAborted();
    } catch (error) {
      chromium.kill();
      await chromium.exited;
      throw error;
    }
    // From now on the page watch answers dialogs that no client can answer.
    chromium.connection.pageWatch.start().catch(() => {});
    const { connection } = chromium;
    const screen = typeof shown === "string" ? headlessScreen(connection, shown) : displayScreen(shown, connection);
    return { chromium, screen, clientDownloads };
  }

  /**
   * Restarts the browser of a session with the same profile: tabs, cookies, storage, viewport and cursor are kept; CDP
   * clients must reconnect to the same address. New work waits for the restart ({@link Session.use}). Throws a
   * {@link SessionError} when the browser does not start or the session ends during the restart.
   */
  async restart(session: Session, { userDataDir }: RestartOptions = {}): Promise<void> {
    const ended = (): void => {
      if (!session.active) throw sessionEnded(session);
    };
    await session.replaceBrowser(async ({ chromium: old, screen }) => {
      ended();
      const context = hookContext(session.id, session.dir);
      const hidden = screen.input.cursorHidden;
      await drained(old);
      // A replaced profile makes the state of the old browser useless.
      if (userDataDir === undefined) await this.#closing(session, context, old);
      await old.close(closeBoundMs(session));
      ended();
      try {
        if (userDataDir !== undefined) {
          await rm(context.userDataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
          await rename(userDataDir, context.userDataDir);
        }
        const browser = await this.start({
          session: context,
          host: session.host,
          display: session.display,
          settings: session.settings,
          hooks: session.hooks,
          restore: userDataDir === undefined,
          extraArgs: session.hooks.flatMap((hook) => hook.restartFlags?.((path) => session.host.inside(path)) ?? []),
          // A start that runs when the session ends gets some time, so that the browser can be closed in order.
          signal: abortLater(session.endSignal, closeBoundMs(session)),
        });
        if (hidden) await browser.screen.input.setCursorHidden(true);
        return browser;
      } catch (error) {
        this.#broken.add(session);
        throw session.active ? startFailure(error) : sessionEnded(session);
      }
    });
    ended();
  }

  /** Closes the browser at the end of its session; the first error of a hook becomes the session's `endProblem`. */
  async close(session: Session): Promise<void> {
    const context = hookContext(session.id, session.dir);
    await session.browserReplaced();
    const problem = await this.#closing(session, context, session.chromium);
    if (problem) session.endProblem ??= problem;
    await session.chromium.close(closeBoundMs(session));
    // Remaining processes of the browser and the session end with the container.
    await session.processes.closeContainer();
    const clean = (await session.chromium.exited).clean && !this.#broken.has(session);
    const hooks = [...session.hooks].reverse();
    for (const hook of hooks) {
      const failed = await this.#failure(session, hook.closed?.(context, clean));
      if (failed) session.endProblem ??= failed;
    }
    for (const hook of hooks) hook.released?.();
  }

  /** Calls `closing` of the hooks. Returns their first error. */
  async #closing(session: Session, context: HookContext, chromium: Chromium): Promise<Error | undefined> {
    let problem: Error | undefined;
    for (const hook of [...session.hooks].reverse()) {
      if (chromium.ended) return problem;
      const failed = await this.#failure(session, hook.closing?.(context, chromium));
      problem ??= failed;
    }
    return problem;
  }

  async #failure(session: Session, work: Promise<void> | undefined): Promise<Error | undefined> {
    try {
      await work;
      return undefined;
    } catch (error) {
      this.#options.log.warn({ session: session.id }, (error as Error).message);
      return error as Error;
    }
  }
}

function closeBoundMs({ hooks }: Session): number {
  return hooks.some(({ saves }) => saves) ? CLOSE_BOUND_MS.saved : CLOSE_BOUND_MS.unsaved;
}

/** Converts an absolute path to one below a root directory; undefined for a path outside it. */
function pathBelow(root: string, path: string): string | undefined {
  return path.startsWith(`${root}/`) ? path.slice(root.length) : undefined;
}

/** Launches a browser. If the display does not start, that is the reason of the failure, whichever ends first. */
async function launchOn(
  display: StartBrowser["display"],
  signal: AbortSignal,
  options: LaunchOptions,
): Promise<Chromium> {
  const shown = Promise.resolve<Display | string>(display);
  const failure = new AbortController();
  shown.catch((error: unknown) => failure.abort(error));
  try {
    return await launchChromium({ ...options, signal: AbortSignal.any([signal, failure.signal]) });
  } catch (error) {
    await shown;
    throw error;
  }
}

async function drained({ connection }: Chromium): Promise<void> {
  for (let waited = 0; waited < DRAIN_MS && connection.pendingCount > 0; waited += DRAIN_STEP_MS) {
    await pause(DRAIN_STEP_MS);
  }
}

/** Maximum time until the work of clients in an ended session has stopped, in milliseconds. */
const QUIET_MS = 2_000;

/** Browser of a session, if another session may use it next: it runs, and is the one that was started. */
export function reusableBrowser(session: Session): SharedBrowser | undefined {
  const { changed, chromium, shared } = session;
  const isSame = shared?.chromium === chromium && !session.isReplacing(chromium);
  return isSame && !changed && !chromium.ended ? shared : undefined;
}

/**
 * Ends what an ended session has in a browser that goes on for others: its processes, and the work of its clients. False
 * when some of them still run after the bound.
 */
export async function leaveBrowser(session: Session): Promise<boolean> {
  const own = session.hooks.filter((hook) => !session.shared?.hooks.includes(hook));
  await Promise.all([session.processes.close(sessionEnded(session)), ...own.map((hook) => hook.releasing?.())]);
  const isQuiet = await session.quiet(QUIET_MS);
  return (await session.processes.endStrays()) && isQuiet;
}
