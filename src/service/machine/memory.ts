import { BROWSER_BYTES, freeSharedMemory, isSmallSharedMemory } from "../chromium/browser-memory.ts";

/** Available memory of this machine, and the memory that a new browser needs, in bytes. */
export function browserMemory(): { readonly available: number; readonly needed: number } {
  return { available: process.availableMemory(), needed: BROWSER_BYTES };
}

/** Shared memory of this machine; undefined when browsers need none. */
export interface SharedMemory {
  /** Free bytes; undefined without /dev/shm. */
  readonly free: number | undefined;
  /** True when it is too small for a page, so that browsers use files instead. */
  readonly small: boolean;
}

/** Measures the shared memory of this machine. */
export async function sharedMemory(): Promise<SharedMemory | undefined> {
  if (process.platform !== "linux") return undefined;
  const free = await freeSharedMemory();
  return { free, small: isSmallSharedMemory(free) };
}
