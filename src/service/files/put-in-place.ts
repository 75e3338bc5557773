import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { type AskedPath, badPath } from "./file-errors.ts";
import { factsOf } from "./operations.ts";
import { removeTree } from "./remove-tree.ts";
import { type Folder, type SessionFiles, withFolder } from "./session-files.ts";

/**
 * Puts files and folders in place, all of them or none: {@link PutInPlace.undo} makes everything as it was. What was
 * replaced waits in a folder outside of the session, on the same device, until {@link PutInPlace.finish}.
 */
export class PutInPlace {
  readonly #files: SessionFiles;
  readonly #aside: string;
  /** What was done, the latest last: the way back. */
  readonly #done: (() => Promise<void>)[] = [];

  /** @param aside a folder of its own, which is made and removed */
  constructor(files: SessionFiles, aside: string) {
    this.#files = files;
    this.#aside = aside;
  }

  async begin(): Promise<void> {
    await mkdir(this.#aside, { mode: 0o700 });
  }

  /** Notes that a folder was made on the way to a place. */
  readonly madeFolder = (path: string): void => {
    this.#done.push(() => this.#at(path, (at) => rmdir(at)));
  };

  /** Puts a file in place of whatever file is there. Throws 400 for a folder. */
  async putFile(source: string, folder: Folder, name: string, path: string, asked: AskedPath): Promise<void> {
    const at = join(folder.at, name);
    const facts = await factsOf({ at });
    if (facts?.isDirectory()) throw badPath(asked, `cannot be a file: "${path}" is a directory`);
    if (facts) await this.#putAside(at, path);
    await this.#moveIn(source, at, path);
  }

  /** Puts what a folder has into a folder that is there: folders into folders, files in place of files. */
  async merge(source: string, folder: Folder, path: string, asked: AskedPath): Promise<void> {
    for (const name of await readdir(source)) {
      const [from, at] = [join(source, name), join(folder.at, name)];
      const inner = join(path, name);
      const facts = await factsOf({ at });
      const isFolder = (await lstat(from)).isDirectory();
      if (!facts) await this.#moveIn(from, at, inner);
      else if (!isFolder) await this.putFile(from, folder, name, inner, asked);
      else if (facts.isDirectory()) await withFolder(at, (below) => this.merge(from, below, inner, asked));
      else throw badPath(asked, `cannot take the archive's directory "${name}": "${inner}" is a file`);
    }
  }

  /** Makes everything as it was, as far as the session's own processes have left it alone. */
  async undo(): Promise<void> {
    for (const step of this.#done.reverse()) await step().catch(() => {});
    await this.finish();
  }

  /** Lets go of what was replaced. */
  async finish(): Promise<void> {
    await rm(this.#aside, { recursive: true, force: true });
  }

  async #moveIn(from: string, at: string, path: string): Promise<void> {
    await rename(from, at);
    this.#done.push(() =>
      this.#at(path, async (there) => {
        if ((await lstat(there)).isDirectory()) await removeTree(there);
        else await rm(there);
      }),
    );
  }

  async #putAside(at: string, path: string): Promise<void> {
    const kept = join(this.#aside, randomUUID());
    await rename(at, kept);
    this.#done.push(() => this.#at(path, (there) => rename(kept, there)));
  }

  #at(path: string, work: (at: string) => Promise<void>): Promise<void> {
    return this.#files.reach({ field: "path", path }, {}, ({ at }) => work(at));
  }
}
