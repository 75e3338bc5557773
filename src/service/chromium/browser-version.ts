import { stat } from "node:fs/promises";
import { lastLine, runVersion } from "../../core/run-version.ts";

/** Name and version from `--version`, such as `Chromium` and `156.0.8078.79`. */
export interface BrowserVersion {
  product: string;
  version: string;
  major: number;
}

/** Reason why `--version` failed. */
export type VersionFailure = "missing" | "not_executable" | "no_answer";

export class BrowserVersionError extends Error {
  override readonly name = "BrowserVersionError";
  readonly failure: VersionFailure;
  constructor(failure: VersionFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

const VERSION_LINE = /^[ \t]*([A-Za-z][A-Za-z \t()._-]*)[ \t](\d+)((?:\.\d+){1,3})/m;

/** Parses the output of `--version`; ignores other lines that wrapper scripts print. */
export function parseBrowserVersion(output: string): BrowserVersion | undefined {
  const match = VERSION_LINE.exec(output);
  if (!match) return undefined;
  const [, product = "", major = "", rest = ""] = match;
  return { product: product.trimEnd(), version: major + rest, major: Number(major) };
}

/**
 * Runs `<executable> --version` and reads the answer, within `timeoutMs` (default 10 000) and 64 Ki characters. Throws
 * {@link BrowserVersionError}.
 *
 * On Windows a browser opens a window instead of answering, so the version is taken from the directory that every
 * Chromium installation has beside the executable. assumed: untested on Windows.
 */
export async function browserVersion(
  executable: string,
  env: NodeJS.ProcessEnv,
  timeoutMs = 10_000,
): Promise<BrowserVersion> {
  if (process.platform === "win32") return windowsVersion(executable);
  const { failed, stdout, stderr } = await runVersion([executable, "--version"], env, timeoutMs);
  const code = failed?.code;
  if (code === "ENOENT") throw new BrowserVersionError("missing", `there is no file "${executable}"`);
  if (code === "EACCES") throw new BrowserVersionError("not_executable", `"${executable}" cannot be executed`);
  const version = failed ? undefined : parseBrowserVersion(stdout);
  if (version) return version;
  const output = lastLine(stderr) || lastLine(stdout);
  const how = failed?.killed ? `within ${timeoutMs / 1000} s` : "like a browser";
  throw new BrowserVersionError(
    "no_answer",
    `"${executable}" does not answer --version ${how}${output ? `; it said: ${output}` : ""}`,
  );
}

async function windowsVersion(executable: string): Promise<BrowserVersion> {
  const { readdir } = await import("node:fs/promises");
  const { dirname, basename } = await import("node:path");
  const file = await stat(executable).catch(() => undefined);
  if (!file?.isFile()) throw new BrowserVersionError("missing", `there is no file "${executable}"`);
  const names = await readdir(dirname(executable)).catch((): string[] => []);
  const version = names
    .filter((name) => /^\d+(\.\d+){3}$/.test(name))
    .sort((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))[0];
  if (version === undefined) throw new BrowserVersionError("no_answer", `no version directory beside "${executable}"`);
  const products: Record<string, string> = {
    "msedge.exe": "Microsoft Edge",
    "chrome.exe": "Google Chrome",
    "brave.exe": "Brave Browser",
  };
  return {
    product: products[basename(executable).toLowerCase()] ?? "Chromium",
    version,
    major: Number.parseInt(version, 10),
  };
}

/**
 * Cache of facts about browsers, by executable and modification time, so that only the first session of a service runs
 * `--version`.
 */
export class BrowserVersions {
  readonly #versions = new Map<string, Promise<BrowserVersion>>();
  readonly #windowChrome = new Map<string, number>();

  /** Returns the version, cached while the file is unchanged. Throws {@link BrowserVersionError}. */
  async get(executable: string, env: NodeJS.ProcessEnv): Promise<BrowserVersion> {
    const key = await versionKey(executable);
    const known = this.#versions.get(key);
    if (known) return known;
    const version = browserVersion(executable, env);
    this.#versions.set(key, version);
    version.catch(() => this.#versions.delete(key));
    return version;
  }

  /** Updates the cache with the version of a running browser, for a wrapper script whose browser was updated. */
  async correct(executable: string, version: BrowserVersion): Promise<void> {
    this.#versions.set(await versionKey(executable), Promise.resolve(version));
  }

  /** Height of this browser's tabs and toolbar in a window, in pixels; undefined until measured. */
  async windowChrome(executable: string): Promise<number | undefined> {
    return this.#windowChrome.get(await versionKey(executable));
  }

  async rememberWindowChrome(executable: string, pixels: number): Promise<void> {
    this.#windowChrome.set(await versionKey(executable), pixels);
  }
}

async function versionKey(executable: string): Promise<string> {
  const file = await stat(executable).catch(() => undefined);
  return `${executable}\0${file?.mtimeMs ?? 0}`;
}
