import { randomUUID } from "node:crypto";
import { link, mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Faults } from "../faults.ts";
import { changeMode, type Directory, factsOf, inside, withDirectory } from "./dir-handle.ts";
import { badPath, type RequestedPath, systemDirectoryOf, systemPath } from "./file-errors.ts";
import { removeTree } from "./remove-tree.ts";
import type { ResolvedPath, SessionFiles } from "./session-files.ts";

export interface AtomicMergeOptions {
  files: SessionFiles;
  /** Path of a backup directory outside the session, on the same device; it is created, and removed at the end. */
  aside: string;
  faults: Faults;
  /** Stops before the next step. */
  signal: AbortSignal;
}

/**
 * Puts files and directories in place, all or none: {@link AtomicMerge.undo} rolls back. Replaced files are kept in a
 * backup directory until {@link AtomicMerge.finish}.
 */
export class AtomicMerge {
  readonly #options: AtomicMergeOptions;
  /** Undo steps, the latest last. */
  readonly #done: (() => Promise<void>)[] = [];

  constructor(options: AtomicMergeOptions) {
    this.#options = options;
  }

  async begin(): Promise<void> {
    await mkdir(this.#options.aside, { mode: 0o700 });
  }

  /** Records a created directory for the rollback. */
  readonly madeDirectory = (path: string): void => {
    this.#done.push(() => this.#at(path, ({ at }) => rmdir(at)));
  };

  /** Creates the directory of a path, if missing. */
  async makeDirectory({ at, path, name }: ResolvedPath): Promise<void> {
    if (name === "" || (await factsOf(at))) return;
    await mkdir(at, { mode: 0o755 });
    this.madeDirectory(path);
    await changeMode(at, 0o755);
  }

  /** Replaces a file by an atomic rename. Throws a {@link FileError} for a directory. */
  async putFile(
    source: string,
    directory: Directory,
    name: string,
    path: string,
    requested: RequestedPath,
  ): Promise<void> {
    const at = `${directory.at}/${name}`;
    const facts = await factsOf(at);
    if (facts?.isDirectory()) throw badPath(requested, `cannot take a file: "${path}" is a directory`);
    if (facts) await this.#keepAside(at, path);
    this.#beforeStep();
    await rename(source, at);
    if (!facts) this.#added(path);
  }

  /** Throws a {@link FileError} for a file where a directory is needed, or the reverse, before anything is changed. */
  async checkMerge(source: string, directory: Directory, path: string, requested: RequestedPath): Promise<void> {
    for (const entry of await readdir(source, { withFileTypes: true })) {
      const own = joined(path, entry.name);
      const system = systemDirectoryOf(own);
      if (system !== undefined) throw systemPath({ ...requested, path: own }, system);
      const facts = await factsOf(inside(directory, entry.name));
      if (!facts) continue;
      const kind = facts.isDirectory() ? "a directory" : facts.isSymbolicLink() ? "a link" : "a file";
      if (entry.isDirectory() !== facts.isDirectory() && (entry.isDirectory() || facts.isDirectory())) {
        const wanted = entry.isDirectory() ? "a directory" : "a file";
        throw badPath(requested, `cannot take the archive: "${own}" is ${kind}, and ${wanted} in the archive`);
      }
      if (!entry.isDirectory()) continue;
      await withDirectory(inside(directory, entry.name), (below) =>
        this.checkMerge(join(source, entry.name), below, own, requested),
      );
    }
  }

  /** Merges a directory into an existing one: directories recursively; files replace files. */
  async merge(source: string, directory: Directory, path: string, requested: RequestedPath): Promise<void> {
    for (const entry of await readdir(source, { withFileTypes: true })) {
      const from = join(source, entry.name);
      const own = joined(path, entry.name);
      if (!entry.isDirectory()) {
        await this.putFile(from, directory, entry.name, own, requested);
      } else if (await factsOf(inside(directory, entry.name))) {
        await withDirectory(inside(directory, entry.name), (below) => this.merge(from, below, own, requested));
      } else {
        this.#beforeStep();
        await rename(from, inside(directory, entry.name));
        this.#added(own);
      }
    }
  }

  /** Rolls back every change that the session's processes have not changed again. */
  async undo(): Promise<void> {
    for (const step of this.#done.reverse()) await step().catch(() => {});
    await this.finish();
  }

  /** Removes the backups. Processes of the session may still have them open. */
  async finish(): Promise<void> {
    await removeTree(this.#options.aside);
  }

  #beforeStep(): void {
    this.#options.signal.throwIfAborted();
    this.#options.faults.passNow("disk-full");
  }

  #added(path: string): void {
    // Moved away by one rename, then removed at a place where no process can find it by name.
    this.#done.push(() => this.#at(path, ({ at }) => rename(at, this.#newAside())));
  }

  /** Keeps a backup of a file, by a hard link if possible, so that the path always has a file. */
  async #keepAside(at: string, path: string): Promise<void> {
    const kept = this.#newAside();
    try {
      await link(at, kept);
    } catch {
      // Some file systems do not support hard links, and some users may not create them.
      await rename(at, kept);
    }
    this.#done.push(() =>
      this.#at(path, async (resolved) => {
        await rename(kept, resolved.at);
        // A rename between two names of the same file does nothing and leaves both.
        await rm(kept, { force: true });
      }),
    );
  }

  #newAside(): string {
    return join(this.#options.aside, randomUUID());
  }

  #at(path: string, work: (resolved: ResolvedPath) => Promise<void>): Promise<void> {
    return this.#options.files.reach({ field: "path", path }, {}, work);
  }
}

function joined(path: string, name: string): string {
  return path === "/" ? `/${name}` : `${path}/${name}`;
}
