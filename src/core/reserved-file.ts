import { type FileHandle, open, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { CliError, fileError } from "./errors.ts";
import { checkTarget, put, type SaveOptions, temporaryName } from "./save-file.ts";

/** Bytes that are allocated ahead. */
const RESERVED_BYTES = 4096;

/**
 * File whose space is allocated before its content exists, for a secret that is only given once. A missing directory,
 * missing permissions or a full disk are errors before the secret is requested.
 */
export class ReservedFile {
  readonly #file: FileHandle;
  readonly #temporary: string;
  readonly #target: string;
  readonly #path: string;
  readonly #force: boolean;

  private constructor(file: FileHandle, temporary: string, path: string, { cwd, force }: SaveOptions) {
    this.#file = file;
    this.#temporary = temporary;
    this.#path = path;
    this.#target = resolve(cwd, path);
    this.#force = force;
  }

  /**
   * Allocates a temporary file beside the target, mode 0600 unless the options name another. Exit 10 when the target exists
   * and `force` is not set, or when it cannot be written; then nothing is left behind.
   */
  static async reserve(path: string, options: Omit<SaveOptions, "signal">): Promise<ReservedFile> {
    const target = resolve(options.cwd, path);
    await checkTarget(target, path, options.force);
    const temporary = join(dirname(target), temporaryName(basename(target)));
    let file: FileHandle | undefined;
    const discard = async (): Promise<void> => {
      await file?.close().catch(() => {});
      await rm(temporary, { force: true });
    };
    const keep = options.defer(discard);
    try {
      file = await open(temporary, "wx", options.mode ?? 0o600);
      await writeAtStart(file, Buffer.alloc(RESERVED_BYTES));
      await file.sync();
      return new ReservedFile(file, temporary, path, { ...options, signal: new AbortController().signal });
    } catch (error) {
      await discard();
      keep();
      throw fileError("write", path, error);
    }
  }

  /** Writes the content over the allocated bytes and puts the file in place. Returns its absolute path. */
  async write(content: Uint8Array): Promise<string> {
    try {
      await writeAtStart(this.#file, content);
      await this.#file.truncate(content.length);
      await this.#file.sync();
      await this.#file.close();
      await put(this.#temporary, this.#target, this.#path, this.#force);
      return this.#target;
    } catch (error) {
      await this.discard();
      throw error instanceof CliError ? error : fileError("write", this.#path, error);
    }
  }

  /** Removes the file, when there is nothing to write. */
  async discard(): Promise<void> {
    await this.#file.close().catch(() => {});
    await rm(this.#temporary, { force: true });
  }
}

async function writeAtStart(file: FileHandle, content: Uint8Array): Promise<void> {
  for (let at = 0; at < content.length; ) at += (await file.write(content, at, content.length - at, at)).bytesWritten;
}
