import { SNAPSHOT_TOKENS } from "../../contract/limits.ts";
import type { AgentState } from "../agent-state.ts";
import { oneLine, quoted } from "../page-text.ts";
import { described, type Reference } from "../references.ts";
import { Refusal, type SnapshotLine, type SnapshotRequest, type SnapshotResult } from "../requests.ts";
import { tabsInOrder } from "../tabs.ts";
import type { AgentPage, OpenDialog, Tab } from "../target.ts";
import { estimatedTokens } from "../tokens.ts";
import { type ChangeReport, reportChanges } from "./change-report.ts";
import { type Choice, costOf } from "./choose-lines.ts";
import { compareLines, keepUnsaid, lastSaid, lineOf, rememberLines } from "./compare-lines.ts";
import { findTexts } from "./find-texts.ts";
import type { Line } from "./line.ts";
import { cellTexts, lineText, type RefOf } from "./line-text.ts";
import { packDays } from "./pack-days.ts";
import { indented, type PrintedLine, printLines } from "./print-lines.ts";
import { chooseFrom, readLines, referTo, type Snapshot } from "./snapshot.ts";

/** Tokens that the heading and the last line need. */
const FRAME_TOKENS = 60;
const MAX_URL_CHARACTERS = 150;

/** Takes a snapshot of a page for an agent. Throws a {@link Refusal} for a reference that is unknown. */
export async function takeSnapshot(
  page: AgentPage,
  state: AgentState,
  request: SnapshotRequest,
): Promise<SnapshotResult> {
  const dialog = page.dialog();
  if (dialog) return blocked(dialog);
  const choice = choiceOf(request);
  const read = await readLines(page, state.secrets);
  const tabs = await tabsInOrder(page, state);
  const under = (root: Line): Line => (request.under === undefined ? root : partAround(root, request.under, state));
  const find = request.find === undefined ? undefined : findTexts(page, request.find);
  const snapshot = await chooseFrom(read, choice, { secrets: state.secrets, under, find });
  const refOf = referTo(state.references, page.targetId);
  const before = state.remembered.get(page.targetId);
  const within = snapshot.page.isLarge ? snapshot.chosen.lines : undefined;
  const difference = request.delta && before ? compareLines(lastSaid(before), snapshot.root, within) : undefined;
  const now = rememberLines(snapshot.root, within);
  state.remembered.set(page.targetId, now);
  if (!difference || !before) {
    return withoutSecrets(fullResult(snapshot, refOf, request, choice, tabs, page.targetId), state);
  }
  const report = reportChanges(difference, refOf, state, choice.maxTokens);
  state.remembered.set(page.targetId, keepUnsaid(lastSaid(before), now, report.unsaid));
  return withoutSecrets(deltaResult(snapshot, report, refOf), state);
}

/** Addresses and the title are the page's own, and may repeat what was entered. */
function withoutSecrets(result: SnapshotResult, { secrets }: AgentState): SnapshotResult {
  return {
    ...result,
    url: secrets.hide(result.url),
    title: secrets.hide(result.title),
    text: secrets.hide(result.text),
    lines: result.lines.map((line) => (line.frame === undefined ? line : { ...line, frame: secrets.hide(line.frame) })),
  };
}

function choiceOf({ all, depth, find, interactive = false, max_tokens, rows }: SnapshotRequest): Choice {
  const budget = max_tokens ?? (find === undefined ? SNAPSHOT_TOKENS.default : SNAPSHOT_TOKENS.find);
  return {
    maxTokens: all ? Number.POSITIVE_INFINITY : Math.max(40, budget - FRAME_TOKENS),
    interactive,
    find: undefined,
    depth: depth ?? Number.POSITIVE_INFINITY,
    rows: rows === undefined ? undefined : rowRange(rows),
  };
}

function rowRange(rows: string): [number, number] {
  const [first = 1, last = first] = rows.split("-").map(Number);
  return [first, last];
}

/** Container of the control of a reference. */
function partAround(root: Line, ref: string, { references }: AgentState): Line {
  const reference = requireReference({ references }, ref);
  const line = lineOf(root, reference);
  if (line) return line.parent ?? root;
  throw new Refusal("stale_ref", `${ref} is not on the page any more`, "snapshot");
}

/**
 * Reference that was given, `e20.3` for the third cell of the row `e20`. Throws {@link Refusal} `unknown_ref` when it was not
 * given, and `no_cell` for a cell that the row does not have.
 */
export function requireReference({ references }: Pick<AgentState, "references">, ref: string): Reference {
  const [own = "", place] = ref.split(".");
  const reference = references.get(own);
  if (!reference) throw new Refusal("unknown_ref", `there is no reference ${own} in this session`, "snapshot");
  return place === undefined ? reference : cellReference(reference, Number(place));
}

function cellReference(row: Reference, cell: number): Reference {
  if (!row.cells) throw new Refusal("wrong_kind", `${described(row)} is no row with cells`, "snapshot");
  const count = row.cells.length;
  if (cell <= count) return { ...row, ref: `${row.ref}.${cell}`, role: "cell of row", cell };
  const words = `${described(row)} has ${count === 1 ? "1 cell" : `${count} cells`}, not ${cell}`;
  throw new Refusal("no_cell", words, "snapshot");
}

function blocked({ message, type }: OpenDialog): SnapshotResult {
  const text = `${dialogLine({ message, type })}\n`;
  const none = { url: "", title: "", lines: [], shown: 0, total: 0 };
  return { ...none, text, tokens: estimatedTokens(text), dialog: { type, message } };
}

/** Sentence about an open dialog. */
export function dialogLine({ message, type }: OpenDialog): string {
  if (type === "beforeunload") return "the page asks whether it may be left (beforeunload); accept or dismiss it";
  return `dialog ${type} ${quoted(oneLine(message), 200)} is open and blocks the page; accept or dismiss it`;
}

function headOf({ page }: Snapshot, tabs: readonly Tab[], targetId: string): string[] {
  const { contentHeight, scrollY, title, url, viewport } = page;
  const end = Math.min(contentHeight, scrollY + viewport.height);
  const place = contentHeight > viewport.height + 1 ? ` · ${scrollY}-${end} of ${contentHeight} px` : "";
  const head = [`page ${quoted(oneLine(title), 100)} ${shortUrl(url)}${place}`];
  if (tabs.length > 1) head.push(`tabs ${tabs.map((tab, at) => tabText(tab, at, targetId)).join(" · ")}`);
  return head;
}

function tabText({ targetId, title, url }: Tab, at: number, shown: string): string {
  const text = `${at + 1} ${quoted(oneLine(title) || shortUrl(url), 40)}`;
  return targetId === shown ? `${text} (this one)` : text;
}

/** Address on one line, cut. */
export function shortUrl(url: string): string {
  const text = oneLine(url).replaceAll(" ", "%20");
  return text.length > MAX_URL_CHARACTERS ? `${text.slice(0, MAX_URL_CHARACTERS)}…` : text;
}

function fullResult(
  snapshot: Snapshot,
  refOf: RefOf,
  request: SnapshotRequest,
  choice: Choice,
  tabs: readonly Tab[],
  targetId: string,
): SnapshotResult {
  const { chosen, root } = snapshot;
  const lines = new Set(chosen.lines);
  const head = headOf(snapshot, tabs, targetId);
  const budget = choice.maxTokens + FRAME_TOKENS;
  let printed = printLines(root, lines, refOf);
  let text = fullText(head, printed, footOf(snapshot, printed, request), refOf);
  // The estimate of a line and of all lines together differ a little.
  while (dropLast(lines, estimatedTokens(text) - budget)) {
    printed = printLines(root, lines, refOf);
    text = fullText(head, printed, footOf(snapshot, printed, request), refOf);
  }
  return resultOf(snapshot, printed, text, refOf);
}

/** Takes out the lines that were chosen last, so many that a number of tokens is saved. False where none is taken out. */
function dropLast(lines: Set<Line>, tokens: number): boolean {
  let left = tokens;
  for (const line of [...lines].reverse()) {
    if (left <= 0) break;
    if (line.kind === "container" || line.kind === "frame") continue;
    lines.delete(line);
    left -= costOf(line);
  }
  return left < tokens;
}

function fullText(head: readonly string[], printed: readonly PrintedLine[], foot: string, refOf: RefOf): string {
  return [...head, ...packDays(printed, refOf).map(indented), ...(foot === "" ? [] : [foot]), ""].join("\n");
}

function footOf({ chosen }: Snapshot, printed: readonly PrintedLine[], { all, find }: SnapshotRequest): string {
  const shown = shownOf(printed);
  if (find !== undefined) {
    const matches = chosen.total === 1 ? "1 line matches" : `${chosen.total} lines match`;
    return `${matches}${shown < chosen.total ? `, ${shown} shown` : ""}`;
  }
  if (all || shown >= chosen.total) return "";
  return `shown ${shown} of ${chosen.total} lines; --find TEXT searches the rest, --out FILE writes everything`;
}

function shownOf(printed: readonly PrintedLine[]): number {
  return printed.filter(({ line }) => line && line.kind !== "container" && line.kind !== "frame").length;
}

function deltaResult(snapshot: Snapshot, { said, texts }: ChangeReport, refOf: RefOf): SnapshotResult {
  const text = `${texts.length > 0 ? texts.join("\n") : "nothing has changed"}\n`;
  const printed = said.map((line) => ({ line, depth: 0, text: lineText(line, refOf) }));
  return resultOf(snapshot, printed, text, refOf);
}

function resultOf(
  { chosen, page }: Snapshot,
  printed: readonly PrintedLine[],
  text: string,
  refOf: RefOf,
): SnapshotResult {
  return {
    url: page.url,
    title: oneLine(page.title),
    text,
    lines: printed.flatMap(({ depth, line, text: own }) => recordsOf(line, depth, own, refOf)),
    shown: shownOf(printed),
    total: chosen.total,
    tokens: estimatedTokens(text),
  };
}

/** Records of a printed line: the line, and the lines of a row. */
function recordsOf(line: Line | undefined, depth: number, text: string, refOf: RefOf): SnapshotLine[] {
  if (!line) return [{ depth, kind: "more", text }];
  const own = recordOf(line, depth, text, refOf);
  if (line.kind !== "row") return [own];
  return [own, ...line.children.map((child) => recordOf(child, depth + 1, lineText(child, refOf), refOf))];
}

function recordOf(line: Line, depth: number, text: string, refOf: RefOf): SnapshotLine {
  const { box, cells, cover, kind, name, node, role, states, value } = line;
  const round = box && mapBox(box);
  return {
    depth,
    kind: kind === "group" ? "container" : kind,
    text,
    ...((kind === "control" || cells) && { ref: refOf(line) }),
    ...(cells && { cells: cellTexts(line, (part) => lineText(part, refOf).replace(/^: /, "")) }),
    ...(kind !== "text" && role !== "" && { role }),
    ...(name !== "" && { name }),
    ...(value !== undefined && { value }),
    ...(states.length > 0 && { states: [...states] }),
    ...(cover !== undefined && { covered_by: cover }),
    ...(round && { box: round }),
    ...(node.document.owner && { frame: shortUrl(node.document.url) }),
  };
}

function mapBox({ height, width, x, y }: NonNullable<Line["box"]>): NonNullable<SnapshotLine["box"]> {
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
}
