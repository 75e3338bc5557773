import { chmod, constants, lstat, mkdir, open, readlink } from "node:fs/promises";
import { join } from "node:path";
import { type AskedPath, badPath, fileFailure, systemFolderOf, systemPath } from "./file-errors.ts";

/** A folder of a session that is held open, so that nobody can put another in its place. */
export interface Folder {
  /** A path by which the system reaches it; of use while it is held. */
  readonly at: string;
}

/** An entry of a folder, which may not exist. */
export interface Place {
  readonly folder: Folder;
  /** Its name in the folder; empty for the root itself. */
  readonly name: string;
  /** Its path as the session's processes see it, without links. */
  readonly path: string;
  /** A path by which the system reaches it. A link there is not the target: whoever opens it must not follow it. */
  readonly at: string;
}

export interface ReachOptions {
  /** What a link at the end of the path leads to, instead of the link. */
  readonly follow?: boolean;
  /** Makes the folders on the way (0755), and says which. */
  readonly makeFolders?: (path: string) => void;
}

export interface HeldFolder extends Folder {
  close(): Promise<void>;
}

interface Step extends HeldFolder {
  readonly name: string;
}

const MOST_LINKS = 40;
const { O_NOFOLLOW = 0, O_DIRECTORY = 0 } = constants;
/** Linux: names a file without opening it, which needs no permission on the file itself. Node has no name for it. */
const O_PATH = 0o10000000;
/** Never waits for the other end of a pipe. */
export const FILE_FLAGS = constants.O_RDONLY | O_NOFOLLOW | (constants.O_NONBLOCK ?? 0);

/**
 * The files of one session, by the paths its processes see (rulings 38 and 39). Links lead where they lead for them:
 * absolute ones begin at the session's root, and nothing is above it.
 *
 * A path is walked folder by folder, each held open while the next is looked up in it and never through a link, so that
 * a process of the session cannot lead us elsewhere by changing folders into links meanwhile. That needs Linux' /proc;
 * elsewhere folders are named by their path, and such a race could be won.
 */
export class SessionFiles {
  readonly root: string;
  readonly stateDir: string;

  constructor(root: string, stateDir: string) {
    this.root = root;
    this.stateDir = stateDir;
  }

  /**
   * Finds the place of a path and does `work` with it. Throws 404 or 400 for a path that leads nowhere, through a file
   * or into a folder of the system; errors of the system that `work` meets become such answers too.
   */
  async reach<T>(asked: AskedPath, options: ReachOptions, work: (place: Place) => Promise<T>): Promise<T> {
    try {
      const reached = await this.hold(asked, options);
      try {
        return await work(reached.place);
      } finally {
        await reached.close();
      }
    } catch (error) {
      throw fileFailure(error, asked, this.stateDir);
    }
  }

  /** Finds the place of a path; what leads to it is held until `close`. Throws errors of the system as they are. */
  async hold(asked: AskedPath, options: ReachOptions): Promise<{ place: Place; close: () => Promise<void> }> {
    const walk = new Walk(this.root, asked, options);
    try {
      return { place: await walk.go(), close: () => walk.close() };
    } catch (error) {
      await walk.close();
      throw error;
    }
  }
}

class Walk {
  readonly #asked: AskedPath;
  readonly #options: ReachOptions;
  readonly #rootPath: string;
  readonly #held: Step[] = [];
  #links = 0;

  constructor(root: string, asked: AskedPath, options: ReachOptions) {
    this.#rootPath = root;
    this.#asked = asked;
    this.#options = options;
  }

  async go(): Promise<Place> {
    this.#held.push({ ...(await holdFolder(this.#rootPath)), name: "" });
    const rest = this.#asked.path.split("/");
    for (;;) {
      const name = nextName(rest);
      if (name === undefined) return this.#rest();
      if (name === "..") {
        if (this.#held.length > 1) await this.#held.pop()?.close();
        continue;
      }
      const last = rest.every((part) => part === "" || part === ".");
      const place = this.#place(name);
      const folder = systemFolderOf(place.path);
      if (folder !== undefined) throw systemPath(this.#asked, folder);
      if (last && !this.#options.follow) return place;
      const facts = await lstat(place.at).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
      });
      if (facts?.isSymbolicLink()) {
        await this.#follow(place, rest);
      } else if (last) {
        return place;
      } else if (facts) {
        await this.#enter(place);
      } else {
        if (!this.#options.makeFolders) throw Object.assign(new Error(), { code: "ENOENT" });
        await mkdir(place.at, { mode: 0o755 });
        this.#options.makeFolders(place.path);
        await this.#enter(place);
      }
    }
  }

  async close(): Promise<void> {
    for (const step of this.#held.splice(0)) await step.close();
  }

  async #follow(place: Place, rest: string[]): Promise<void> {
    this.#links += 1;
    if (this.#links > MOST_LINKS) throw badPath(this.#asked, `leads through more than ${MOST_LINKS} links`);
    const target = await readlink(place.at);
    if (target.startsWith("/")) {
      for (const step of this.#held.splice(1)) await step.close();
    }
    rest.unshift(...target.split("/"));
  }

  async #enter(place: Place): Promise<void> {
    this.#held.push({ ...(await holdFolder(place.at)), name: place.name });
  }

  #place(name: string): Place {
    const folder = this.#held.at(-1) as Step;
    const path = `/${[...this.#held.slice(1).map((held) => held.name), name].join("/")}`;
    return { folder, name, path, at: join(folder.at, name) };
  }

  /** The place of a path that ends with a folder that is held already: `/`, `a/..`. */
  #rest(): Place {
    const names = this.#held.slice(1).map((held) => held.name);
    const own = this.#held.at(-1) as Step;
    const above = this.#held.at(-2);
    const path = `/${names.join("/")}`;
    if (!above) return { folder: own, name: "", path, at: `${own.at}/.` };
    return { folder: above, name: own.name, path, at: join(above.at, own.name) };
  }
}

/** The next part of a path that leads somewhere. */
function nextName(rest: string[]): string | undefined {
  for (;;) {
    const part = rest.shift();
    if (part !== "" && part !== ".") return part;
  }
}

/** Holds a folder, by the path of a place in one that is held, until `close`. Never follows a link. */
export async function holdFolder(at: string): Promise<HeldFolder> {
  if (process.platform !== "linux") return { at, close: async () => {} };
  const handle = await open(at, O_PATH | O_DIRECTORY | O_NOFOLLOW);
  return { at: `/proc/self/fd/${handle.fd}`, close: () => handle.close() };
}

/** Holds a folder for as long as `work` takes. */
export async function withFolder<T>(at: string, work: (folder: Folder) => Promise<T>): Promise<T> {
  const held = await holdFolder(at);
  try {
    return await work(held);
  } finally {
    await held.close();
  }
}

/** Changes the permissions of a file or folder. Never of what a link leads to. */
export async function changeMode(at: string, mode: number): Promise<void> {
  if (process.platform !== "linux") return chmod(at, mode);
  const handle = await open(at, O_PATH | O_NOFOLLOW);
  try {
    await chmod(`/proc/self/fd/${handle.fd}`, mode);
  } finally {
    await handle.close();
  }
}
