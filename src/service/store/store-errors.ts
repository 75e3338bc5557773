import { ApiError } from "../api-error.ts";

const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;

/** The state folder was written by a later version of this program. */
export class NewerStateError extends Error {
  override readonly name = "NewerStateError";
  constructor(stateDir: string) {
    super(`the state in "${stateDir}" was written by a later version of browserctl`);
  }
}

/** Whether SQLite says that the file is damaged or no database. */
export function isCorrupt(error: unknown): boolean {
  const code = primaryCode(error);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** Whether a write failed because the disk or the quota is full, for SQLite and for plain files. */
export function isDiskFull(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT" || primaryCode(error) === SQLITE_FULL;
}

/**
 * The answer to a request that could not be written down. assumed: status 500, which every operation can answer, with
 * its own code; not to be repeated, because a full disk does not get better by itself.
 */
export function diskFullError(path: string, cause?: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  return new ApiError(500, "disk_full", `no space left on the device of "${path}"`, {
    headers: { "x-should-retry": "false" },
    cause,
  });
}

/** SQLite's result code without the extension in its higher bytes. */
function primaryCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | undefined)?.errcode;
  return typeof code === "number" ? code & 0xff : undefined;
}
