import type { Picture } from "../png.ts";
import type { OpenPicker } from "./open-picker.ts";

/** Range of pixels: `start` is included, `end` is not. */
export interface Span {
  start: number;
  end: number;
}

/** Open list of a select in a screenshot of the viewport. */
export interface ListPicture {
  /** Columns of the list, including its border. */
  x: Span;
  y: Span;
  /** Rows of pixels of the highlighted option. */
  highlight: Span;
}

/** Colours of Chromium's lists, light and dark. A page cannot change them. Measured with Chromium 156 on Linux. */
const THEMES = [
  { border: 0x767676, highlight: 0x1967d2 },
  { border: 0x858585, highlight: 0x99c8ff },
] as const;

/**
 * Offsets from the edge of the control at which a border's column may be, because an edge may lie between two pixels.
 */
const NEAR = [0, -1, 1];
/** Minimum height of a list, in pixels: that of one option. */
const MIN_HEIGHT = 12;
/** Column where the highlight is looked for, in pixels from the border: left of any text. */
const INSET = 2;

/**
 * Finds the list of a select by its border of one pixel, which starts or ends at an edge of the control, and finds the
 * highlighted option in the list. Undefined when there is no list, or more than one candidate.
 */
export function findList(picture: Picture, control: OpenPicker): ListPicture | undefined {
  const found: ListPicture[] = [];
  for (const theme of THEMES) {
    for (const near of NEAR) {
      for (const [edge, direction] of [
        [Math.round(control.left) + near, 1],
        [Math.round(control.right) - 1 + near, -1],
      ] as const) {
        for (const list of listsAt(picture, edge, direction, theme)) {
          if (!found.some((other) => same(list.x, other.x) && same(list.y, other.y))) found.push(list);
        }
      }
    }
  }
  return found.length === 1 ? found[0] : undefined;
}

type Theme = (typeof THEMES)[number];

/** Lists with a vertical border in column `edge`, and with the other border in `direction` from there. */
function listsAt(picture: Picture, edge: number, direction: 1 | -1, theme: Theme): ListPicture[] {
  return runs((y) => picture.colour(edge, y), picture.height, theme.border).flatMap((column) => {
    const whole = trimmed(picture, edge, direction, column, theme);
    return whole ? [whole] : [];
  });
}

/**
 * List within a run of border pixels in a column. The border of the control may continue that of the list, so that the
 * list may start or end one pixel later or earlier.
 */
function trimmed(
  picture: Picture,
  edge: number,
  direction: 1 | -1,
  column: Span,
  theme: Theme,
): ListPicture | undefined {
  for (const [before, after] of [
    [0, 0],
    [1, 0],
    [0, 1],
  ] as const) {
    const y = { start: column.start + before, end: column.end - after };
    if (y.end - y.start < MIN_HEIGHT) continue;
    const x = borderAlong(picture, edge, direction, y.start, theme.border);
    if (!isFramed(picture, x, y, theme.border)) continue;
    const highlight = highlightIn(picture, x, y, theme.highlight);
    if (highlight) return { x, y, highlight };
  }
  return undefined;
}

/** Run of border pixels in a row, starting at a column. */
function borderAlong(picture: Picture, edge: number, direction: 1 | -1, y: number, border: number): Span {
  let at = edge;
  while (picture.colour(at + direction, y) === border) at += direction;
  return { start: Math.min(edge, at), end: Math.max(edge, at) + 1 };
}

/** True when the last row and both outer columns are border too. */
function isFramed(picture: Picture, x: Span, y: Span, border: number): boolean {
  if (x.end - x.start < MIN_HEIGHT) return false;
  for (let column = x.start; column < x.end; column++) {
    if (picture.colour(column, y.end - 1) !== border) return false;
  }
  for (let row = y.start; row < y.end; row++) {
    if (picture.colour(x.start, row) !== border || picture.colour(x.end - 1, row) !== border) return false;
  }
  return true;
}

/** The only highlighted option. */
function highlightIn(picture: Picture, x: Span, y: Span, colour: number): Span | undefined {
  const column = x.start + INSET;
  const bands = runs((row) => picture.colour(column, y.start + row), y.end - y.start, colour);
  const [band] = bands;
  if (!band || bands.length > 1) return undefined;
  return { start: y.start + band.start, end: y.start + band.end };
}

/** Runs of a colour in a line of pixels. */
function runs(colourAt: (index: number) => number, length: number, colour: number): Span[] {
  const spans: Span[] = [];
  let start: number | undefined;
  for (let index = 0; index <= length; index++) {
    const matches = index < length && colourAt(index) === colour;
    if (matches) start ??= index;
    else if (start !== undefined) {
      spans.push({ start, end: index });
      start = undefined;
    }
  }
  return spans;
}

function same(one: Span, other: Span): boolean {
  return one.start === other.start && one.end === other.end;
}
