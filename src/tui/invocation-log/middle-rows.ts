import { layoutOf } from "../kit/layout.ts";
import { paint } from "../kit/styled-text.ts";
import { helpPages } from "./help.ts";
import { rowText } from "./line-text.ts";
import { lineTime } from "./line-time.ts";
import type { LogModel } from "./model.ts";

/** The rows between the bars, as many as the terminal has room for: the log, or a page of the key help. */
export function middleRows(model: LogModel, colour: boolean): string[] {
  const rows = model.help === undefined ? logRows(model, colour) : helpRows(model, model.help);
  const height = layoutOf(model.size.rows).middle;
  return [...rows, ...Array<string>(Math.max(0, height - rows.length)).fill("")];
}

function helpRows({ size, canCancel }: LogModel, page: number): readonly string[] {
  const pages = helpPages(size, canCancel);
  return pages[Math.min(page, pages.length - 1)] ?? [];
}

/** The visible rows of the log, each no wider than the terminal and safe for it. */
function logRows(model: LogModel, colour: boolean): string[] {
  const { columns } = model.size;
  const { timeForm, wrap, startedAt, current } = model;
  const width = model.textWidth;
  const { search } = model.store.page;
  const blank = " ".repeat(lineTime(undefined, timeForm, startedAt, columns).length);
  return model.screen().map(({ line, row }) => {
    const time = row === 0 ? lineTime(line.timestamp, timeForm, startedAt, columns) : blank;
    const text = rowText(line, row, { width, wrap, colour, search, isCurrent: line.ordinal === current });
    return `${paint(time, { dim: "2" }, colour)}${text}`;
  });
}
