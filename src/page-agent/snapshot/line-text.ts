import { cut, quoted } from "../page-text.ts";
import type { Line } from "./line.ts";

/** Maximum number of characters of a name, a value and a text. */
const MAX_NAME_CHARACTERS = 100;
const MAX_VALUE_CHARACTERS = 100;
const MAX_TEXT_CHARACTERS = 240;

/** Gives the reference of a control. */
export type RefOf = (line: Line) => string;

/** Marks of a line that say where a page is scrolled and what is in front, which a comparison ignores. */
export interface LineMarks {
  readonly covers: boolean;
}

/** Text of a line without its indentation: `e12 textbox "Name" = "Anna" (required)`, `# Title`, `: text`. */
export function lineText(line: Line, refOf: RefOf, marks: LineMarks = { covers: true }): string {
  if (line.kind === "row") return rowText(line, refOf, marks);
  if (line.kind === "text") return `: ${cut(line.name, MAX_TEXT_CHARACTERS)}`;
  return partText(line, refOf, marks);
}

/** A row whose controls are all covered by the same says so once. */
function rowText({ children }: Line, refOf: RefOf, marks: LineMarks): string {
  const covers = new Set(children.filter(({ kind }) => kind === "control").map(({ cover }) => cover));
  const [cover] = covers;
  const isWhole = marks.covers && covers.size === 1 && cover !== undefined && children.length > 1;
  const parts = children.map((child) => partText(child, refOf, isWhole ? { covers: false } : marks));
  return `- ${parts.join(" · ")}${isWhole ? ` (covered by ${cover})` : ""}`;
}

function partText(line: Line, refOf: RefOf, marks: LineMarks): string {
  switch (line.kind) {
    case "control":
      return `${refOf(line)} ${controlText(line, marks)}`;
    case "heading":
      return `${"#".repeat(Math.min(6, line.level))} ${cut(line.name, MAX_NAME_CHARACTERS)}`;
    case "text":
      // In a row a text has no mark in front, so that it must not look like a reference.
      return cut(line.name, MAX_TEXT_CHARACTERS)
        .replace(/^e(?=\d+\b)/, "e\u200b")
        .replaceAll(" · ", " ");
    default:
      return line.name === "" ? line.role : `${line.role} ${quoted(line.name, MAX_NAME_CHARACTERS)}`;
  }
}

/** Text of a control without its reference. */
export function controlText({ cover, isGuessed, name, role, states, value }: Line, marks: LineMarks): string {
  const label = name === "" ? "" : ` ${isGuessed ? "~" : ""}${quoted(name, MAX_NAME_CHARACTERS)}`;
  const content = value === undefined ? "" : value === "" ? "" : ` = ${quoted(value, MAX_VALUE_CHARACTERS)}`;
  const notes = [...states, ...(cover !== undefined && marks.covers ? [`covered by ${cover}`] : [])];
  return `${role}${label}${content}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
}
