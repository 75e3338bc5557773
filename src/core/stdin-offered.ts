import { fstatSync, readFileSync } from "node:fs";

/**
 * True when stdin is a pipe, a socket, or a non-empty file that nobody has read from yet. A file that was read before
 * belongs to its reader, such as the `while read` loop around this program. The check reads nothing from stdin, so an
 * empty pipe counts too.
 */
export function stdinOffered(): boolean {
  try {
    const facts = fstatSync(0);
    if (facts.isFIFO() || facts.isSocket()) return true;
    return facts.isFile() && facts.size > 0 && position() === 0;
  } catch {
    // A closed descriptor offers nothing.
    return false;
  }
}

/** Bytes of the file that have been read; 0 where the system does not report it. */
function position(): number {
  try {
    return Number(/^pos:\s*(\d+)/m.exec(readFileSync("/proc/self/fdinfo/0", "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
