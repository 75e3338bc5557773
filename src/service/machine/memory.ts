import { BROWSER_BYTES, freeSharedMemory, isSmallSharedMemory } from "../chromium/browser-memory.ts";

/** Memory of this machine, and the part of it that a new browser needs, in bytes. */
export function browserMemory(): { readonly available: number; readonly needed: number } {
  return { available: process.availableMemory(), needed: BROWSER_BYTES };
}

/** Shared memory of this machine; undefined where browsers need none. */
export interface SharedMemory {
  /** Free bytes; undefined where there is no /dev/shm. */
  readonly free: number | undefined;
  /** True when it is too little for a page, and browsers use files in its place. */
  readonly small: boolean;
}

/** Measures the shared memory of this machine. */
export async function sharedMemory(): Promise<SharedMemory | undefined> {
  if (process.platform !== "linux") return undefined;
  const free = await freeSharedMemory();
  return { free, small: isSmallSharedMemory(free) };
}
