import { constants, type FileHandle, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { ArchiveError } from "./archive-error.ts";
import { entryParts } from "./entry-name.ts";

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
