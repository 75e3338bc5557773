import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { changed, vanished, type WalkedEntry } from "./directory-walk.ts";

/** Maximum size of a file that is read at once, in bytes. */
export const MAX_SMALL_BYTES = 64 * 1_024;
/** Size of one read of a larger file, in bytes: larger reads need fewer system calls. */
const READ_BYTES = 512 * 1_024;
/** Maximum size of a chunk: larger ones stay in memory for longer. */
const MAX_PIECE_BYTES = 64 * 1_024;

type Facts = { readonly size: bigint; readonly mtimeNs: bigint };

/**
 * Reads a file that a walk has found, with exactly its size at that time. Throws {@link ArchiveError} `changed` when
 * the file has changed, before or after the last piece.
 */
export function readWalked(entry: WalkedEntry): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  return entry.size > MAX_SMALL_BYTES ? readLarge(entry) : readSmall(entry);
}

function* readSmall(entry: WalkedEntry): Generator<Uint8Array> {
  const file = openNow(entry);
  try {
    check(entry, fstatSync(file, { bigint: true }));
    const data = Buffer.allocUnsafe(entry.size);
    for (let at = 0; at < data.length; ) {
      const read = readSync(file, data, at, data.length - at, at);
      if (read === 0) throw changed(entry.name);
      at += read;
    }
    check(entry, fstatSync(file, { bigint: true }));
    yield data;
  } finally {
    closeSync(file);
  }
}

async function* readLarge(entry: WalkedEntry): AsyncGenerator<Uint8Array> {
  const file = await open(entry.path, flags).catch((error) => vanished(error, entry.name));
  try {
    check(entry, await file.stat({ bigint: true }));
    for (let left = entry.size; left > 0; ) {
      const data = await readSome(file, Math.min(left, READ_BYTES));
      if (data.length === 0) throw changed(entry.name);
      left -= data.length;
      for (let at = 0; at < data.length; at += MAX_PIECE_BYTES) yield data.subarray(at, at + MAX_PIECE_BYTES);
    }
    check(entry, await file.stat({ bigint: true }));
  } finally {
    await file.close();
  }
}

/** Flags for opening: a link that has replaced the file is not followed, a pipe is not waited for. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

async function readSome(file: FileHandle, bytes: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(bytes));
  return buffer.subarray(0, bytesRead);
}

function openNow({ path, name }: WalkedEntry): number {
  try {
    return openSync(path, flags);
  } catch (error) {
    return vanished(error as NodeJS.ErrnoException, name);
  }
}

function check({ size, modifiedNs, name }: WalkedEntry, facts: Facts): void {
  if (facts.size !== BigInt(size) || facts.mtimeNs !== modifiedNs) throw changed(name);
}
