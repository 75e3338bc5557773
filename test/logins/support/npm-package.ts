import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Outlives the run, so that a second one installs nothing. */
const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "browserctl-test-applications");

/** Maximum time of an installation, in milliseconds. */
const INSTALL_BOUND_MS = 480_000;

/**
 * Makes sure that an npm package is there, and gives the directory that has it in its `node_modules`. Install scripts run
 * only for packages that are named.
 *
 * @param specs packages with their versions; the first is the application
 */
export async function ensureNpmPackage(specs: readonly string[], options: { scripts?: boolean } = {}): Promise<string> {
  const directory = join(cache, specs.join("+").replaceAll(/[^\w.@+-]/g, "_"));
  if (await stat(directory).catch(() => undefined)) return directory;
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, "staging-"));
  try {
    await writeFile(join(staging, "package.json"), JSON.stringify({ private: true }));
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
