import type { ReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { RandomAccessReader } from "yauzl";

const PIECE_BYTES = 64 * 1_024;
/** Number of bytes that a small read takes from the file: headers of entries are adjacent, a few dozen bytes each. */
const WINDOW_BYTES = 16 * 1_024;

/**
 * Reads a zip archive for the library, only inside of the file. The library's own reader throws an offset that is
 * larger than any file as an uncaught error, which ends the process.
 */
export class ZipFileReader extends RandomAccessReader {
  readonly size: number;
  readonly #file: FileHandle;
  #window: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  #closed = false;

  private constructor(file: FileHandle, size: number) {
    super();
    this.#file = file;
    this.size = size;
  }

  static async open(path: string): Promise<ZipFileReader> {
    const file = await open(path);
    try {
      return new ZipFileReader(file, (await file.stat()).size);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  // The library declares a stream of files; it only reads and pipes it.
  override _readStreamForRange(start: number, end: number): ReadStream {
    return Readable.from(this.#pieces(start, end), { objectMode: false }) as ReadStream;
  }

  /** Ends early when the archive is closed before all of an entry was read. */
  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end && !this.#closed; ) {
      const piece = await this.bytesAt(at, Math.min(PIECE_BYTES, end - at));
      if (piece.length === 0) return;
      at += piece.length;
      yield piece;
    }
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#readInto(buffer.subarray(offset, offset + length), position).then(
      (bytesRead) => callback(bytesRead < length ? new Error("unexpected end of the file") : null),
      callback,
    );
  }

  /** Returns the number of bytes read: fewer than requested at the end of the file, 0 outside of it. */
  async #readInto(target: Buffer, position: number): Promise<number> {
    const end = position + target.length;
    if (position < 0 || end > this.size) return 0;
    if (target.length > WINDOW_BYTES) return (await this.#file.read(target, 0, target.length, position)).bytesRead;
    let window = this.#window;
    if (position < window.start || end > window.start + window.bytes.length) {
      window = { start: position, bytes: await this.bytesAt(position, WINDOW_BYTES) };
      this.#window = window;
    }
    return window.bytes.copy(target, 0, position - window.start);
  }

  /** Bytes at a position; fewer at the end of the file. */
  async bytesAt(position: number, length: number): Promise<Buffer> {
    if (position >= this.size) return Buffer.alloc(0);
    const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  }

  override close(callback: (error: Error | null) => void): void {
    this.#closed = true;
    this.#file.close().then(() => callback(null), callback);
  }
}
