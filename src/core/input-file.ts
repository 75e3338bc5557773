import { constants, createReadStream, fstatSync, openSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { addAbortSignal, type Readable } from "node:stream";
import { wholeBytes } from "./whole-bytes.ts";

/**
 * Flags that open a named pipe without waiting for its writer: a thread that waits in the system keeps the process alive
 * after its end. Windows has neither the flag nor such pipes.
 */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Bytes in a chunk of a file. */
const CHUNK_BYTES = 512 * 1_024;

/** Maximum size of an input that is read whole, in bytes: the longest text of the engine. */
const MAX_WHOLE_BYTES = 512 * 2 ** 20 - 24;

/**
 * Bytes of a file, a named pipe or a terminal that the user named. The signal ends it also where no writer comes. Throws
 * the system's errors.
 */
export async function* inputBytes(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const stream = addAbortSignal(signal, await streamOf(openSync(path, FLAGS)));
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } finally {
    stream.destroy();
  }
}

/** All bytes of {@link inputBytes}. Throws an error above the longest text, such as for a device without an end. */
export async function readInput(path: string, signal: AbortSignal): Promise<Buffer> {
  return wholeBytes(inputBytes(path, signal), MAX_WHOLE_BYTES, () => new Error("is larger than 512 MiB"));
}

/**
 * Opens a regular file for reading. Throws the system's errors, and one with the reason "is not a regular file" for a device
 * or a named pipe; reading a directory throws the system's own error.
 */
export async function openRegular(path: string): Promise<FileHandle> {
  const file = await open(path, FLAGS);
  const facts = await file.stat();
  if (facts.isFile() || facts.isDirectory()) return file;
  await file.close();
  throw new Error("is not a regular file");
}

/** Text of a file that was found and not named, such as one of a directory that somebody else made; see {@link openRegular}. */
export async function readRegularText(path: string, encoding: "latin1" | "utf8"): Promise<string> {
  await using file = await openRegular(path);
  return await file.readFile(encoding);
}

async function streamOf(fd: number): Promise<Readable> {
  const facts = fstatSync(fd);
  if (facts.isFIFO()) {
    const { Socket } = await import("node:net");
    return new Socket({ fd, readable: true, writable: false });
  }
  if (facts.isCharacterDevice()) {
    const { isatty, ReadStream } = await import("node:tty");
    if (isatty(fd)) return new ReadStream(fd);
  }
  return createReadStream("", { fd, highWaterMark: CHUNK_BYTES });
}
