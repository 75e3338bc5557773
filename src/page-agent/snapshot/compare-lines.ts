import { type Line, linesBelow } from "./line.ts";
import { controlText } from "./line-text.ts";

/** Maximum number of lines that are remembered for a comparison. */
const MAX_REMEMBERED = 5_000;

/** Lines of a page at one time, for the comparison with a later one: what they say, by their element. */
export interface RememberedPage {
  /** Load of the page's own document; lines of another load are not compared. */
  readonly loaderId: string;
  readonly lines: ReadonlyMap<string, RememberedLine>;
}

interface RememberedLine {
  readonly text: string;
  readonly isControl: boolean;
}

/** Difference of two readings of a page. */
export interface Difference {
  /** Lines that are new or say something else. */
  readonly changed: readonly Line[];
  /** Lines that are gone, by the keys of their elements. */
  readonly gone: readonly { readonly key: string; readonly text: string; readonly isControl: boolean }[];
}

/** Remembers what the lines of a page say. Positions, covers and the focus do not count. */
export function rememberLines(root: Line, within?: ReadonlySet<Line>): RememberedPage {
  const lines = new Map<string, RememberedLine>();
  for (const line of comparable(root, within)) {
    lines.set(keyOf(line), { text: textOf(line), isControl: line.kind === "control" });
    if (lines.size >= MAX_REMEMBERED) break;
  }
  return { loaderId: root.node.document.loaderId, lines };
}

/** Difference to a page that was remembered; undefined where another document was loaded in between. */
export function compareLines(before: RememberedPage, root: Line, within?: ReadonlySet<Line>): Difference | undefined {
  if (before.loaderId !== root.node.document.loaderId) return undefined;
  const left = new Map(before.lines);
  const changed: Line[] = [];
  for (const line of comparable(root, within)) {
    const known = left.get(keyOf(line));
    left.delete(keyOf(line));
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
  return { changed: news, gone: [...left].map(([key, line]) => ({ key, ...line })) };
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

function textOf(line: Line): string {
  return line.kind === "control" ? controlText(line, { covers: false }) : line.name;
}

/** The page as it is now, except for changes that were not said: the next comparison finds them again. */
export function forgetUnsaid(
  before: RememberedPage,
  now: RememberedPage,
  { unsaid, unsaidGone }: { readonly unsaid: readonly Line[]; readonly unsaidGone: readonly string[] },
): RememberedPage {
  const lines = new Map(now.lines);
  for (const key of [...unsaid.map(keyOf), ...unsaidGone]) {
    const known = before.lines.get(key);
    if (known) lines.set(key, known);
    else lines.delete(key);
  }
  return { ...now, lines };
}
