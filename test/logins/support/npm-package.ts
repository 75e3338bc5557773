import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { lastingCache } from "../../support/machine/run-directories.ts";

const cache = lastingCache();

/** Maximum time of an installation, in milliseconds. */
const INSTALL_BOUND_MS = 480_000;

interface NpmOptions {
  /** Runs the install scripts of all packages. */
  readonly scripts?: boolean;
  /** Versions of packages that others need, instead of the ones that they name. */
  readonly overrides?: Readonly<Record<string, string>>;
}

/**
 * Makes sure that an npm package is there, and gives the directory that has it in its `node_modules`.
 *
 * @param specs packages with their versions; the first is the application
 */
export async function ensureNpmPackage(specs: readonly string[], options: NpmOptions = {}): Promise<string> {
  const directory = join(cache, specs.join("+").replaceAll(/[^\w.@+-]/g, "_"));
  if (await stat(directory).catch(() => undefined)) return directory;
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, "staging-"));
  try {
    await writeFile(
      join(staging, "package.json"),
      JSON.stringify({ private: true, overrides: options.overrides ?? {} }),
    );
    const flags = ["--no-audit", "--no-fund", "--loglevel=error", ...(options.scripts ? [] : ["--ignore-scripts"])];
    const { NODE_ENV: _, ...env } = process.env;
    await promisify(execFile)("npm", ["install", ...flags, ...specs], {
      ...{ cwd: staging, env, timeout: INSTALL_BOUND_MS, maxBuffer: 1e8 },
    });
    await rename(staging, directory);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return directory;
}
