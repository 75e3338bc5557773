import type { Line, LogRing } from "./log-ring.ts";

/** Position of a row in the log: the ordinal of its line, and the index of the row in the line. */
export interface RowPosition {
  readonly ordinal: number;
  readonly row: number;
}

/** A row on the screen. */
export interface ScreenRow {
  readonly line: Line;
  readonly row: number;
}

type RowsOf = (line: Line) => number;

/** Up to `height` rows from a position. When its line is not available, the next available line is first. */
export function rowsFrom(lines: LogRing, position: RowPosition, height: number, rowsOf: RowsOf): ScreenRow[] {
  const rows: ScreenRow[] = [];
  const first = lines.indexOf(position.ordinal);
  let row = lines.at(first)?.ordinal === position.ordinal ? position.row : 0;
  for (let index = first; rows.length < height; index += 1) {
    const line = lines.at(index);
    if (!line) break;
    for (const count = rowsOf(line); row < count && rows.length < height; row += 1) rows.push({ line, row });
    row = 0;
  }
  return rows;
}

/** Lowest position of the first row: the last row of the log is at the bottom of the screen. */
export function lastPosition(lines: LogRing, height: number, rowsOf: RowsOf): RowPosition {
  let room = height;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines.at(index);
    if (!line) break;
    const count = rowsOf(line);
    if (count >= room) return { ordinal: line.ordinal, row: count - room };
    room -= count;
  }
  return { ordinal: lines.first?.ordinal ?? 0, row: 0 };
}

/** The position `by` rows further down (up when negative), between the first and the last position. */
export function movedBy(lines: LogRing, from: RowPosition, by: number, height: number, rowsOf: RowsOf): RowPosition {
  const index = lines.indexOf(from.ordinal);
  const there = lines.at(index)?.ordinal === from.ordinal;
  const position =
    by < 0 ? up(lines, index, there ? from.row : 0, -by, rowsOf) : down(lines, index, there ? from.row : 0, by, rowsOf);
  const last = lastPosition(lines, height, rowsOf);
  return isAfter(position, last) ? last : position;
}

/** True when position `a` is after position `b`. */
export function isAfter(a: RowPosition, b: RowPosition): boolean {
  return a.ordinal > b.ordinal || (a.ordinal === b.ordinal && a.row > b.row);
}

function up(lines: LogRing, from: number, fromRow: number, by: number, rowsOf: RowsOf): RowPosition {
  let [index, row, left] = [from, fromRow, by];
  while (left > row && index > 0) {
    left -= row + 1;
    index -= 1;
    row = rowsOf(lines.at(index) as Line) - 1;
  }
  return { ordinal: lines.at(index)?.ordinal ?? 0, row: Math.max(0, row - left) };
}

function down(lines: LogRing, from: number, fromRow: number, by: number, rowsOf: RowsOf): RowPosition {
  let [index, row, left] = [from, fromRow, by];
  for (let line = lines.at(index); line && left > 0; line = lines.at(index)) {
    const rest = rowsOf(line) - 1 - row;
    if (left <= rest) return { ordinal: line.ordinal, row: row + left };
    left -= rest + 1;
    index += 1;
    row = 0;
  }
  return { ordinal: lines.at(index)?.ordinal ?? lines.last?.ordinal ?? 0, row };
}
