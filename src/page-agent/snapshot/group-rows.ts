import type { DomNode } from "../read/dom-node.ts";
import { markupRole } from "../read/roles.ts";
import { type Paced, PIECE } from "../waiting.ts";
import { controlsOf, type Line, type LineKind, ROW_ROLE } from "./line.ts";

/** Minimum number of siblings of one shape that are shown as rows. */
const MIN_ROWS = 4;
/** Maximum number of controls and of characters of a row, so that it fits on one line. */
const MAX_CONTROLS = 7;
const MAX_CHARACTERS = 320;
/** Maximum number of roles by which two parts are compared. */
const MAX_ROLES = 100;

/** Child of an element, and the lines in it. */
export interface Part {
  readonly child: DomNode;
  readonly lines: readonly Line[];
  /** Cells of a row that has a reference. */
  readonly cells?: readonly DomNode[] | undefined;
}

/** Kinds of lines that have lines in them. */
const manyLined = new Set<LineKind>(["container", "frame", "group", "row"]);

const rowTags = new Set(["tr", "li", "article", "dd"]);
const rowRoles = new Set(["row", "listitem", "article", "option", "treeitem"]);

/**
 * Lines of the parts; four or more siblings of the same shape become rows of a group, and a row of a table a row. `makeGroup`
 * makes a group.
 */
export function* groupRows(parts: readonly Part[], makeGroup: (first: DomNode) => Line): Paced<Line[]> {
  const out: Line[] = [];
  for (let at = 0, end = 0; at < parts.length; ) {
    // Siblings that are no rows are passed one by one, within the run that was found at the first of them.
    if (at >= end) end = yield* endOfRun(parts, at);
    if (at % PIECE === PIECE - 1) yield;
    const [first] = parts.slice(at, at + 1);
    if (first && end - at >= MIN_ROWS && isRow(first)) {
      const group = makeGroup(first.child);
      group.children = parts.slice(at, end).map((part) => rowOf(part, makeGroup, group));
      out.push(group);
      at = end;
    } else {
      if (first && isTableRow(first)) out.push(rowOf(first, makeGroup, undefined));
      else for (const line of first?.lines ?? []) out.push(line);
      at += 1;
    }
  }
  return out;
}

/** Notes in each control the sibling of the same shape that it is in: the record that it acts on. */
export function* markRows(parts: readonly Part[]): Paced<void> {
  for (let at = 0; at < parts.length; ) {
    const end = yield* endOfRun(parts, at);
    const run = parts.slice(at, end);
    at = end;
    for (const [index, { child, lines }] of run.entries()) {
      if (index % PIECE === PIECE - 1) yield;
      const isRecord = run.length > 1 || isRowElement(child);
      if (!isRecord || (lines.length < 2 && lines[0]?.kind === "control")) continue;
      for (const control of lines.flatMap(controlsOf)) control.row ??= child;
    }
  }
}

/** End of the parts of the same shape as the first. An only child has none to be compared with: its shape is not computed. */
function* endOfRun(parts: readonly Part[], start: number): Paced<number> {
  let end = start + 1;
  while (end < parts.length && shapeOf(parts[end]) === shapeOf(parts[start])) {
    if (end % PIECE === 0) yield;
    end += 1;
  }
  return end;
}

const shapes = new WeakMap<Part, string>();

/** Shape of a part: its element, and outside of lists and tables the roles of what is in it. */
function shapeOf(part: Part | undefined): string {
  if (!part) return "";
  const known = shapes.get(part);
  if (known !== undefined) return known;
  const { child, lines } = part;
  const roles = isRowElement(child) ? [] : rolesOf(lines);
  const shape = [child.tag, fitsOnOneLine(part) ? "row" : "block", ...roles].join(" ");
  shapes.set(part, shape);
  return shape;
}

/** The first roles of lines and of what is in them: at each level, an element around many others is compared by few of them. */
function rolesOf(lines: readonly Line[], roles: string[] = []): string[] {
  for (const line of lines) {
    if (roles.length >= MAX_ROLES) break;
    if (line.kind !== "text") roles.push(line.role);
    rolesOf(line.children, roles);
  }
  return roles;
}

function isRowElement(node: DomNode): boolean {
  return rowTags.has(node.tag) || rowRoles.has(markupRole(node));
}

function isRow(part: Part): boolean {
  const { child, lines } = part;
  if (!fitsOnOneLine(part)) return false;
  if (part.cells) return true;
  const isField = lines.every(({ kind, value }) => kind === "control" && value !== undefined);
  return !isField && (isRowElement(child) || lines.length > 1 || lines[0]?.kind === "control");
}

/** Row of a table that has no others of its shape: the headings of the columns. */
function isTableRow(part: Part): boolean {
  const isInTable = part.child.tag === "tr" || markupRole(part.child) === "row";
  const size = Math.max(part.lines.length, part.cells?.length ?? 0);
  return isInTable && size > 1 && fitsOnOneLine(part);
}

function fitsOnOneLine({ lines }: Part): boolean {
  if (lines.some(({ kind }) => manyLined.has(kind))) return false;
  const controls = lines.filter(({ kind }) => kind === "control").length;
  const characters = lines.reduce((sum, { name, value = "" }) => sum + name.length + value.length, 0);
  return controls <= MAX_CONTROLS && characters <= MAX_CHARACTERS;
}

function rowOf({ cells, child, lines }: Part, makeLine: (node: DomNode) => Line, group: Line | undefined): Line {
  const role = cells ? ROW_ROLE : markupRole(child) || "row";
  const row: Line = { ...makeLine(child), kind: "row", role, parent: group };
  if (cells) Object.assign(row, { cells, row: child, name: lines[0]?.name ?? "" });
  row.children = [...lines];
  for (const line of lines) line.parent = row;
  return row;
}
