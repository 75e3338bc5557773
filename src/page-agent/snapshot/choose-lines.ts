import { estimatedTokens } from "../tokens.ts";
import { type Paced, paced } from "../waiting.ts";
import { type Line, linesBelow } from "./line.ts";
import { lineText } from "./line-text.ts";

/** Rows of a group that come before text. */
const FIRST_ROWS = 4;
/** Reference for the estimate: as long as those of a session that has been used for a while. */
const SAMPLE_REF = "e100";

/** Minimum number of tokens of a line. */
const MIN_COST = 1;

/** Which lines are chosen. */
export interface Choice {
  readonly maxTokens: number;
  /** Leaves out texts. */
  readonly interactive: boolean;
  /** Only lines whose text fits, wherever they are. */
  readonly find: ((text: string) => boolean) | undefined;
  /** Maximum depth of containers. */
  readonly depth: number;
  /** Only these rows of the largest group, from 1. */
  readonly rows: readonly [first: number, last: number] | undefined;
}

/** Lines that a snapshot shows. */
export interface Chosen {
  readonly lines: ReadonlySet<Line>;
  /** Lines that could be shown: all, or those that fit. */
  readonly total: number;
  readonly tokens: number;
}

/** Chooses lines by their priority until the budget is used up; their containers come with them. */
export function* chooseLines(root: Line, choice: Choice): Paced<Chosen> {
  const { candidates, total } = yield* candidatesOf(root, choice);
  const chosen = new Set<Line>();
  let left = choice.maxTokens;
  yield* paced(candidates, ({ line }) => {
    if (left < MIN_COST) return;
    const added = withContainers(line, chosen);
    const cost = added.reduce((sum, own) => sum + costOf(own), 0);
    if (cost > left) return;
    left -= cost;
    for (const own of added) chosen.add(own);
  });
  return { lines: chosen, total, tokens: choice.maxTokens - left };
}

interface Candidate {
  readonly line: Line;
  readonly priority: number;
  readonly distance: number;
}

function* candidatesOf(root: Line, choice: Choice): Paced<{ candidates: Candidate[]; total: number }> {
  let total = 0;
  const modal = choice.find ? undefined : openModal(root);
  const candidates: Candidate[] = [];
  yield* paced(scopeOf(root, choice), ({ line, rank }) => {
    if (choice.interactive && line.kind === "text") return;
    if (choice.find && !choice.find(findableText(line))) return;
    total += 1;
    if (choice.maxTokens < Number.POSITIVE_INFINITY && !choice.find && !choice.rows && isFarRow(line, rank)) return;
    const away = modal && !isInside(line, modal) ? 10 : 0;
    candidates.push({ line, priority: priorityOf(line, rank) + away, distance: distanceOf(line) });
  });
  // The sort is stable: lines of the same priority stay in document order.
  candidates.sort((a, b) => a.priority - b.priority || a.distance - b.distance);
  return { candidates, total };
}

/** Line that is chosen as a whole. `rank`: of a row, its place from the first row in view. */
interface Unit {
  readonly line: Line;
  readonly rank: number;
}

function scopeOf(root: Line, choice: Choice): Unit[] {
  return choice.rows ? rowsOf(root, choice.rows) : unitsOf(root, choice.depth);
}

/** Lines that are chosen as one: rows, and everything outside of rows that is no group. */
function unitsOf(parent: Line, depth: number, units: Unit[] = []): Unit[] {
  const first =
    parent.kind === "group"
      ? Math.max(
          0,
          parent.children.findIndex(({ isInView }) => isInView),
        )
      : 0;
  for (const [at, line] of parent.children.entries()) {
    if (line.kind === "group") unitsOf(line, depth, units);
    else if (line.kind !== "container" && line.kind !== "frame")
      units.push({ line, rank: parent.kind === "group" ? at - first : 0 });
    else if (depth > 0) unitsOf(line, depth - 1, units);
  }
  return units;
}

function rowsOf(root: Line, [first, last]: readonly [number, number]): Unit[] {
  let largest: Line | undefined;
  for (const line of linesBelow(root))
    if (line.kind === "group" && line.children.length > (largest?.children.length ?? 0)) largest = line;
  return largest?.children.slice(first - 1, last).map((line) => ({ line, rank: 0 })) ?? [];
}

/** Row that only fills the budget: out of view, and not among the first of its group. */
function isFarRow(line: Line, rank: number): boolean {
  if (line.kind !== "row" || line.isInView) return false;
  return rank < 0 || rank >= FIRST_ROWS;
}

function findableText(line: Line): string {
  return lineText(line, () => "");
}

/** Texts of all lines that can be chosen, for a search. */
export function findableTexts(root: Line, choice: Choice): string[] {
  return scopeOf(root, choice).map(({ line }) => findableText(line));
}

/** Open modal dialog, the last one of several. */
function openModal(root: Line): Line | undefined {
  let modal: Line | undefined;
  for (const line of linesBelow(root)) {
    const { attributes, tag } = line.node;
    const isOpen = attributes.get("aria-modal") === "true" || (tag === "dialog" && attributes.has("open"));
    if (isOpen && line.kind === "container" && line.isInView) modal = line;
  }
  return modal;
}

function isInside(line: Line, container: Line): boolean {
  for (let at: Line | undefined = line; at; at = at.parent) if (at === container) return true;
  return false;
}

function priorityOf(line: Line, rank: number): number {
  if (line.kind === "row") {
    if (!line.isInView) return line.children.some(({ kind }) => kind === "control") ? 6 : 8;
    return rank < FIRST_ROWS ? 2 : 4;
  }
  if (line.kind === "text") return line.isInView ? 3 : 8;
  if (line.kind === "heading") return line.isInView ? 1 : 7;
  return line.isInView ? 0 : 6;
}

/** Distance of a line that is out of view from the top of the viewport, in CSS pixels. */
function distanceOf({ box, isInView }: Line): number {
  return isInView || !box ? 0 : Math.abs(Math.round(box.y));
}

/** A line with the containers around it that are not chosen yet. Groups have no line of their own. */
function withContainers(line: Line, chosen: ReadonlySet<Line>): Line[] {
  const lines: Line[] = [line];
  // A chosen container came with those around it.
  for (let at = line.parent; at?.parent && !chosen.has(at); at = at.parent) if (at.kind !== "group") lines.push(at);
  return lines;
}

const costs = new WeakMap<Line, number>();

/** Tokens of a line, about. */
export function costOf(line: Line): number {
  const known = costs.get(line);
  if (known !== undefined) return known;
  const cost = estimatedTokens(lineText(line, () => SAMPLE_REF)) + 1 + (line.parent?.parent ? 0.5 : 0);
  costs.set(line, cost);
  return cost;
}

/** Forgets the cost of a line whose text has changed. */
export function forgetCost(line: Line): void {
  costs.delete(line);
}
