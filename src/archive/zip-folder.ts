import { createHash } from "node:crypto";
import { constants, type FileHandle, lstat, open, readdir, realpath, rm, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { ArchiveError } from "./archive-error.ts";
import { writeAll } from "./unpack-target.ts";
import { type ZipSource, zipStream } from "./zip-stream.ts";

export interface ZipFolderOptions {
  /** Take what is usually left out too: version control, `node_modules`, what editors and systems leave. */
  readonly includeAll?: boolean;
  /** Take the folders `node_modules` too, as they are. */
  readonly includeModules?: boolean;
  /** Says what else is left out, by its path in the folder; that of a folder ends with a slash. Not asked for `node_modules`. */
  readonly leavesOut?: (path: string) => boolean;
  /** The most bytes the archive may have. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  /** Called with the bytes of each piece of a file that was read. */
  readonly onBytes?: (bytes: number) => void;
}

export interface ZippedFolder {
  /** Size of the archive in bytes. */
  readonly bytes: number;
  /** Lower-case hex SHA-256 of the archive. */
  readonly sha256: string;
  /** Files and folders in it. */
  readonly entries: number;
  /** What is neither file nor folder and was left out, by its path in the folder. */
  readonly skipped: readonly string[];
}

const LITTER =
  /^(\.git|\.hg|\.svn|\.jj|CVS|node_modules|\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|\.idea|\.vscode|.*\.sw[a-p]|.*~|#.*#|\.#.*)$/;
/** Whether a file or folder of this name is left out of an archive wherever it is. */
export function isLitter(name: string): boolean {
  return LITTER.test(name);
}

/** The first moment that a zip archive can name. All entries have it, so that equal folders give equal bytes. */
const EPOCH = new Date(1980, 0, 1);

/**
 * Packs a folder into a new zip file (0600). The same names, contents and executable bits give the same bytes: entries
 * are sorted, times are fixed. Links to files inside the folder are packed as these files.
 *
 * Throws {@link ArchiveError} `unsafe_entry` for a link that leads out of the folder or nowhere, `changed` for a file
 * that changes or vanishes meanwhile, `too_large` beyond `maxBytes`; errors of the system, which name their file. The zip file is gone then.
 */
export async function zipFolder(folder: string, out: string, options: ZipFolderOptions = {}): Promise<ZippedFolder> {
  const walk = new FolderWalk(await realpath(folder), options);
  const file = await open(out, "wx", 0o600);
  try {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of zipStream(walk.entries()) as AsyncIterable<Uint8Array>) {
      options.signal?.throwIfAborted();
      hash.update(chunk);
      await writeAll(file, chunk);
      bytes += chunk.length;
      if (bytes > (options.maxBytes ?? Number.POSITIVE_INFINITY)) throw tooLarge(options.maxBytes);
    }
    await file.close();
    return { bytes, sha256: hash.digest("hex"), entries: walk.count, skipped: walk.skipped };
  } catch (error) {
    await file.close().catch(() => {});
    await rm(out, { force: true });
    throw error;
  }
}

class FolderWalk {
  readonly #root: string;
  readonly #options: ZipFolderOptions;
  readonly skipped: string[] = [];
  count = 0;

  constructor(root: string, options: ZipFolderOptions) {
    this.#root = root;
    this.#options = options;
  }

  entries(): AsyncGenerator<ZipSource> {
    return this.#folder("", new Set([this.#root]));
  }

  async *#folder(path: string, above: ReadonlySet<string>): AsyncGenerator<ZipSource> {
    const names = await readdir(join(this.#root, path));
    names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    for (const name of names) {
      this.#options.signal?.throwIfAborted();
      const full = path === "" ? name : `${path}/${name}`;
      if (!this.#isModules(full) && !this.#options.includeAll && isLitter(name)) continue;
      yield* this.#entry(full, above);
    }
  }

  /** Whether it is, or is in, a folder of packages that is taken as it is: what they name so is no litter of an editor. */
  #isModules(path: string): boolean {
    return this.#options.includeModules === true && /(^|\/)node_modules(\/|$)/.test(path);
  }

  async *#entry(name: string, above: ReadonlySet<string>): AsyncGenerator<ZipSource> {
    if (name.includes("\\")) throw unsafe(name, "has a backslash in its name, which archives cannot carry");
    const path = join(this.#root, name);
    const own = await lstat(path).catch((error) => vanished(error, name));
    if (!this.#isModules(name) && this.#options.leavesOut?.(own.isDirectory() ? `${name}/` : name)) return;
    const real = own.isSymbolicLink() ? await this.#linked(path, name, above) : path;
    const facts = own.isSymbolicLink() ? await stat(real) : own;
    if (facts.isDirectory()) {
      this.count += 1;
      yield { name, isDir: true, mode: 0o755, modified: EPOCH };
      yield* this.#folder(name, new Set([...above, real]));
    } else if (facts.isFile()) {
      this.count += 1;
      const mode = facts.mode & 0o100 ? 0o755 : 0o644;
      yield { name, isDir: false, mode, modified: EPOCH, open: () => this.#open(real, name) };
    } else {
      this.skipped.push(name);
    }
  }

  /** Where a link leads, inside the folder. */
  async #linked(path: string, name: string, above: ReadonlySet<string>): Promise<string> {
    const real = await realpath(path).catch((error: NodeJS.ErrnoException) => {
      throw unsafe(name, error.code === "ELOOP" ? "is a link that leads to itself" : "is a link that leads nowhere");
    });
    const inside = relative(this.#root, real);
    if (inside === ".." || inside.startsWith(`..${sep}`)) throw unsafe(name, "is a link that leads out of the folder");
    if (above.has(real)) throw unsafe(name, "is a link to a folder that it is in itself");
    return real;
  }

  /** A file's bytes; it must be the same file, unchanged, when the last of them has been read. */
  async #open(path: string, name: string): Promise<Readable> {
    const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch((error) =>
      vanished(error, name),
    );
    const before = await file.stat({ bigint: true });
    const bytes = readUnchanged(file, name, before, this.#options.onBytes);
    return Readable.from(bytes, { objectMode: false });
  }
}

async function* readUnchanged(
  file: FileHandle,
  name: string,
  before: { size: bigint; mtimeNs: bigint },
  onBytes: ((bytes: number) => void) | undefined,
): AsyncGenerator<Uint8Array> {
  let read = 0n;
  try {
    for await (const chunk of file.createReadStream({ autoClose: false, highWaterMark: 256 * 1_024 })) {
      read += BigInt((chunk as Buffer).length);
      onBytes?.((chunk as Buffer).length);
      yield chunk as Buffer;
    }
    const after = await file.stat({ bigint: true });
    if (read !== before.size || after.size !== before.size || after.mtimeNs !== before.mtimeNs) throw changed(name);
  } finally {
    await file.close();
  }
}

function tooLarge(maxBytes: number | undefined): ArchiveError {
  return new ArchiveError("too_large", `the archive may have ${maxBytes} bytes`);
}

function changed(name: string): ArchiveError {
  return new ArchiveError("changed", `"${name}" changed while it was packed; try again when nothing writes to it`, {
    entry: name,
  });
}

function vanished(error: NodeJS.ErrnoException, name: string): never {
  throw error.code === "ENOENT" ? changed(name) : error;
}

function unsafe(name: string, why: string): ArchiveError {
  return new ArchiveError("unsafe_entry", `"${name}" ${why}`, { entry: name });
}
