import type { Stats } from "node:fs";
import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";

export type FileInfo = ResultOf<OperationById<"fs.fileInfo">>;

/** The record of a file or folder (contract 2.6). assumed: a link is shown as itself. */
export function fileInfo(path: string, facts: Stats): FileInfo {
  return {
    name: path === "/" ? "/" : path.slice(path.lastIndexOf("/") + 1),
    path,
    size_bytes: facts.isDirectory() ? 0 : facts.size,
    is_dir: facts.isDirectory(),
    mod_time: facts.mtime.toISOString(),
    mode: modeText(facts),
  };
}

const BITS = ["r", "w", "x"];

/** Type and permissions as `ls -l` writes them. */
function modeText(facts: Stats): string {
  const type = facts.isDirectory()
    ? "d"
    : facts.isSymbolicLink()
      ? "l"
      : facts.isFIFO()
        ? "p"
        : facts.isSocket()
          ? "s"
          : "-";
  const bits = Array.from({ length: 9 }, (_, at) => (facts.mode & (0o400 >> at) ? BITS[at % 3] : "-"));
  return type + bits.join("");
}
