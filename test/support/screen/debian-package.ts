import { execFile } from "node:child_process";
import { mkdir, rm, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import { until } from "../until.ts";

const run = promisify(execFile);

/** Not in the run's own temporary folder: several runs on one machine share it, as they share the package manager. */
const lock = "/tmp/browserctl-apt.lock";

/** A lock older than this belongs to a run that was killed. */
const staleMs = 300_000;

/**
 * Makes sure that a Debian package is there, and gives the path of its program. As root it is installed, once at a time
 * over all workers; otherwise the error is the command to run. It never passes by in silence.
 *
 * @param name name of the package, or of several with a blank between them
 * @param program name of a program on the PATH, or path of a file of the package
 */
export async function ensureDebianPackage(name: string, program = name): Promise<string> {
  const present = await findProgram(program);
  if (present) return present;
  const command = `apt-get update && apt-get install -y --no-install-recommends ${name}`;
  if (process.getuid?.() !== 0) throw new Error(`this test needs ${name}; as root run: ${command}`);
  const release = await takeLock();
  try {
    if (!(await findProgram(program))) {
      // In runlevel 1 a package starts no service.
      const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
      const options = { env, timeout: 240_000 };
      await run("sh", ["-c", command], options).catch((error: Error) => {
        throw new Error(`could not install ${name}; try: ${command}\n${error.message}`);
      });
    }
  } finally {
    await release();
  }
  const installed = await findProgram(program);
  if (!installed) throw new Error(`${name} is installed, and there is no ${program}`);
  return installed;
}

/** Makes sure that sessions can have a window: container, display and window manager. */
export async function ensureScreenPackages(): Promise<void> {
  await ensureDebianPackage("bubblewrap", "bwrap");
  await ensureDebianPackage("tigervnc-standalone-server", "Xvnc");
  await ensureDebianPackage("openbox", "openbox");
}

async function findProgram(name: string): Promise<string | undefined> {
  if (isAbsolute(name)) return (await stat(name).catch(() => undefined)) && name;
  for (const directory of (process.env["PATH"] ?? "").split(":").filter(Boolean)) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && (found.mode & 0o111) !== 0) return path;
  }
  return undefined;
}

async function takeLock(): Promise<() => Promise<void>> {
  const taken = async (): Promise<boolean> => {
    try {
      await mkdir(lock);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const since = await stat(lock).catch(() => undefined);
    if (since && Date.now() - since.mtimeMs > staleMs) await rm(lock, { recursive: true, force: true });
    return false;
  };
  await until(taken, { what: `the lock ${lock}`, boundMs: 2 * staleMs });
  return () => rm(lock, { recursive: true, force: true });
}
