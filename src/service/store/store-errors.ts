const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Error for a state directory that a later version of this program has written. */
export class NewerStateError extends Error {
  override readonly name = "NewerStateError";
  constructor(stateDir: string) {
    super(`the state in "${stateDir}" was written by a later version of browserctl`);
  }
}

/** True for an error of SQLite about a file that is damaged or not a database. */
export function isCorrupt(error: unknown): boolean {
  const code = primaryCode(error);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** True for an error of SQLite about a database that another process has locked. */
export function isLocked(error: unknown): boolean {
  return primaryCode(error) === SQLITE_BUSY;
}

/** SQLite's result code without the extension in its higher bytes. */
function primaryCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | undefined)?.errcode;
  return typeof code === "number" ? code & 0xff : undefined;
}
