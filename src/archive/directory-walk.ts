import { type BigIntStats, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { ArchiveError } from "./archive-error.ts";

export interface WalkOptions {
  /** Includes files that are omitted by default: version control, `node_modules`, files of editors and systems. */
  readonly includeAll?: boolean;
  /** Includes `node_modules` directories unchanged. */
  readonly includeModules?: boolean;
  /**
   * Returns true for further paths to omit. Paths are relative; that of a directory ends with a slash. Not called for
   * `node_modules` that {@link WalkOptions.includeModules} includes, nor for anything in them.
   */
  readonly leavesOut?: (path: string) => boolean;
  readonly signal?: AbortSignal;
}

/** File or directory for an archive, in its state at the time of the walk. */
export interface WalkedEntry {
  /** Its path in the directory, with forward slashes; without one at the end. */
  readonly name: string;
  readonly isDir: boolean;
  /** Path on the disk: its own, or the target of the link with this name. */
  readonly path: string;
  /** 0755 for directories and for files that their owner may execute, otherwise 0644. */
  readonly mode: number;
  /** Bytes; 0 for a directory. */
  readonly size: number;
  readonly modifiedNs: bigint;
}

const LITTER =
  /^(\.git|\.hg|\.svn|\.jj|CVS|node_modules|\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|\.idea|\.vscode|.*\.sw[a-p]|.*~|#.*#|\.#.*)$/;
/** True for a name that is omitted from an archive in every directory. */
export function isLitter(name: string): boolean {
  return LITTER.test(name);
}

/** Number of entries after which the walk yields to the event loop. */
const ENTRIES_A_TURN = 256;

/**
 * Walks through a directory, its entries sorted by their bytes. Links to files and directories inside are walked as
 * their targets. Throws {@link ArchiveError} `unsafe_entry` for a link that leads out of the directory or nowhere and
 * for a name with a backslash or one that is not UTF-8, `changed` for an entry that vanishes during the walk; system
 * errors, which name their file.
 */
export class DirectoryWalk {
  readonly #root: string;
  readonly #options: WalkOptions;
  /** Entries that are neither files nor directories and were left out, by their path in the directory. */
  readonly skipped: string[] = [];
  /** Number of files and directories so far. */
  count = 0;

  constructor(directory: string, options: WalkOptions) {
    this.#root = realpathSync.native(directory);
    this.#options = options;
  }

  entries(): AsyncGenerator<WalkedEntry> {
    return this.#directory("", new Set([this.#root]));
  }

  // Synchronous calls: through the thread pool, each file would take a hundred times as long.
  async *#directory(path: string, above: ReadonlySet<string>): AsyncGenerator<WalkedEntry> {
    const names = readdirSync(join(this.#root, path));
    names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    for (const name of names) {
      this.#options.signal?.throwIfAborted();
      const full = path === "" ? name : `${path}/${name}`;
      if (!this.#isModules(full) && !this.#options.includeAll && isLitter(name)) continue;
      yield* this.#entry(full, above);
    }
  }

  /** True for `node_modules` that are included unchanged, and for anything in them: no name there counts as litter. */
  #isModules(path: string): boolean {
    return this.#options.includeModules === true && /(^|\/)node_modules(\/|$)/.test(path);
  }

  async *#entry(name: string, above: ReadonlySet<string>): AsyncGenerator<WalkedEntry> {
    if (name.includes("\\")) throw unsafe(name, "has a backslash in its name, which archives cannot carry");
    const path = join(this.#root, name);
    const own = factsOf(path, name);
    if (!this.#isModules(name) && this.#options.leavesOut?.(own.isDirectory() ? `${name}/` : name)) return;
    const real = own.isSymbolicLink() ? this.#linked(path, name, above) : path;
    const facts = own.isSymbolicLink() ? statSync(real, { bigint: true }) : own;
    if (!facts.isDirectory() && !facts.isFile()) {
      this.skipped.push(name);
      return;
    }
    this.count += 1;
    if (this.count % ENTRIES_A_TURN === 0) await turn();
    const isDir = facts.isDirectory();
    const mode = isDir || facts.mode & 0o100n ? 0o755 : 0o644;
    yield { name, isDir, path: real, mode, size: isDir ? 0 : Number(facts.size), modifiedNs: facts.mtimeNs };
    if (isDir) yield* this.#directory(name, new Set([...above, real]));
  }

  /** Target of a link, inside the directory. */
  #linked(path: string, name: string, above: ReadonlySet<string>): string {
    const real = realOf(path, name);
    const inside = relative(this.#root, real);
    if (inside === ".." || inside.startsWith(`..${sep}`))
      throw unsafe(name, "is a link that leads out of the directory");
    if (above.has(real)) throw unsafe(name, "is a link to a directory that it is in itself");
    return real;
  }
}

function factsOf(path: string, name: string): BigIntStats {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    // Bytes that are not UTF-8 are read as the replacement character, and the name with that does not exist.
    if (name.includes("\ufffd") && (error as NodeJS.ErrnoException).code === "ENOENT")
      throw unsafe(name, "has a name that is not UTF-8, which archives cannot carry; rename it");
    return vanished(error as NodeJS.ErrnoException, name);
  }
}

function realOf(path: string, name: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw unsafe(name, code === "ELOOP" ? "is a link that leads to itself" : "is a link that leads nowhere");
  }
}

/** Error for a file that has changed since the walk. */
export function changed(name: string): ArchiveError {
  return new ArchiveError("changed", `"${name}" changed while it was packed; try again when nothing writes to it`, {
    entry: name,
  });
}

export function vanished(error: NodeJS.ErrnoException, name: string): never {
  throw ["ENOENT", "ENOTDIR", "ELOOP"].includes(error.code ?? "") ? changed(name) : error;
}

function unsafe(name: string, why: string): ArchiveError {
  return new ArchiveError("unsafe_entry", `"${name}" ${why}`, { entry: name });
}
