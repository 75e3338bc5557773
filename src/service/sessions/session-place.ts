import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserHost, plainHost } from "../chromium/browser-host.ts";
import type { Log } from "../log.ts";
import { containerHost, type DisplayAccess } from "../processes/container-browser.ts";
import { SessionPaths } from "../processes/session-paths.ts";
import { prepareSessionRoot } from "../processes/session-root.ts";
import { Display } from "../screen/display.ts";
import { assertDisplaySize } from "../screen/display-size.ts";
import type { ScreenFacts } from "../screen/find-screen.ts";
import { type ConfinementFacts, checkConfined } from "./confined-settings.ts";
import type { HookContext, LaunchHook } from "./launch-hook.ts";
import { TEMPORARY_DIRECTORY } from "./session-browsers.ts";
import type { SessionSettings } from "./session-record.ts";

export interface PlaceOptions extends ConfinementFacts {
  /** Programs of private displays on this machine. */
  screen: Promise<ScreenFacts>;
  log: Log;
}

/** Session that gets a place. */
export interface PlacedSession {
  readonly settings: SessionSettings;
  readonly hooks: readonly LaunchHook[];
}

/** Place where the processes of a session run. */
export interface SessionPlace {
  paths: SessionPaths;
  /** Resolves when the browser may be started; rejects with a {@link DisplayError}, or the signal's reason. */
  browser: Promise<BrowserPlace>;
}

/** Place where the browser of a session runs, and the display of its windows. */
export interface BrowserPlace {
  host: BrowserHost;
  /** Private display, which may not be ready yet; otherwise the reason why there is none. */
  display: Promise<Display> | string;
}

/**
 * Creates the session's directories, and starts its container and its display, if it has one, in the background. Throws
 * a {@link DisplayError} for a size that a display cannot have. The caller closes the container after an error.
 */
export async function prepareSessionPlace(
  options: PlaceOptions,
  { id, dir, userDataDir }: HookContext,
  { settings, hooks }: PlacedSession,
  signal: AbortSignal,
): Promise<SessionPlace> {
  const mode = { recursive: true, mode: 0o700 };
  const [layout, { confined }, screen] = await Promise.all([
    prepareSessionRoot(dir),
    options.confinement,
    options.screen,
    mkdir(userDataDir, mode),
    mkdir(join(dir, TEMPORARY_DIRECTORY), mode),
  ]);
  const network = hooks.find((hook) => hook.network)?.network;
  const policy = settings.chrome_policy;
  await checkConfined(options, { network: network !== undefined, policy: policy !== undefined });
  if (screen.real && !settings.headless) assertDisplaySize(settings.viewport);
  const log = (part: string) => (line: string) => options.log.debug({ session: id, part }, line);
  const paths = new SessionPaths(options.container, layout, log("container"));
  const { container } = paths;
  if (!confined || !container) {
    const reason = "browsers do not run in a container on this machine";
    const host = plainHost(userDataDir);
    return { paths, browser: Promise.resolve({ host, display: settings.headless ? HEADLESS : reason }) };
  }
  // Not awaited: if it fails, the browser's start fails too.
  container.namespaces().catch(() => {});
  if (settings.headless || !screen.real) {
    const display = settings.headless || screen.real ? HEADLESS : screen.reason;
    return {
      paths,
      browser: Promise.resolve({ host: containerHost(paths, container, dir, { network, policy }), display }),
    };
  }
  const access = Promise.withResolvers<DisplayAccess>();
  const display = Display.start({
    programs: screen,
    paths,
    container,
    dir,
    size: settings.viewport,
    log: log("screen"),
    warn: (line) => options.log.warn({ session: id }, line),
    signal,
    reachable: access.resolve,
  });
  // For a display that did not report its access earlier.
  display.then((ready) => access.resolve(ready.access), access.reject);
  const browser = access.promise.then((reached) => ({
    host: containerHost(paths, container, dir, { display: reached, network, policy }),
    display,
  }));
  return { paths, browser };
}

const HEADLESS = "the session is headless";
