import { randomUUID } from "node:crypto";
import { rename, rmdir, unlink } from "node:fs/promises";
import {
  type Folder,
  factsOf,
  type HostPath,
  inParallel,
  inside,
  makeUsable,
  namesIn,
  withFolder,
} from "./dir-handle.ts";

/** Folders are held on the way down, so many at most. What is deeper moves up and is removed from there. */
const DEEPEST = 64;
const BATCH = 256;

/**
 * Removes a folder and all in it, whatever the permissions of its folders, through held folders alone: a link in it is
 * removed, never followed. Throws ENOTEMPTY when something goes on writing to it.
 */
export async function removeTree(at: HostPath, signal?: AbortSignal): Promise<void> {
  await withFolder(at, async (top) => {
    for (let deep = true; deep; ) deep = await empty(top, { top, depth: 1, signal });
  });
  await rmdir(at);
}

interface Descent {
  top: Folder;
  depth: number;
  signal: AbortSignal | undefined;
}

/** Removes what is in a folder. Gives whether something has moved up instead. */
async function empty(folder: Folder, { top, depth, signal }: Descent): Promise<boolean> {
  await makeUsable(folder);
  let moved = false;
  for await (const names of batchesOf(folder)) {
    signal?.throwIfAborted();
    const folders = await inParallel(names, async (name) => {
      const path = inside(folder, name);
      const facts = await factsOf(path);
      if (facts?.isDirectory()) return path;
      if (facts) await unlink(path);
      return undefined;
    });
    for (const path of folders) {
      if (path === undefined) continue;
      if (depth < DEEPEST) {
        if (await withFolder(path, (inner) => empty(inner, { top, depth: depth + 1, signal }))) moved = true;
        await rmdir(path);
      } else {
        await withFolder(path, makeUsable);
        await rename(path, inside(top, randomUUID()));
        moved = true;
      }
    }
  }
  return moved;
}

async function* batchesOf(folder: Folder): AsyncGenerator<Buffer[]> {
  let batch: Buffer[] = [];
  for await (const name of namesIn(folder)) {
    batch.push(name);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
