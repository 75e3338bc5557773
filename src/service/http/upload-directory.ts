import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FilePart } from "../../contract/form.ts";
import { DiskFullError, isDiskFull } from "../disk-full.ts";

/** Error for a file over the operation's limit. */
export class FileTooLargeError extends Error {
  override readonly name = "FileTooLargeError";
}

/**
 * Staging directory of uploaded files, on the device of the session directories, so that an atomic rename puts a file
 * in place. Files are removed after their request unless a handler has moved them; files of a killed service are
 * removed at the next start.
 */
export class UploadDirectory {
  readonly #path: string;

  constructor(dir: string) {
    this.#path = join(dir, "uploads");
  }

  /** Creates the directory, empty. */
  async prepare(): Promise<void> {
    await rm(this.#path, { recursive: true, force: true });
    await mkdir(this.#path, { recursive: true, mode: 0o700 });
  }

  /** Returns an unused path in the directory. */
  newPath(): string {
    return join(this.#path, randomUUID());
  }

  /**
   * Writes a stream to a new file (0600) with backpressure. Throws {@link FileTooLargeError} over `maxBytes`,
   * {@link DiskFullError}, or the error of the stream; the file is removed then.
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
