import type { Io } from "../../core/io.ts";
import type { Styled } from "../../core/styled.ts";

/** Writes a text of the result to stdout, through the pager where it is longer than the terminal. */
export async function writeResult(text: Styled, io: Io): Promise<void> {
  if (!io.pages || rowsOf(text.plain, io.width, io.height) < io.height) return io.write(text);
  await (await import("./pager.ts")).page(text, io);
}

/** Rows that a text takes on a terminal, counted up to a limit. */
function rowsOf(text: string, width: number, limit: number): number {
  let rows = 0;
  for (let start = 0; start < text.length && rows < limit; ) {
    const end = text.indexOf("\n", start);
    rows += Math.max(1, Math.ceil(((end === -1 ? text.length : end) - start) / width));
    start = end === -1 ? text.length : end + 1;
  }
  return rows;
}
