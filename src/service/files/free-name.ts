import { link } from "node:fs/promises";
import { posix } from "node:path";
import type { HostPath } from "./dir-handle.ts";

/** Maximum number of names tried for one file. */
const MAX_NAMES = 1_000;
/** Maximum length of a file's name, in bytes; a name may have 255, the rest is for a number. */
const MAX_NAME_BYTES = 240;

/**
 * Tries the numbered names of a file until `take` resolves with true. Returns the name; undefined when the first
 * 1,000 are taken.
 */
export async function firstFreeName(
  name: string,
  take: (name: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (let number = 0; number < MAX_NAMES; number += 1) {
    const free = numbered(name, number);
    if (await take(free)) return free;
  }
  return undefined;
}

/** Links a file; false when the target exists. */
export async function linkUnlessTaken(at: HostPath, target: HostPath): Promise<boolean> {
  try {
    await link(at, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Name with a number as Chromium adds it: `report.pdf`, `report (1).pdf`. It is never a path. */
function numbered(name: string, number: number): string {
  const safe = posix.basename(name.replaceAll("\0", "")) || "download";
  const { name: stem, ext } = posix.parse(safe);
  const end = number === 0 ? ext : ` (${number})${ext}`;
  let short = stem;
  while (short !== "" && Buffer.byteLength(short + ext) > MAX_NAME_BYTES) short = short.slice(0, -1);
  return `${short}${end}`;
}
