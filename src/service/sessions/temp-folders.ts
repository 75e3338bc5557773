import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const PREFIX = "bctl-";
/** Chromium makes a socket in it, whose whole path has 104 bytes at most on some systems; 43 of them are its own. */
const LONGEST = 60;
/** What our own names add to the system's folder. */
const OWN_LENGTH = 20;

/**
 * Folders for what the browsers of one service put aside while they run. They are short ones in the system's temporary
 * folder, and for this user alone (0700). A browser that is killed leaves its things there: they go with its session.
 * Those of a service that was killed are removed by {@link removeTempRoot}.
 */
export class TempFolders {
  readonly root: string;
  #count = 0;

  private constructor(root: string) {
    this.root = root;
  }

  /** Makes the root of this service's life. */
  static async open(): Promise<TempFolders> {
    const system = tmpdir();
    const tooLong = process.platform !== "win32" && Buffer.byteLength(system) + OWN_LENGTH > LONGEST;
    return new TempFolders(await mkdtemp(join(tooLong ? "/tmp" : system, PREFIX)));
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

/** Removes the temporary folders of a service that has ended; anything else that its state file names stays. */
export async function removeTempRoot(root: string | undefined): Promise<void> {
  if (root === undefined || !basename(root).startsWith(PREFIX)) return;
  await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
