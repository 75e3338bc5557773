import { constants } from "node:fs";
import { access, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const PREFIX = "bctl-";
/** Chromium makes a socket in it, whose whole path has 104 bytes at most on some systems; 43 of them are its own. */
const LONGEST = 60;
/** Length that our own names add to the path of the system's directory, in bytes. */
const OWN_LENGTH = 20;
/** On the disk, where the system's temporary directory is often in memory. */
const ON_DISK = "/var/tmp";

/**
 * Directories for what sessions and apps put aside while they run: short ones, and for this user alone (0700). They are
 * outside the state directory, because a process can read where its mounts come from (`/proc/self/mountinfo`) and must
 * not learn from that where the service keeps its state. They go with their session; those of a service that was killed
 * are removed by {@link removeTempRoot}.
 */
export class TempDirectories {
  readonly root: string;
  #count = 0;

  private constructor(root: string) {
    this.root = root;
  }

  /** Makes the root of this service's life. `TMPDIR` decides where; without it the disk is taken, not memory. */
  static async open(env: Readonly<Record<string, string | undefined>> = {}): Promise<TempDirectories> {
    return new TempDirectories(await mkdtemp(join(await base(env), PREFIX)));
  }

  async make(): Promise<string> {
    this.#count += 1;
    const path = join(this.root, String(this.#count));
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  }

  /** Removes all of them. */
  async close(): Promise<void> {
    await removeTempRoot(this.root);
  }
}

/** Removes the temporary directories of a service that has ended; anything else that its state file names stays. */
export async function removeTempRoot(root: string | undefined): Promise<void> {
  if (root === undefined || !isTempRoot(root)) return;
  await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Checks whether a path has the form of {@link TempDirectories.root}. */
export function isTempRoot(path: string): boolean {
  return basename(path).startsWith(PREFIX);
}

async function base(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const system = tmpdir();
  if (process.platform === "win32") return system;
  if (Buffer.byteLength(system) + OWN_LENGTH > LONGEST) return "/tmp";
  if (env["TMPDIR"] || process.platform !== "linux") return system;
  return await access(ON_DISK, constants.W_OK | constants.X_OK).then(
    () => ON_DISK,
    () => system,
  );
}
