import { quoted } from "../page-text.ts";
import type { Line } from "./line.ts";
import type { RefOf } from "./line-text.ts";
import type { PrintedLine } from "./print-lines.ts";

/** Minimum number of days in a row that are printed as one line. */
const MIN_DAYS = 3;
const DAY_MS = 86_400_000;
const dateWord =
  /\b(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\b/gi;

interface Day {
  readonly kind: Line["kind"];
  readonly role: string;
  readonly depth: number;
  /** Number of the reference. */
  readonly ref: number;
  readonly name: string;
  /** Days since 1970. */
  readonly day: number;
  /** Name without its numbers and the words of a date. */
  readonly words: string;
}

/**
 * Packs the days of a calendar that show nothing but their date: lines of one kind whose dates and references follow each
 * other become `e2…e8 clickable "March 1, 2026" … "March 7, 2026"`. No reference is lost: it rises by one with each day.
 */
export function packDays(printed: readonly PrintedLine[], refOf: RefOf): PrintedLine[] {
  const days = printed.map((each) => dayOf(each, refOf));
  const packed: PrintedLine[] = [];
  for (let at = 0; at < printed.length; ) {
    let end = at + 1;
    while (follows(days[end - 1], days[end])) end += 1;
    const [first, last] = [days[at], days[end - 1]];
    if (first && last && end - at >= MIN_DAYS)
      packed.push({ line: undefined, depth: first.depth, text: textOf(first, last) });
    else for (const line of printed.slice(at, end)) packed.push(line);
    at = end;
  }
  return packed;
}

function textOf(first: Day, last: Day): string {
  const mark = first.kind === "row" ? "- " : "";
  const names = [first, last].map(({ name }) => quoted(name, Number.POSITIVE_INFINITY)).join(" … ");
  return `${mark}e${first.ref}…e${last.ref} ${first.role} ${names}`;
}

function follows(before: Day | undefined, after: Day | undefined): boolean {
  if (!before || !after) return false;
  const { depth, kind, role, words } = before;
  const isAlike = after.depth === depth && after.kind === kind && after.role === role && after.words === words;
  return isAlike && after.day === before.day + 1 && after.ref === before.ref + 1;
}

/** Day that a printed line is about; undefined for a line that says more than a date, and for one without a year. */
function dayOf({ depth, line }: PrintedLine, refOf: RefOf): Day | undefined {
  if (!line || (line.kind === "row" && (line.cells || line.children.length > 1))) return undefined;
  const control = line.kind === "row" ? line.children[0] : line;
  if (control?.kind !== "control" || control.isGuessed || control.cover !== undefined) return undefined;
  const { name, role, states, value } = control;
  if (value || states.length > 0 || !/\b\d{4}\b/.test(name)) return undefined;
  const time = Date.parse(`${name} UTC`);
  if (Number.isNaN(time)) return undefined;
  const words = name.replace(dateWord, "").replace(/\d+/g, "");
  return { kind: line.kind, role, depth, ref: Number(refOf(control).slice(1)), name, day: time / DAY_MS, words };
}
