import { statfs } from "node:fs/promises";

/** Minimum memory for a new Chromium, in bytes. assumed: 300 MiB, as measured with an empty page. */
export const BROWSER_BYTES = 300 * 2 ** 20;
const SMALL_SHARED_MEMORY = 256 * 1024 * 1024;

/** Free bytes of this machine's shared memory; undefined for a machine without any. */
export async function freeSharedMemory(): Promise<number | undefined> {
  const facts = await statfs("/dev/shm").catch(() => undefined);
  return facts && facts.bavail * facts.bsize;
}

/** True when there is too little shared memory for a page. */
export function isSmallSharedMemory(free: number | undefined): boolean {
  return free === undefined || free < SMALL_SHARED_MEMORY;
}

/** True when this machine has too little shared memory for a page; only Linux needs any. */
export async function smallSharedMemory(): Promise<boolean> {
  return process.platform === "linux" && isSmallSharedMemory(await freeSharedMemory());
}
