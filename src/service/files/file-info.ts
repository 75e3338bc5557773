import type { Stats } from "node:fs";
import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";

export type FileInfo = ResultOf<OperationById<"fs.fileInfo">>;

/**
 * Record of a file or directory (contract 2.6). assumed: a link is described itself, with a mode that begins with `l`.
 */
export function fileInfo(path: string, facts: Stats): FileInfo {
  return {
    name: path === "/" ? "/" : path.slice(path.lastIndexOf("/") + 1),
    path,
    size_bytes: facts.isDirectory() ? 0 : facts.size,
    is_dir: facts.isDirectory(),
    mod_time: timestamp(facts.mtimeMs),
    mode: modeText(facts),
  };
}

const FIRST_MS = Date.parse("0000-01-01T00:00:00.000Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** Timestamp in RFC 3339, whose years have four digits; file systems allow later ones. */
function timestamp(ms: number): string {
  return new Date(Math.min(Math.max(ms, FIRST_MS), LAST_MS)).toISOString();
}

const BITS = ["r", "w", "x"];
/** Bits shown instead of an `x`: setuid, setgid, sticky. */
const SPECIAL = [
  { bit: 0o4000, at: 2, letter: "s" },
  { bit: 0o2000, at: 5, letter: "s" },
  { bit: 0o1000, at: 8, letter: "t" },
];

/** Type and permissions as `ls -l` writes them. */
function modeText(facts: Stats): string {
  const bits = Array.from({ length: 9 }, (_, at) => (facts.mode & (0o400 >> at) ? BITS[at % 3] : "-"));
  for (const { bit, at, letter } of SPECIAL) {
    if (facts.mode & bit) bits[at] = bits[at] === "-" ? letter.toUpperCase() : letter;
  }
  return typeLetter(facts) + bits.join("");
}

function typeLetter(facts: Stats): string {
  if (facts.isDirectory()) return "d";
  if (facts.isSymbolicLink()) return "l";
  if (facts.isFIFO()) return "p";
  if (facts.isSocket()) return "s";
  if (facts.isCharacterDevice()) return "c";
  return facts.isBlockDevice() ? "b" : "-";
}
