import { statfs } from "node:fs/promises";

/** Whether a folder's device has so many bytes left. A device that cannot be asked counts as having them. */
export async function hasDiskSpace(path: string, bytes: number): Promise<boolean> {
  const facts = await statfs(path).catch(() => undefined);
  return facts === undefined || facts.bavail * facts.bsize >= bytes;
}
