import { paint } from "../kit/styled-text.ts";
import { keyBar, statusBar, type Title, titleBar } from "./bars.ts";
import { helpPages } from "./help.ts";
import { layoutOf } from "./layout.ts";
import { rowText } from "./line-text.ts";
import { lineTime } from "./line-time.ts";
import type { LogModel } from "./log-model.ts";

export interface FrameOptions {
  readonly title: Title;
  readonly colour: boolean;
  /** Whether keys can be read at all. */
  readonly hasKeys: boolean;
  readonly now: number;
}

/** The whole screen as rows, each no wider than the terminal and safe for it. */
export function frame(model: LogModel, options: FrameOptions): string[] {
  const { size } = model;
  const layout = layoutOf(size.rows);
  const pages = model.help === undefined ? undefined : helpPages(size, model.canCancel);
  const middle = pages
    ? [...(pages[Math.min(model.help ?? 0, pages.length - 1)] ?? [])]
    : logRows(model, options.colour);
  while (middle.length < layout.log) middle.push("");
  return [
    ...(layout.title ? [titleBar(options.title, model, options.colour)] : []),
    ...(layout.status ? [statusBar(model, options.now, options.colour)] : []),
    ...middle,
    ...(layout.keys ? [keyBar(model, options.hasKeys, options.colour)] : []),
  ];
}

function logRows(model: LogModel, colour: boolean): string[] {
  const { columns } = model.size;
  const { timeForm, wrap, startedAt, current } = model;
  const width = model.textWidth;
  const { search } = model.store.page;
  const blank = " ".repeat(lineTime(undefined, timeForm, startedAt, columns).length);
  return model.screen().map(({ line, row }) => {
    const time = row === 0 ? lineTime(line.timestamp, timeForm, startedAt, columns) : blank;
    const text = rowText(line, row, { width, wrap, colour, search, current: line.ordinal === current });
    return `${paint(time, { dim: "2" }, colour)}${text}`;
  });
}
