import { mkdir, readlink, realpath } from "node:fs/promises";
import { sep } from "node:path";
import { changeMode, type Directory, type DirHandle, factsOf, openDirHandle } from "./dir-handle.ts";
import {
  badPath,
  fileFailure,
  pathNotFound,
  type RequestedPath,
  systemDirectoryOf,
  systemPath,
} from "./file-errors.ts";

/** Resolved path of a directory entry, which may not exist. */
export interface ResolvedPath {
  readonly directory: Directory;
  /** Name in the directory; empty for the root. */
  readonly name: string;
  /** Canonical path as the session's processes see it. */
  readonly path: string;
  /** System path. It may be a link, which the caller must not follow. */
  readonly at: string;
}

export interface ReachOptions {
  /** Follows a link at the end of the path. */
  readonly follow?: boolean;
  /** Creates missing parent directories (0755) and reports each to this function. */
  readonly makeDirectories?: (path: string) => void;
}

interface Step extends DirHandle {
  readonly name: string;
}

const MAX_LINKS = 40;
const NAME_BYTES = 255;

/**
 * Files of one session, by the paths that its processes see. Links resolve as for them: absolute ones start at the
 * session's root, and nothing is above it. assumed: system directories are rejected, because they are the machine's.
 * A path is walked directory by directory. Each stays open while the next is looked up in it, never through a link, so
 * that a process of the session cannot redirect the walk by replacing directories with links ({@link openDirHandle}
 * describes the exception).
 */
export class SessionFiles {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /**
   * Resolves a path and runs `work` with it. Throws a {@link FileError} for a path that does not exist, leads through a
   * file or leads into a system directory. System errors in `work` are converted to a {@link FileError} too.
   */
  async reach<T>(
    requested: RequestedPath,
    options: ReachOptions,
    work: (resolved: ResolvedPath) => Promise<T>,
  ): Promise<T> {
    const walk = new Walk(this.root, requested, options);
    try {
      return await work(await walk.go());
    } catch (error) {
      throw fileFailure(error, requested, this.root);
    } finally {
      await walk.close();
    }
  }
}

class Walk {
  readonly #requested: RequestedPath;
  readonly #options: ReachOptions;
  readonly #rootPath: string;
  readonly #held: Step[] = [];
  #links = 0;
  /** Remaining parts of the requested path after the last link; earlier parts come from the link. */
  #ownParts = Number.POSITIVE_INFINITY;

  constructor(root: string, requested: RequestedPath, options: ReachOptions) {
    this.#rootPath = root;
    this.#requested = requested;
    this.#options = options;
  }

  async go(): Promise<ResolvedPath> {
    this.#held.push({ ...(await openDirHandle(await realpath(this.#rootPath))), name: "" });
    const rest = this.#requested.path.split("/");
    for (;;) {
      const name = nextName(rest);
      if (name === undefined) return this.#rest();
      if (name === "..") {
        if (this.#held.length > 1) await this.#held.pop()?.close();
        continue;
      }
      const resolved = this.#resolve(name);
      const last = rest.every((part) => part === "" || part === ".");
      if (last && !this.#options.follow) return await this.#checkSlash(resolved);
      const facts = await factsOf(resolved.at);
      if (facts?.isSymbolicLink()) {
        await this.#follow(resolved, rest);
      } else if (last) {
        return await this.#checkSlash(resolved);
      } else if (!facts) {
        await this.#make(resolved, rest.length >= this.#ownParts);
        await this.#enter(resolved);
      } else if (facts.isDirectory()) {
        await this.#enter(resolved);
      } else {
        throw badPath(this.#requested, `leads through "${resolved.path}", which is not a directory`);
      }
    }
  }

  async close(): Promise<void> {
    for (const step of this.#held.splice(0)) await step.close();
  }

  /** Checks that a path with a trailing slash is a directory's. */
  async #checkSlash(resolved: ResolvedPath): Promise<ResolvedPath> {
    if (!/\/\.?$/.test(this.#requested.path)) return resolved;
    const facts = await factsOf(resolved.at);
    if (facts && !facts.isDirectory()) throw badPath(this.#requested, "is not a directory, but ends with a slash");
    return resolved;
  }

  async #follow(resolved: ResolvedPath, rest: string[]): Promise<void> {
    this.#links += 1;
    if (this.#links > MAX_LINKS) throw badPath(this.#requested, `leads through more than ${MAX_LINKS} links`);
    this.#ownParts = Math.min(this.#ownParts, rest.length);
    const target = await readlink(resolved.at);
    if (target.startsWith("/")) {
      for (const step of this.#held.splice(1)) await step.close();
    }
    rest.unshift(...target.split("/"));
  }

  async #enter(resolved: ResolvedPath): Promise<void> {
    this.#held.push({ ...(await openDirHandle(resolved.at)), name: resolved.name });
  }

  /** Creates a parent directory; like a process of the session, it does not create one at a dangling link. */
  async #make(resolved: ResolvedPath, ofLink: boolean): Promise<void> {
    if (!this.#options.makeDirectories || ofLink) throw pathNotFound(this.#requested, resolved.path);
    try {
      await mkdir(resolved.at, { mode: 0o755 });
    } catch (error) {
      // Another process has created it first.
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
      throw error;
    }
    this.#options.makeDirectories(resolved.path);
    await changeMode(resolved.at, 0o755);
  }

  #resolve(name: string): ResolvedPath {
    if (Buffer.byteLength(name) > NAME_BYTES) {
      throw badPath(this.#requested, `has a part of more than ${NAME_BYTES} bytes`);
    }
    if (sep !== "/" && /[\\:]/.test(name))
      throw badPath(this.#requested, `has a part that is not a valid file name: "${name}"`);
    const directory = this.#held.at(-1) as Step;
    const path = `/${[...this.#held.slice(1).map((held) => held.name), name].join("/")}`;
    const system = systemDirectoryOf(path);
    if (system !== undefined) throw systemPath(this.#requested, system);
    return { directory, name, path, at: `${directory.at}/${name}` };
  }

  /** Resolves a path that ends in a directory that is already open: `/`, `a/..`. */
  #rest(): ResolvedPath {
    const names = this.#held.slice(1).map((held) => held.name);
    const own = this.#held.at(-1) as Step;
    const above = this.#held.at(-2);
    const path = `/${names.join("/")}`;
    if (!above) return { directory: own, name: "", path, at: `${own.at}/.` };
    return { directory: above, name: own.name, path, at: `${above.at}/${own.name}` };
  }
}

/** Next part of a path, skipping empty parts and `.`. */
function nextName(rest: string[]): string | undefined {
  for (;;) {
    const part = rest.shift();
    if (part !== "" && part !== ".") return part;
  }
}
