import { statfs } from "node:fs/promises";

const LEAST_BYTES = 2 ** 20;

/** Whether a folder's device has room left: at least 1 MiB. A device that cannot be asked counts as having room. */
export async function hasDiskSpace(path: string): Promise<boolean> {
  const facts = await statfs(path).catch(() => undefined);
  return facts === undefined || facts.bavail * facts.bsize >= LEAST_BYTES;
}
