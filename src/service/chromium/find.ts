import { access, constants } from "node:fs/promises";
import { delimiter, join, posix, resolve, win32 } from "node:path";
import { BrowserVersionError, browserVersion } from "./browser-version.ts";

/** Source of a browser's path. */
export type BrowserSource = "flag" | "BROWSERCTL_CHROMIUM" | "CHROME_PATH" | "setup" | "installed";

export interface FoundBrowser {
  path: string;
  /** Version, such as `156.0.8078.79`. */
  version: string;
  /** Product, such as `Chromium` or `Google Chrome`. */
  product: string;
  source: BrowserSource;
}

export interface FindOptions {
  /** Path that the user gave for this call. */
  explicit?: string | undefined;
  env: NodeJS.ProcessEnv;
  /** Path stored by the last `local setup`. */
  remembered?: string | undefined;
  platform?: NodeJS.Platform;
  /** Time limit of each `--version`, in milliseconds; default 10 000. */
  timeoutMs?: number;
}

/**
 * Oldest supported major version: requests need hidden targets, extensions need live loading over the pipe. assumed:
 * 138 has both; older ones were not tested, and tests run with 156.
 */
const MINIMUM_MAJOR = 138;

/** Error for a browser that the user has chosen and that is not a browser, does not answer, or is too old. */
export class ChromiumUnusableError extends Error {
  override readonly name = "ChromiumUnusableError";
  readonly path: string;
  readonly source: BrowserSource;
  constructor(path: string, source: BrowserSource, problem: string) {
    super(`${SOURCE_WORDS[source]}: ${problem}`);
    this.path = path;
    this.source = source;
  }
}

/** Error when no browser was found. `looked` lists unusable browsers with the reason. */
export class ChromiumMissingError extends Error {
  override readonly name = "ChromiumMissingError";
  readonly hint = "browserctl local setup";
  readonly looked: readonly string[];
  constructor(looked: readonly string[]) {
    const seen = looked.length === 0 ? "" : `; not usable: ${looked.join("; ")}`;
    super(`no Chromium, Chrome, Edge or Brave was found on this machine${seen}`);
    this.looked = looked;
  }
}

const SOURCE_WORDS: Record<BrowserSource, string> = {
  flag: "the requested browser",
  BROWSERCTL_CHROMIUM: "BROWSERCTL_CHROMIUM",
  CHROME_PATH: "CHROME_PATH",
  setup: "the browser of the last setup",
  installed: "the installed browser",
};

/**
 * Finds the browser to use. Tries in this order: the requested one, `BROWSERCTL_CHROMIUM`, `CHROME_PATH`, the one of
 * the last `local setup`, installed ones. A browser that the user has chosen is never replaced by another: throws
 * {@link ChromiumUnusableError} with the reason. The one of the last setup is skipped when it is missing.
 *
 * Throws {@link ChromiumMissingError} when there is no browser.
 */
export async function findChromium(options: FindOptions): Promise<FoundBrowser> {
  const { explicit, env, remembered, platform = process.platform, timeoutMs } = options;
  const chosen: [BrowserSource, string | undefined][] = [
    ["flag", explicit],
    ["BROWSERCTL_CHROMIUM", env["BROWSERCTL_CHROMIUM"]],
    ["CHROME_PATH", env["CHROME_PATH"]],
  ];
  for (const [source, path] of chosen) {
    // An empty variable counts as not set.
    if (path) return ask(await named(path, env), source, env, timeoutMs);
  }
  const looked: string[] = [];
  const candidates: [BrowserSource, string][] = remembered ? [["setup", remembered]] : [];
  candidates.push(...candidatePaths(platform, env).map((path): [BrowserSource, string] => ["installed", path]));
  for (const [source, path] of candidates) {
    if (!(await isExecutable(path))) continue;
    try {
      return await ask(path, source, env, timeoutMs);
    } catch (error) {
      if (!(error instanceof ChromiumUnusableError)) throw error;
      looked.push(error.message);
    }
  }
  throw new ChromiumMissingError(looked);
}

/** Absolute path of a given browser; a bare name is looked up in PATH. */
async function named(path: string, env: NodeJS.ProcessEnv): Promise<string> {
  if (/[\\/]/.test(path)) return resolve(path);
  for (const directory of (env["PATH"] ?? "").split(delimiter)) {
    if (directory !== "" && (await isExecutable(join(directory, path)))) return join(directory, path);
  }
  return path;
}

async function ask(
  path: string,
  source: BrowserSource,
  env: NodeJS.ProcessEnv,
  timeoutMs: number | undefined,
): Promise<FoundBrowser> {
  try {
    const { product, version, major } = await browserVersion(path, env, timeoutMs);
    if (major >= MINIMUM_MAJOR) return { path, version, product, source };
    throw new ChromiumUnusableError(
      path,
      source,
      `"${path}" is ${product} ${version}; ${MINIMUM_MAJOR} or newer is needed`,
    );
  } catch (error) {
    if (error instanceof BrowserVersionError) throw new ChromiumUnusableError(path, source, error.message);
    throw error;
  }
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

const PATH_NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "google-chrome-beta",
  "microsoft-edge-stable",
  "microsoft-edge",
  "brave-browser",
  "brave",
];

const LINUX_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/lib/chromium/chromium",
  "/usr/lib64/chromium-browser/chromium-browser",
  "/opt/google/chrome/chrome",
  "/opt/google/chrome-beta/chrome",
  "/opt/microsoft/msedge/msedge",
  "/opt/brave.com/brave/brave",
  "/snap/bin/chromium",
];

const MAC_APPS = [
  "Google Chrome",
  "Chromium",
  "Microsoft Edge",
  "Brave Browser",
  "Google Chrome Beta",
  "Google Chrome Canary",
];

const WINDOWS_FILES = [
  "Google\\Chrome\\Application\\chrome.exe",
  "Chromium\\Application\\chrome.exe",
  "Microsoft\\Edge\\Application\\msedge.exe",
  "BraveSoftware\\Brave-Browser\\Application\\brave.exe",
  "Google\\Chrome Beta\\Application\\chrome.exe",
];

/** Usual paths of installed browsers, most likely first, without duplicates. Only Linux is tested. */
export function candidatePaths(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  return [
    ...new Set(platform === "win32" ? windowsPaths(env) : platform === "darwin" ? macPaths(env) : linuxPaths(env)),
  ];
}

function onPath(env: NodeJS.ProcessEnv): string[] {
  const directories = (env["PATH"] ?? "").split(":").filter((directory) => directory.startsWith("/"));
  return PATH_NAMES.flatMap((name) => directories.map((directory) => posix.join(directory, name)));
}

function linuxPaths(env: NodeJS.ProcessEnv): string[] {
  return [...onPath(env), ...LINUX_PATHS];
}

function macPaths(env: NodeJS.ProcessEnv): string[] {
  const directories = ["/Applications", ...(env["HOME"] ? [posix.join(env["HOME"], "Applications")] : [])];
  const apps = MAC_APPS.flatMap((app) =>
    directories.map((directory) => `${directory}/${app}.app/Contents/MacOS/${app}`),
  );
  return [...apps, ...onPath(env)];
}

function windowsPaths(env: NodeJS.ProcessEnv): string[] {
  const directories = [env["PROGRAMFILES"], env["PROGRAMFILES(X86)"], env["LOCALAPPDATA"]].filter(
    (directory) => directory !== undefined,
  );
  return WINDOWS_FILES.flatMap((file) => directories.map((directory) => win32.join(directory, file)));
}
