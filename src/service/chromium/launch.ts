import { once } from "node:events";
import { homedir } from "node:os";
import { type BrowserHost, plainHost } from "./browser-host.ts";
import { type BrowserVersion, BrowserVersions, parseBrowserVersion } from "./browser-version.ts";
import { type Chromium, ChromiumProcess, spawnFailure } from "./chromium-process.ts";
import { launchFlags, USUAL_WINDOW_CHROME, type ViewportSize } from "./launch-flags.ts";
import { innerSize } from "./viewport.ts";

export { type Chromium, type ChromiumExit, ChromiumStartError } from "./chromium-process.ts";

export interface LaunchOptions {
  executable: string;
  /** Profile directory; locked by Chromium, so that two browsers cannot share it. */
  userDataDir: string;
  /** Host of the browser; by default a plain child with `userDataDir`. */
  host?: BrowserHost;
  viewport: ViewportSize;
  /** On a display: no tabs and no address bar. */
  kiosk?: boolean;
  /** No "Headless" in user agent and client hints, `navigator.webdriver` false (contract 2.2). */
  stealth: boolean;
  /** Time until the first CDP answer, milliseconds; default 30 000. */
  startTimeoutMs?: number;
  /** Restores the tabs of the profile's last run, with their session cookies. */
  restoreTabs?: boolean;
  /** Chromium flags appended to ours. */
  extraArgs?: string[];
  /** Receives each line of Chromium's stderr, truncated to 2 000 characters. */
  log?: (line: string) => void;
  /** Aborts the start; no effect after `launchChromium` has returned. */
  signal?: AbortSignal;
  /** Environment of Chromium; names that begin with `BROWSERCTL_` are left out. Default: only PATH and HOME. */
  env?: NodeJS.ProcessEnv;
  /** Cache of facts from earlier starts; without it each start measures again (about 50 ms, 60 more for stealth). */
  versions?: BrowserVersions;
}

/** Time limit of the measurement at the first start of a browser. */
const MEASURE_BOUND_MS = 5_000;
const UNKNOWN_VERSION = { product: "Chromium", major: 0 };

/**
 * Starts a Chromium, headless unless its host has a display, and returns it once it has answered its first CDP command. It is controlled only by a
 * pipe, has no debugging port, and exits when this process ends, even after SIGKILL.
 *
 * Throws {@link ChromiumStartError}, or the signal's reason; nothing is left running then.
 */
export async function launchChromium(options: LaunchOptions): Promise<Chromium> {
  options.signal?.throwIfAborted();
  const env = childEnvironment(options.env ?? { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: homedir() });
  // With a window, Chromium sends the usual user agent, and the window has the size of the display.
  if (options.host?.hasDisplay) return start(options, env, { version: undefined, windowChrome: USUAL_WINDOW_CHROME });
  const versions = options.versions ?? new BrowserVersions();
  const [version, windowChrome] = await Promise.all([
    options.stealth ? versions.get(options.executable, env).catch(() => undefined) : undefined,
    versions.windowChrome(options.executable),
  ]);
  const facts: BrowserFacts = { version, windowChrome: windowChrome ?? USUAL_WINDOW_CHROME };
  const chromium = await start(options, env, facts);
  const realVersion = options.stealth ? differentVersion(chromium, version) : undefined;
  if (realVersion) await versions.correct(options.executable, realVersion);
  const measured = windowChrome === undefined ? await measureWindowChrome(chromium, options.viewport) : undefined;
  if (measured !== undefined) await versions.rememberWindowChrome(options.executable, measured);
  const real: BrowserFacts = { version: realVersion ?? version, windowChrome: measured ?? facts.windowChrome };
  if (real.windowChrome === facts.windowChrome && real.version === facts.version) return chromium;
  await chromium.close();
  return start(options, env, real);
}

/** Facts for the flags that are measured in a running browser. */
interface BrowserFacts {
  /** Set for a stealth start, whose user agent is a flag. */
  version: BrowserVersion | undefined;
  windowChrome: number;
}

/**
 * Version of the running browser, if it differs from the assumed one: the browser of a wrapper script was replaced, or
 * did not answer `--version`.
 */
function differentVersion({ version }: Chromium, assumed: BrowserVersion | undefined): BrowserVersion | undefined {
  const running = parseBrowserVersion(version.product.replace("/", " "));
  if (!running || running.major === assumed?.major) return undefined;
  return { ...running, product: assumed?.product ?? running.product };
}

/** Height of the first window without its page, in pixels; undefined when unknown. */
async function measureWindowChrome({ connection }: Chromium, viewport: ViewportSize): Promise<number | undefined> {
  // Windows have a minimum size, so that a small viewport gives a wrong result.
  if (viewport.width < 500 || viewport.height < 300) return undefined;
  // The caller notices a browser that ends here.
  const [page] = await connection.pageWatch.pages().catch(() => []);
  const inner = page && (await innerSize(page.session, MEASURE_BOUND_MS));
  if (inner?.width !== viewport.width) return undefined;
  return USUAL_WINDOW_CHROME + viewport.height - inner.height;
}

async function start(options: LaunchOptions, env: NodeJS.ProcessEnv, facts: BrowserFacts): Promise<Chromium> {
  const extraArgs = options.extraArgs ?? [];
  const host = options.host ?? plainHost(options.userDataDir);
  const sandboxed = process.getuid?.() !== 0 && !extraArgs.includes("--no-sandbox");
  const args = launchFlags({
    userDataDir: host.userDataDir,
    window: host.hasDisplay
      ? { onDisplay: true, kiosk: options.kiosk === true }
      : { onDisplay: false, viewport: options.viewport, windowChrome: facts.windowChrome },
    stealth: options.stealth,
    ...(options.stealth && !host.hasDisplay && { userAgent: stealthUserAgent(facts.version ?? UNKNOWN_VERSION) }),
    sandboxed,
    smallSharedMemory: await host.smallSharedMemory(),
    restoreTabs: options.restoreTabs === true,
    extraArgs,
  });
  const { child, pid } = await host.spawn(options.executable, args, env);
  // Without a free file descriptor there are no pipes, only the error event.
  if (!child.stdio) throw spawnFailure(options.executable, (await once(child, "error"))[0]);
  const chromium = new ChromiumProcess({ child, pid, host, sandboxed, ...(options.log && { log: options.log }) });
  await chromium.ready(options.executable, options);
  if (host.hasDisplay) {
    chromium.connection.pageWatch.showsDialogs();
    chromium.connection.windowCommands.managed();
  } else chromium.connection.windowSizes.launched(options.viewport, facts.windowChrome);
  // Not awaited: every use of a page awaits it.
  chromium.connection.pageWatch.start().catch(() => {});
  return chromium;
}

/** Environment without our own variables, which contain a token. */
function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith("BROWSERCTL_")));
}

/**
 * User agent that a Chromium with a window would send: the reduced form, which names only the platform and the major
 * version. Edge adds its own product.
 *
 * As a launch flag it reaches pages, frames, workers and requests, and does not change the client hints that every
 * request carries. assumed: the drawback is acceptable: Chromium answers the detailed hints that a site must ask for,
 * such as the list of full versions, with empty values.
 */
export function stealthUserAgent(
  browser: { product: string; major: number },
  platform: NodeJS.Platform = process.platform,
): string {
  const system = SYSTEMS[platform] ?? "X11; Linux x86_64";
  const number = `${browser.major}.0.0.0`;
  const suffix = /\bedge?\b/i.test(browser.product) ? ` Edg/${number}` : "";
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${number} Safari/537.36${suffix}`;
}

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "Macintosh; Intel Mac OS X 10_15_7",
  win32: "Windows NT 10.0; Win64; x64",
};
