import type { Reference } from "../references.ts";
import { type Line, linesBelow } from "./line.ts";
import { controlText } from "./line-text.ts";

/** Maximum number of lines that are remembered for a comparison. */
const MAX_REMEMBERED = 5_000;

/** Lines of a page at one time, for the comparison with a later one: what they say, by their element. */
export interface RememberedPage {
  /** Load of the page's own document; lines of another load are not compared. */
  readonly loaderId: string;
  readonly lines: ReadonlyMap<string, RememberedLine>;
  /** Lines whose changes were only counted, as they were said last; undefined for new ones. */
  readonly unsaid: ReadonlyMap<string, RememberedLine | undefined>;
}

export interface RememberedLine {
  readonly text: string;
  readonly isControl: boolean;
}

/** Difference of two readings of a page. */
export interface Difference {
  /** Lines that are new or say something else. */
  readonly changed: readonly Line[];
  /** Lines that are gone, by the keys of their elements. */
  readonly gone: readonly { readonly key: string; readonly text: string; readonly isControl: boolean }[];
  /** Rows and lines that stand in another order, from the first one of them on. */
  readonly moved: readonly Line[];
}

/** Remembers what the lines of a page say. Positions, covers and the focus do not count. */
export function rememberLines(root: Line, within?: ReadonlySet<Line>): RememberedPage {
  const lines = new Map<string, RememberedLine>();
  for (const line of comparable(root, within)) {
    lines.set(keyOf(line), { text: textOf(line), isControl: line.kind === "control" });
    if (lines.size >= MAX_REMEMBERED) break;
  }
  return { loaderId: root.node.document.loaderId, lines, unsaid: new Map() };
}

/** Difference to a page that was remembered; undefined where another document was loaded in between. */
export function compareLines(before: RememberedPage, root: Line, within?: ReadonlySet<Line>): Difference | undefined {
  if (before.loaderId !== root.node.document.loaderId) return undefined;
  const left = new Map(before.lines);
  const changed: Line[] = [];
  /** Lines that were there before, by the keys that they had. */
  const kept = new Map<string, Line>();
  for (const line of comparable(root, within)) {
    const known = left.get(keyOf(line));
    left.delete(keyOf(line));
    if (known) kept.set(keyOf(line), line);
    if (known?.text !== textOf(line)) changed.push(line);
  }
  // Elements that were drawn anew and say the same are no change.
  const goneTexts = new Map<string, string>();
  for (const [key, { text }] of left) goneTexts.set(text, key);
  const news = changed.filter((line) => {
    const key = goneTexts.get(textOf(line));
    if (key === undefined || line.kind === "control") return true;
    goneTexts.delete(textOf(line));
    left.delete(key);
    return false;
  });
  const gone = [...left].map(([key, line]) => ({ key, ...line }));
  return { changed: news, gone, moved: movedLines([...before.lines.keys()], kept) };
}

/** Rows and other lines from the first one on that stands in another place among the lines that were there before. */
function movedLines(before: readonly string[], kept: ReadonlyMap<string, Line>): Line[] {
  const old = before.filter((key) => kept.has(key));
  const lines = [...kept];
  const first = lines.findIndex(([key], at) => key !== old[at]);
  if (first < 0) return [];
  const last = lines.findLastIndex(([key], at) => key !== old[at]);
  const units = lines.slice(first, last + 1).map(([, line]) => (line.parent?.kind === "row" ? line.parent : line));
  return [...new Set(units)];
}

function* comparable(root: Line, within: ReadonlySet<Line> | undefined): Generator<Line> {
  for (const line of linesBelow(root)) {
    if (line.kind !== "control" && line.kind !== "heading" && line.kind !== "text") continue;
    if (within && !within.has(line) && !(line.parent?.kind === "row" && within.has(line.parent))) continue;
    yield line;
  }
}

/** Key of a line's element, in the whole browser. */
export function keyOf({ node }: Line): string {
  return `${node.document.frameId} ${node.backendId}`;
}

/** Line of the element of a reference; undefined when it has none. */
export function lineOf(root: Line, { backendId, frameId }: Pick<Reference, "frameId" | "backendId">): Line | undefined {
  const key = `${frameId} ${backendId}`;
  // A group has the element of its first row.
  for (const line of linesBelow(root)) if (line.kind !== "group" && keyOf(line) === key) return line;
  return undefined;
}

function textOf(line: Line): string {
  return line.kind === "control" ? controlText(line, false) : line.name;
}

/** The page as it is now, with the changes that were only counted, now or before: {@link lastSaid} has them again. */
export function keepUnsaid(before: RememberedPage, now: RememberedPage, unsaid: readonly Line[]): RememberedPage {
  const kept = new Map(before.unsaid);
  for (const key of unsaid.map(keyOf)) {
    if (kept.size >= MAX_REMEMBERED) break;
    if (!kept.has(key)) kept.set(key, before.lines.get(key));
  }
  return { ...now, unsaid: kept };
}

/** A page as it was said last, line by line. */
export function lastSaid(page: RememberedPage): RememberedPage {
  const lines = new Map(page.lines);
  for (const [key, line] of page.unsaid) {
    if (line) lines.set(key, line);
    else lines.delete(key);
  }
  return { ...page, lines, unsaid: new Map() };
}
