import { statfs } from "node:fs/promises";

/** True for a directory whose device has so many bytes left, and for a device that cannot be asked. */
export async function hasDiskSpace(path: string, bytes: number): Promise<boolean> {
  const facts = await statfs(path).catch(() => undefined);
  return facts === undefined || facts.bavail * facts.bsize >= bytes;
}
