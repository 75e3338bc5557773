import { randomUUID } from "node:crypto";
import { rename, rmdir, unlink } from "node:fs/promises";
import {
  type Directory,
  factsOf,
  type HostPath,
  inParallel,
  inside,
  makeUsable,
  namesIn,
  withDirectory,
} from "./dir-handle.ts";

/** Maximum number of open directories. Deeper directories are moved up and removed there. */
const MAX_DEPTH = 64;
const BATCH = 256;

/**
 * Removes a directory recursively, whatever its permissions, through open directories only, so that links are removed
 * and never followed. Throws ENOTEMPTY when a process keeps writing to it.
 */
export async function removeTree(at: HostPath, signal?: AbortSignal): Promise<void> {
  await withDirectory(at, async (top) => {
    for (let deep = true; deep; ) deep = await empty(top, { top, depth: 1, signal });
  });
  await rmdir(at);
}

interface Descent {
  top: Directory;
  depth: number;
  signal: AbortSignal | undefined;
}

/** Removes the content of a directory. Returns true when entries were moved up instead. */
async function empty(directory: Directory, { top, depth, signal }: Descent): Promise<boolean> {
  await makeUsable(directory);
  let moved = false;
  for await (const names of batchesOf(directory)) {
    signal?.throwIfAborted();
    const directories = await inParallel(names, async (name) => {
      const path = inside(directory, name);
      const facts = await factsOf(path);
      if (facts?.isDirectory()) return path;
      if (facts) await unlink(path);
      return undefined;
    });
    for (const path of directories) {
      if (path === undefined) continue;
      if (depth < MAX_DEPTH) {
        if (await withDirectory(path, (inner) => empty(inner, { top, depth: depth + 1, signal }))) moved = true;
        await rmdir(path);
      } else {
        await withDirectory(path, makeUsable);
        await rename(path, inside(top, randomUUID()));
        moved = true;
      }
    }
  }
  return moved;
}

async function* batchesOf(directory: Directory): AsyncGenerator<Buffer[]> {
  let batch: Buffer[] = [];
  for await (const name of namesIn(directory)) {
    batch.push(name);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
