import stringWidth from "string-width";
import { sanitizeLine } from "../../core/sanitize.ts";
import { count, humanSeconds } from "../../render/sentence.ts";
import { shorten } from "../kit/columns.ts";
import { paint, type Style } from "../kit/styled-text.ts";
import { connectionText } from "./connection.ts";
import { helpPages } from "./help.ts";
import { layoutOf } from "./layout.ts";
import type { LogModel, Prompt } from "./log-model.ts";
/** What the invocation is called. */
export interface Title {
  readonly app_name: string;
  readonly action_name: string;
  readonly version: string;
  readonly id: string;
}

const statusStyles: Readonly<Record<string, Style>> = {
  queued: { fg: "33" },
  running: { fg: "36" },
  succeeded: { fg: "32" },
  failed: { fg: "31" },
};

/** Looks of our own parts: named colours alone, so that they can be read on every background. */
const bold: Style = { bold: "1" };
const dim: Style = { dim: "2" };
const warning: Style = { bold: "1", fg: "33" };

/** App, action and version on the left, state and time on the right; the right part is never cut. */
export function titleBar(title: Title, model: LogModel, colour: boolean): string {
  const { columns } = model.size;
  const status = sanitizeLine(model.status);
  const time = humanSeconds(Math.floor(model.elapsed / 1_000));
  const right = shorten(`${status} ${time}`, columns);
  const room = columns - stringWidth(right) - 2;
  const name = shorten(`${sanitizeLine(title.app_name)} › ${sanitizeLine(title.action_name)}`, Math.max(0, room));
  const version = ` ${sanitizeLine(title.version)}`;
  const id = `  ${sanitizeLine(title.id)}`;
  let used = stringWidth(name);
  let left = paint(name, bold, colour);
  for (const part of [version, id]) {
    if (used + stringWidth(part) > room) break;
    used += stringWidth(part);
    left += paint(part, dim, colour);
  }
  const style = { ...bold, ...statusStyles[model.status] };
  const gap = " ".repeat(Math.max(0, columns - used - stringWidth(right)));
  const cut = right.length < status.length ? right.length : status.length;
  return `${left}${gap}${paint(right.slice(0, cut), style, colour)}${right.slice(cut)}`;
}

/** Where things stand: what is out of the ordinary first, as much as fits. */
export function statusBar(model: LogModel, now: number, colour: boolean): string {
  const { store, connection } = model;
  const { page } = store;
  const parts: [string, Style][] = [];
  if (model.prompt?.problem !== undefined) parts.push([sanitizeLine(model.prompt.problem), warning]);
  if (model.note !== undefined) parts.push([sanitizeLine(model.note), warning]);
  if (model.reader.reading) parts.push(["reading earlier lines…", warning]);
  else if (model.reader.failure)
    parts.push([`cannot read earlier lines: ${sanitizeLine(model.reader.failure)}`, warning]);
  if (connection.state === "reconnecting" || connection.state === "lost")
    parts.push([connectionText(connection, now), warning]);
  if (model.paused) parts.push([`paused, ${count(store.arrived, "line")} waiting`, warning]);
  else if (!model.following)
    parts.push([store.arrived > 0 ? `scrolled back, ${store.arrived} new` : "scrolled back", bold]);
  if (page.search) parts.push([searchText(model), bold]);
  if (page.filter) parts.push([`filter ${sanitizeLine(page.filter.source)}: ${page.lines.length} shown`, bold]);
  if (model.gaps > 0) parts.push([count(model.gaps, "gap"), warning]);
  parts.push([count(store.logLines, "line"), dim]);
  if (connection.state === "closed") parts.push(["ended", bold]);
  else if (connection.state !== "reconnecting" && connection.state !== "lost")
    parts.push([connectionText(connection, now), dim]);
  if (!model.wrap) parts.push(["not wrapped", dim]);
  return joined(parts, " · ", model.size.columns, colour);
}

function searchText({ store: { page }, current }: LogModel): string {
  const what = sanitizeLine(page.search?.source ?? "");
  if (page.found === 0) return `search ${what}: no match`;
  const rank = current === undefined ? "" : `${page.rank(current)} of `;
  return `search ${what}: ${rank}${page.found} ${page.found === 1 ? "match" : "matches"}`;
}

const hints: readonly (readonly [string, string])[] = [
  ["q", "leave"],
  ["?", "keys"],
  ["space", "pause"],
  ["/", "search"],
  ["f", "filter"],
  ["t", "time"],
  ["w", "wrap"],
  ["PgUp", "back"],
  ["G", "end"],
];

/** The lower edge: the most important keys, or what is being typed. */
export function keyBar(model: LogModel, hasKeys: boolean, colour: boolean): string {
  const { columns } = model.size;
  if (model.prompt) return promptBar(model.prompt, model.size, colour);
  if (model.confirming) return paint(shorten("end the invocation? y or n", columns), warning, colour);
  if (model.help !== undefined) return keyHints(helpHints(model, model.help), columns, colour);
  if (!hasKeys) return paint(shorten("Ctrl-C leaves", columns), dim, colour);
  return keyHints(hints, columns, colour);
}

/** The keys of the key help, and which of its pages is shown where there are several. */
function helpHints({ size, canCancel }: LogModel, page: number): [string, string][] {
  const pages = helpPages(size, canCancel).length;
  if (pages === 1) return [["Esc", "close"]];
  const at = Math.min(page + 1, pages);
  return [
    [`page ${at}/${pages}`, ""],
    ["space", at < pages ? "next" : "close"],
    ["Esc", "close"],
  ];
}

/** As many keys with what they do as fit. */
function keyHints(shown: readonly (readonly [string, string])[], columns: number, colour: boolean): string {
  let text = "";
  let used = 0;
  for (const [key, what] of shown) {
    const gap = used > 0 ? "  " : "";
    const tail = what === "" ? "" : ` ${what}`;
    if (used + gap.length + key.length + tail.length > columns) break;
    used += gap.length + key.length + tail.length;
    text += `${gap}${paint(key, bold, colour)}${paint(tail, dim, colour)}`;
  }
  return text;
}

/** Typed text; without a status bar, its problem follows on the same line. */
function promptBar({ purpose, text, problem }: Prompt, { columns, rows }: LogModel["size"], colour: boolean): string {
  const label = columns < 50 ? `${purpose}: ` : `${purpose} (text or /regex/): `;
  let typed = sanitizeLine(text);
  // Of a long text the end is seen, where it is typed.
  while (stringWidth(label) + stringWidth(typed) + 1 > columns && typed !== "") typed = [...typed].slice(1).join("");
  const room = columns - stringWidth(label) - stringWidth(typed) - 2;
  const behind = problem !== undefined && layoutOf(rows).status === 0 && room > 0 ? shorten(` ${problem}`, room) : "";
  const cursor = paint(" ", { inverse: "7" }, colour);
  return `${paint(label, bold, colour)}${typed}${cursor}${paint(sanitizeLine(behind), warning, colour)}`;
}

function joined(parts: readonly [string, Style][], between: string, columns: number, colour: boolean): string {
  let text = "";
  let used = 0;
  for (const [part, style] of parts) {
    const lead = used > 0 ? between : "";
    const room = columns - used - lead.length;
    // A part that is cut to a stump says nothing.
    if (room < Math.min(8, stringWidth(part))) break;
    const short = shorten(part, room);
    text += `${paint(lead, dim, colour)}${paint(short, style, colour)}`;
    used += lead.length + stringWidth(short);
  }
  return text;
}
