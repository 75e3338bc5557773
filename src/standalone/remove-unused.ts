import { readdirSync, readlinkSync, rmSync, statSync } from "node:fs";
import { join, sep } from "node:path";

/** Name of the file whose time says when a package was used last. */
export const LAST_USED = ".last-used";
/** Prefix of directories that are being filled. */
export const STAGING = ".new-";

const HOUR_MS = 3_600_000;
/** Time after its last use from which another version is removed, in milliseconds. */
const KEPT_MS = 30 * 24 * HOUR_MS;

/**
 * Removes the directories of other versions that nobody has used for 30 days and from which no process runs, and those
 * that an interrupted start left incomplete.
 */
export function removeUnused(base: string, id: string, now: number): void {
  const names = readdirSync(base).filter((name) => name !== id && isOld(join(base, name), name, now));
  if (names.length === 0) return;
  const running = runningPrograms();
  for (const name of names) {
    const directory = join(base, name);
    if (running.some((path) => path.startsWith(directory + sep))) continue;
    try {
      rmSync(directory, { recursive: true, force: true });
    } catch {
      // The system does not remove files in use.
    }
  }
}

function isOld(directory: string, name: string, now: number): boolean {
  const time = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (name.startsWith(STAGING)) return now - (time(directory) ?? now) > HOUR_MS;
  return now - (time(join(directory, LAST_USED)) ?? time(directory) ?? now) > KEPT_MS;
}

/** Program files of the processes that this user may see; empty where the system has no `/proc`. */
function runningPrograms(): string[] {
  const read = (path: string): string[] => {
    try {
      return [readlinkSync(path)];
    } catch {
      return [];
    }
  };
  try {
    return readdirSync("/proc").flatMap((pid) => (/^\d+$/.test(pid) ? read(`/proc/${pid}/exe`) : []));
  } catch {
    return [];
  }
}
