import { cut, quoted } from "../page-text.ts";
import { cellAround } from "../read/cells.ts";
import { type Line, ROW_ROLE } from "./line.ts";

/** Maximum number of characters of a name, a value and a text. */
const MAX_NAME_CHARACTERS = 100;
const MAX_VALUE_CHARACTERS = 100;
const MAX_TEXT_CHARACTERS = 240;
/** Minimum number of empty cells that are printed as one. */
const MIN_PACKED = 3;

/** Gives the reference of a control. */
export type RefOf = (line: Line) => string;

/** Text of a line without its indentation: `e12 textbox "Name" = "Anna" (required)`, `# Title`, `: text`. */
export function lineText(line: Line, refOf: RefOf): string {
  if (line.kind === "row") return rowText(line, refOf);
  if (line.kind === "text") return `: ${cut(line.name, MAX_TEXT_CHARACTERS)}`;
  return partText(line, refOf, true);
}

/** A row whose controls are all covered by the same says so once. */
function rowText(line: Line, refOf: RefOf): string {
  const { children } = line;
  const covers = new Set(children.filter(({ kind }) => kind === "control").map(({ cover }) => cover));
  const [cover] = covers;
  const isWhole = covers.size === 1 && cover !== undefined && children.length > 1;
  const textOf = (child: Line): string => partText(child, refOf, !isWhole);
  const parts = line.cells ? [...headOf(refOf(line)), ...packed(cellTexts(line, textOf))] : children.map(textOf);
  return `- ${parts.join(" · ")}${isWhole ? ` (covered by ${cover})` : ""}`;
}

/** Reference of a row; a search has none. */
function headOf(ref: string): string[] {
  return ref === "" ? [] : [`${ref} ${ROW_ROLE}`];
}

/** Texts of the cells of a row with a reference, in order; empty for an empty cell. */
export function cellTexts({ cells = [], children, node }: Line, textOf: (line: Line) => string): string[] {
  const own = new Set(cells);
  const lines = Map.groupBy(children, (child) => cellAround(child.node, own, node));
  return cells.map((cell) => (lines.get(cell) ?? []).map(textOf).join(" "));
}

/** Cells as they are printed: an empty one as `""`, three and more of them as `"" ×3`. */
function packed(texts: readonly string[]): string[] {
  const parts: string[] = [];
  for (let at = 0; at < texts.length; ) {
    const text = texts[at] ?? "";
    let end = at + 1;
    while (text === "" && texts[end] === "") end += 1;
    if (text !== "") parts.push(text);
    else parts.push(...(end - at < MIN_PACKED ? Array<string>(end - at).fill('""') : [`"" ×${end - at}`]));
    at = end;
  }
  return parts;
}

function partText(line: Line, refOf: RefOf, withCover: boolean): string {
  switch (line.kind) {
    case "control":
      return `${refOf(line)} ${controlText(line, withCover)}`;
    case "heading":
      return `${"#".repeat(Math.min(6, line.level))} ${cut(line.name, MAX_NAME_CHARACTERS)}`;
    case "text":
      // In a row a text has no mark in front, so that it must not look like a reference or an empty cell.
      return cut(line.name, MAX_TEXT_CHARACTERS)
        .replace(/^(?:e(?=\d+\b)|"(?="))/, "$&\u200b")
        .replaceAll(" · ", " ");
    default:
      return line.name === "" ? line.role : `${line.role} ${quoted(line.name, MAX_NAME_CHARACTERS)}`;
  }
}

/**
 * Text of a control without its reference.
 *
 * @param withCover says what covers the control, which a comparison ignores
 */
export function controlText({ cover, isGuessed, name, role, states, value }: Line, withCover: boolean): string {
  const label = name === "" ? "" : ` ${isGuessed ? "~" : ""}${quoted(name, MAX_NAME_CHARACTERS)}`;
  const content = value === undefined ? "" : value === "" ? "" : ` = ${quoted(value, MAX_VALUE_CHARACTERS)}`;
  const notes = [...states, ...(cover !== undefined && withCover ? [`covered by ${cover}`] : [])];
  return `${role}${label}${content}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
}
