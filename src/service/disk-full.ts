import { statfs } from "node:fs/promises";
import { DriverError } from "./driver-error.ts";

const SQLITE_FULL = 13;

/** Error for data that could not be written because the device of a path is full. */
export class DiskFullError extends DriverError<"disk-full"> {
  override readonly name = "DiskFullError";
  constructor(path: string, cause?: unknown) {
    const withMachine = `no space left on the device of "${path}"`;
    super("disk-full", "no space left on the disk of the local service", { withMachine, cause });
  }
}

/** True for a write that failed because the disk or the quota is full, in SQLite and in plain files. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  // SQLite's result code has an extension in its higher bytes.
  return code === "ENOSPC" || code === "EDQUOT" || (typeof errcode === "number" && (errcode & 0xff) === SQLITE_FULL);
}

/** True when the device of a directory has at least `bytes` bytes free, or when that is unknown. */
export async function hasDiskSpace(path: string, bytes: number): Promise<boolean> {
  const facts = await statfs(path).catch(() => undefined);
  return facts === undefined || facts.bavail * facts.bsize >= bytes;
}
