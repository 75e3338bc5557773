import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import type { WalkedEntry } from "./directory-walk.ts";

const deflated = promisify(deflateRaw);
const WINDOWS = 8;
const WINDOW_BYTES = 8 * 1_024;
/** Minimum size of sampled files: compressing a smaller file takes no longer than sampling it. */
const SAMPLED_FROM = WINDOWS * WINDOW_BYTES;
/** Share of its bytes that a small file is assumed to keep when it is compressed. */
const USUAL_SHARE = 0.5;
/** A file that keeps more than this share of its bytes is not worth compressing. */
const STORED_FROM = 0.95;

/**
 * Estimates the share of its bytes that a file keeps when it is compressed, from eight samples of 8 KiB: 1 means that
 * nothing is saved. A file under 64 KiB is not sampled. Errors of the system are thrown unchanged.
 */
export async function compressedShare({ path, size }: Pick<WalkedEntry, "path" | "size">): Promise<number> {
  if (size === 0) return 1;
  if (size < SAMPLED_FROM) return USUAL_SHARE;
  const file = await open(path);
  try {
    const sample = await sampleOf(file, size);
    return sample.length === 0 ? 1 : Math.min(1, (await deflated(sample, { level: 1 })).length / sample.length);
  } finally {
    await file.close();
  }
}

/** True when a file that keeps this share of its bytes is better stored without compression. */
export function isStored(share: number): boolean {
  return share > STORED_FROM;
}

async function sampleOf(file: FileHandle, size: number): Promise<Buffer> {
  const sample = Buffer.alloc(WINDOWS * WINDOW_BYTES);
  let bytes = 0;
  for (let window = 0; window < WINDOWS; window += 1) {
    const at = Math.floor(((size - WINDOW_BYTES) / (WINDOWS - 1)) * window);
    bytes += (await file.read(sample, bytes, WINDOW_BYTES, at)).bytesRead;
  }
  return sample.subarray(0, bytes);
}
