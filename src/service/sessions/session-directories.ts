import { lstat, mkdir, readdir, readlink, rm, symlink, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isOwnTempRoot, type TempDirectories } from "./temp-directories.ts";

/** Directories of sessions, each with a link in the state directory, where users look for it. */
export class SessionDirectories {
  readonly #links: string;
  readonly #temp: TempDirectories;
  readonly #log: (line: string) => void;

  constructor(stateDir: string, temp: TempDirectories, log: (line: string) => void) {
    this.#links = join(stateDir, "sessions");
    this.#temp = temp;
    this.#log = log;
  }

  /** Path of the link to a session's directory. */
  link(id: string): string {
    return join(this.#links, id);
  }

  /** Creates the directory of links. */
  async prepare(): Promise<void> {
    await mkdir(this.#links, { recursive: true, mode: 0o700 });
  }

  /** Creates the directory of a session (0700). */
  async make(id: string): Promise<string> {
    const dir = await this.#temp.make();
    try {
      await symlink(dir, this.link(id), process.platform === "win32" ? "junction" : "dir");
      return dir;
    } catch (error) {
      await removeDirectory(dir);
      throw error;
    }
  }

  /** Removes a session's directory, then its link: a remaining link names a directory that must still be removed. */
  async remove(id: string, dir: string | undefined): Promise<void> {
    if (dir === undefined) return;
    for (const path of [dir, this.link(id)]) {
      await removeDirectory(path).catch((error: Error) => this.#log(`cannot remove "${path}": ${error.message}`));
    }
  }
}

/**
 * Removes the directories of ended sessions and their links in `links`. If a link does not lead to a session's
 * directory, only the link is removed.
 */
export async function removeSessionDirectories(links: string, log: (line: string) => void): Promise<void> {
  for (const name of await readdir(links).catch(() => [])) {
    const path = join(links, name);
    try {
      const target = (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
      if (target !== undefined && (await isOwnTempRoot(dirname(target)))) await removeDirectory(target);
      if (target === undefined) await removeDirectory(path);
      else await unlink(path);
    } catch (error) {
      log(`cannot remove the directory of an earlier session: ${(error as Error).message}`);
    }
  }
}

/** Removes a directory; retries because the last child of a browser may still write while it ends. */
async function removeDirectory(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
