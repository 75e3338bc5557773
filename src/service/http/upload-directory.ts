import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FilePart } from "../../contract/form.ts";
import { DiskFullError, isDiskFull } from "../disk-full.ts";

/** The file is larger than the operation takes. */
export class FileTooLargeError extends Error {
  override readonly name = "FileTooLargeError";
}

/**
 * The directory of files that requests bring, beside those of the sessions, so that a rename puts them in place. What a request
 * brought is removed when it is answered, unless a handler has moved it; what a killed service left, at the next start.
 */
export class UploadDirectory {
  readonly #path: string;

  constructor(dir: string) {
    this.#path = join(dir, "uploads");
  }

  /** Empties it. */
  async prepare(): Promise<void> {
    await rm(this.#path, { recursive: true, force: true });
    await mkdir(this.#path, { recursive: true, mode: 0o700 });
  }

  /** A path in it that nothing has. */
  newPath(): string {
    return join(this.#path, randomUUID());
  }

  /**
   * Writes a stream to a file of its own (0600), as fast as the disk takes it. Throws {@link FileTooLargeError} beyond
   * `maxBytes`, a {@link DiskFullError}, or whatever the stream fails with; the file is gone then.
   */
  async receive(data: AsyncIterable<Uint8Array>, maxBytes: number, filename?: string): Promise<FilePart> {
    const path = this.newPath();
    const hash = createHash("sha256");
    let bytes = 0;
    try {
      const file = await open(path, "wx", 0o600);
      try {
        for await (const chunk of data) {
          bytes += chunk.length;
          if (bytes > maxBytes) throw new FileTooLargeError();
          hash.update(chunk);
          for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
        }
      } finally {
        await file.close();
      }
    } catch (error) {
      await rm(path, { force: true });
      throw isDiskFull(error) ? new DiskFullError(this.#path, error) : error;
    }
    return { path, bytes, sha256: hash.digest("hex"), ...(filename !== undefined && { filename }) };
  }
}
