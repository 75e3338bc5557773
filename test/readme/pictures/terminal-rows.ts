import type { IBufferCell } from "@xterm/headless";
import type { ViewTerminal } from "../../tui/support/view-terminal.ts";

/** Look of a cell; colours are numbers of the 16 of a terminal. */
export interface CellStyle {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
  readonly foreground: number | undefined;
  readonly background: number | undefined;
}

/** Characters of one style, from a column on. */
export interface Run {
  readonly column: number;
  readonly text: string;
  /** Cells that it covers; more than characters where some are wide. */
  readonly width: number;
  readonly style: CellStyle;
}

/** Row of a terminal as runs. Blanks without a background are in none of them. */
export type PictureRow = readonly Run[];

/** Replacement of values that differ from run to run by fixed ones of the same length. */
export type Fix = (text: string) => string;

/** Fixes ids, tokens, ports, times and ages in the texts of one picture. An id has one fixed id in all of them. */
export function fixes(): Fix {
  const ids = new Map<string, string>();
  const idOf = (id: string): string => {
    const known = ids.get(id) ?? fixedIds[ids.size % fixedIds.length] ?? id;
    ids.set(id, known);
    return known;
  };
  let lines = 0;
  const lineTime = (): string => {
    lines += 1;
    return `${((lines * 0.427) % 10).toFixed(3)}s`;
  };
  return (text) =>
    text
      .replace(/\b[a-z][a-z0-9]{23}\b/g, idOf)
      .replace(/(?<=(?:code|jwt)=)[\w-]+/g, (token) => fixedToken.repeat(4).slice(0, token.length))
      .replace(/(?<=(?:127\.0\.0\.1|localhost):)\d{5}\b/g, "24172")
      .replace(/\b\d{1,2}\.\d{3}s\b/g, (time) => lineTime().padStart(time.length))
      .replace(/(?<![\w.])\d{1,2}s\b/g, (age) => "4s".padEnd(age.length))
      .replace(/(?<=expires in )\d+m \d+s/g, (time) => "9m 58s".padStart(time.length));
}

const fixedToken = "Uwi2tvC7bbyOn7d0veN1uFx4";

const fixedIds = [
  "k2vw0p4ldm1x8s6t3q9zr7ab",
  "e365au7mv8ec923ije91tkt5",
  "u0u2ecrrid6w76m53r5bezjx",
  "a6u2t8h4c0o5n9n3e7c1t8i2",
] as const;

/** The rows of the screen that have something on them. */
export function rowsOf(view: ViewTerminal, fix: Fix): PictureRow[] {
  const rows = Array.from({ length: view.terminal.rows }, (_, at) => runsOf(cellsOf(view, at, fix)));
  return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
}

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly style: CellStyle;
}

function cellsOf(view: ViewTerminal, at: number, fix: Fix): Cell[] {
  const line = view.row(at);
  const cells = Array.from({ length: view.terminal.cols }, (_, column): Cell | undefined => {
    const cell = line?.getCell(column);
    return cell && { text: cell.getChars() || " ", width: cell.getWidth(), style: styleOf(cell) };
  }).filter((cell) => cell !== undefined);
  // One code unit for each cell, so that replaced texts of the same length stay in their cells.
  const replaced = fix(cells.map(({ text }) => (text.length === 1 ? text : "\ufffd")).join(""));
  return cells.map((cell, index) => (cell.text.length === 1 ? { ...cell, text: replaced[index] ?? " " } : cell));
}

function styleOf(cell: IBufferCell): CellStyle {
  return {
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    underline: cell.isUnderline() !== 0,
    inverse: cell.isInverse() !== 0,
    foreground: colourOf(cell.isFgDefault(), cell.isFgPalette(), cell.getFgColor()),
    background: colourOf(cell.isBgDefault(), cell.isBgPalette(), cell.getBgColor()),
  };
}

function colourOf(isDefault: boolean, isPalette: boolean, colour: number): number | undefined {
  if (isDefault) return undefined;
  if (!isPalette || colour > 15) throw new Error(`a picture has no colour ${colour}: it knows the 16 of a terminal`);
  return colour;
}

/** Cells as runs of one style. Two blanks end a run: pictures do not depend on how a viewer shows blanks. */
function runsOf(cells: readonly Cell[]): Run[] {
  const runs: { column: number; text: string; width: number; style: CellStyle }[] = [];
  let column = 0;
  let open: (typeof runs)[number] | undefined;
  for (const { text, width, style } of cells) {
    const isBlank = text === " " && !style.inverse && style.background === undefined && !style.underline;
    if (open && !sameStyle(open.style, style) && !isBlank) open = undefined;
    if (isBlank && (open === undefined || open.text.endsWith(" ") || !sameStyle(open.style, style))) open = undefined;
    else if (open) {
      open.text += text;
      open.width += width;
    } else {
      open = { column, text, width, style };
      runs.push(open);
    }
    column += width;
  }
  return runs.map((run) => trimmed(run));
}

function trimmed(run: Run): Run {
  const { inverse, background, underline } = run.style;
  if (inverse || background !== undefined || underline) return run;
  const text = run.text.trimEnd();
  return { ...run, text, width: run.width - (run.text.length - text.length) };
}

function sameStyle(one: CellStyle, other: CellStyle): boolean {
  return (Object.keys(one) as (keyof CellStyle)[]).every((key) => one[key] === other[key]);
}
