import { constants, type FileHandle, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { ArchiveError } from "./archive-error.ts";

const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW } = constants;

/**
 * Directory that an archive is unpacked to. It is empty at first and nobody else writes to it. Every file in it is new
 * and nothing in it is a link, so that no entry can lead out of it.
 */
export class UnpackTarget {
  readonly #directory: string;
  readonly #kinds = new Map<string, "file" | "directory">();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Creates a directory and its parents. The owner always has access. */
  async makeDirectory(name: string, mode = 0o755): Promise<void> {
    await this.#makeDirectories(entryParts(name), name, mode);
  }

  /** Creates the file of an entry, for writing. Throws {@link ArchiveError} `duplicate` when its name is taken. */
  async makeFile(name: string, mode = 0o644): Promise<FileHandle> {
    const parts = entryParts(name);
    const key = parts.join("/");
    if (key === "") throw new ArchiveError("unsafe_entry", `the entry "${name}" has no name`, { entry: name });
    await this.#makeDirectories(parts.slice(0, -1), name);
    if (this.#kinds.has(key)) throw duplicate(name);
    this.#kinds.set(key, "file");
    try {
      return await open(join(this.#directory, ...parts), O_CREAT | O_EXCL | O_WRONLY | (O_NOFOLLOW ?? 0), mode | 0o200);
    } catch (error) {
      // A case-insensitive file system.
      if ((error as NodeJS.ErrnoException).code === "EEXIST") throw duplicate(name);
      throw error;
    }
  }

  async #makeDirectories(parts: readonly string[], name: string, mode = 0o755): Promise<void> {
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const key = parts.slice(0, depth).join("/");
      const known = this.#kinds.get(key);
      if (known === "file") throw duplicate(name);
      if (known === "directory") continue;
      const own = (depth === parts.length ? mode : 0o755) | 0o700;
      await mkdir(join(this.#directory, ...parts.slice(0, depth)), { mode: own }).catch((error) => {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      });
      this.#kinds.set(key, "directory");
    }
  }
}

function duplicate(name: string): ArchiveError {
  return new ArchiveError("duplicate", `the archive has two entries at "${name}"`, { entry: name });
}

/** Writes all of a chunk. */
export async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
}

const PATH_BYTES = 4_096;
const PART_BYTES = 255;

/**
 * Parts of an entry's name, which all lie below the target directory. Throws {@link ArchiveError} `unsafe_entry` for an
 * absolute name, a drive, `..`, a backslash, a NUL, a part over 255 bytes or a name over 4096.
 */
export function entryParts(name: string): string[] {
  const unsafe = (why: string): ArchiveError =>
    new ArchiveError("unsafe_entry", `the entry "${name.slice(0, 200)}" ${why}`, { entry: name });
  if (name.includes("\0")) throw unsafe("has a NUL character in its name");
  if (name.includes("\\")) throw unsafe("has a backslash in its name");
  if (name.startsWith("/") || /^[A-Za-z]:/.test(name)) throw unsafe("has an absolute name");
  if (Buffer.byteLength(name) > PATH_BYTES) throw unsafe(`has a name over ${PATH_BYTES} bytes`);
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) throw unsafe('has ".." in its name and would leave the directory');
  const long = parts.find((part) => Buffer.byteLength(part) > PART_BYTES);
  if (long !== undefined) throw unsafe(`has a part of its name over ${PART_BYTES} bytes`);
  return parts;
}
