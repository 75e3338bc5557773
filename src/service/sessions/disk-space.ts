import { statfs } from "node:fs/promises";

/** True when the device of a directory has at least `bytes` bytes free, or when that is unknown. */
export async function hasDiskSpace(path: string, bytes: number): Promise<boolean> {
  const facts = await statfs(path).catch(() => undefined);
  return facts === undefined || facts.bavail * facts.bsize >= bytes;
}
