import { constants } from "node:fs";
import { access, lstat, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const PREFIX = "bctl-";
/**
 * Maximum path length, in bytes: Chromium's socket path is limited to 104 on some systems, and Chromium itself adds 43.
 */
const MAX_PATH_BYTES = 60;
/** Number of bytes that our names add to the path of the system's directory. */
const OWN_LENGTH = 20;
/** Preferred base, on the disk: the system's temporary directory is often in memory. */
const ON_DISK = "/var/tmp";

/**
 * Temporary directories of sessions and apps (0700), with short paths. They are outside the state directory: a process
 * can read the source of its mounts (`/proc/self/mountinfo`), which must not reveal the state directory. Each is
 * removed with its owner; {@link removeTempRoot} removes those of a killed service.
 */
export class TempDirectories {
  readonly root: string;
  #count = 0;

  private constructor(root: string) {
    this.root = root;
  }

  /** Creates the root directory of this run, in `TMPDIR` if set, otherwise on the disk rather than in memory. */
  static async open(env: Readonly<Record<string, string | undefined>> = {}): Promise<TempDirectories> {
    return new TempDirectories(await mkdtemp(join(await base(env), PREFIX)));
  }

  async make(): Promise<string> {
    this.#count += 1;
    const path = join(this.root, String(this.#count));
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  }

  /** Removes all directories. */
  async close(): Promise<void> {
    await removeTempRoot(this.root);
  }
}

/**
 * Removes the temporary directories of an ended service. Ignores a path in another form, and a directory of another
 * user: after the system has removed a directory, any user can create one with the same name, and change links in it
 * during the removal.
 */
export async function removeTempRoot(root: string | undefined): Promise<void> {
  if (root === undefined || !(await isOwnTempRoot(root))) return;
  await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Checks whether a path has the form of {@link TempDirectories.root}. */
export function isTempRoot(path: string): boolean {
  return basename(path).startsWith(PREFIX);
}

/** {@link isTempRoot} for an existing directory that is not a link and belongs to this user. */
export async function isOwnTempRoot(path: string): Promise<boolean> {
  if (!isTempRoot(path)) return false;
  const facts = await lstat(path).catch(() => undefined);
  const user = process.geteuid?.();
  return facts?.isDirectory() === true && (user === undefined || facts.uid === user);
}

async function base(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const system = tmpdir();
  if (process.platform === "win32") return system;
  if (Buffer.byteLength(system) + OWN_LENGTH > MAX_PATH_BYTES) return "/tmp";
  if (env["TMPDIR"] || process.platform !== "linux") return system;
  return await access(ON_DISK, constants.W_OK | constants.X_OK).then(
    () => ON_DISK,
    () => system,
  );
}
