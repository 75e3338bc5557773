import type { Box } from "../box.ts";
import type { DomNode } from "../read/dom-node.ts";
import { boundedText } from "../records/bounded-copy.ts";

/**
 * Kind of a line: `control` has a reference; `container` and `frame` have lines in them; `group` is a list of rows of the
 * same shape, without a line of its own; a `row` shows its lines on one.
 */
export type LineKind = "control" | "heading" | "text" | "container" | "frame" | "group" | "row";

/** Maximum number of characters of a name, text or value that are kept, shown and compared. */
const MAX_KEPT = 2_000;

/** Beginning of a name, text or value of a page, which holds no memory of the rest. */
export function keptText(text: string): string {
  return boundedText(text, { left: MAX_KEPT });
}

/** Role of a row that has a reference. */
export const ROW_ROLE = "row";

/** Line of a snapshot, with the lines in it. */
export interface Line {
  readonly kind: LineKind;
  readonly node: DomNode;
  readonly role: string;
  /** Name of a control, a heading or a container; the text of a text. */
  name: string;
  readonly isGuessed: boolean;
  value: string | undefined;
  readonly states: readonly string[];
  /** Level of a heading, from 1. */
  readonly level: number;
  readonly box: Box | undefined;
  readonly isInView: boolean;
  children: Line[];
  parent: Line | undefined;
  /** True for a text that later text of the same paragraph continues. */
  isOpen: boolean;
  /** True for a text with a space at its beginning or end, which was cut off. */
  readonly startsSpaced: boolean;
  endsSpaced: boolean;
  /** Element of the list, the table row or the card that the control is in. */
  row: DomNode | undefined;
  /** Visible cells of a row that has a reference. */
  cells: readonly DomNode[] | undefined;
  /** Name of what is in front of a control. */
  cover: string | undefined;
}

/** Lines below a line, in document order, itself not included. */
export function* linesBelow(line: Line): Generator<Line> {
  const pending = [line.children.values()];
  for (let lines = pending.at(-1); lines; lines = pending.at(-1)) {
    const { done, value } = lines.next();
    if (done) pending.pop();
    else {
      yield value;
      pending.push(value.children.values());
    }
  }
}

/** Controls of a line or in it. */
export function controlsOf(line: Line): Line[] {
  return [line, ...linesBelow(line)].filter(({ kind }) => kind === "control");
}

/** Controls that chosen lines show: their own, and those of rows. */
export function shownControls(lines: Iterable<Line>): Line[] {
  return [...lines].flatMap((line) => (line.kind === "row" || line.kind === "control" ? controlsOf(line) : []));
}
