import { sanitizeLine } from "../../core/sanitize.ts";
import { webAddress } from "../../core/web-address.ts";
import { humanSeconds } from "../../render/sentence.ts";
import { bold, dim, warning } from "../kit/bars.tsx";
import { rowStarts, shorten, wordRows } from "../kit/columns.ts";
import { formRows } from "../kit/form-rows.ts";
import { layoutOf } from "../kit/layout.ts";
import { choiceRows, firstVisible } from "../kit/selection.tsx";
import { paint, type Style } from "../kit/styled-text.ts";
import { helpRows } from "./help.ts";
import type { LoginModel, Question, Step } from "./model.ts";

/**
 * Rows of an address, never cut. Terminals with OSC 8 join the rows to one link; others ignore the sequences. Only web
 * addresses are links.
 *
 * @param text the address as it may stand on a terminal.
 */
export function linkRows(url: string, text: string, width: number): string[] {
  const rows = addressRows(text, width);
  const address = webAddress(url);
  if (address === undefined) return rows;
  return rows.map((row) => `\u001b]8;id=link;${address}\u001b\\${row}\u001b]8;;\u001b\\`);
}

/** Rows of an address that end after a part of it where one fits, and not within a word. */
function addressRows(text: string, width: number): string[] {
  const parts = text.match(/(?<![^/?&=.-])[^/?&=.-]*[/?&=.-]+|[^/?&=.-]+/g) ?? [text];
  const rows: string[] = [];
  let row = "";
  for (const part of parts) {
    if (row !== "" && rowStarts(row + part, width).length > 1) {
      rows.push(row);
      row = "";
    }
    row += part;
    const starts = rowStarts(row, width);
    rows.push(...starts.slice(0, -1).map((start, at) => row.slice(start, starts[at + 1])));
    row = row.slice(starts.at(-1));
  }
  return row === "" ? rows : [...rows, row];
}

/** A row of the middle; the current one stays on the screen. */
interface BodyRow {
  readonly text: string;
  readonly isCurrent?: boolean;
}

/** Rows between the bars: steps, questions and links; scrolled if they do not fit. */
export function middleRows(model: LoginModel, colour: boolean): string[] {
  const { overlay, size } = model;
  const height = layoutOf(size.rows).middle;
  if (overlay === "help") return helpRows(model.canCancel, size.columns).slice(0, height);
  if (overlay === "qr") return [...(model.qr ?? ["Making the QR code…"])].slice(0, height);
  const rows = bodyRows(model, colour);
  const most = Math.max(0, rows.length - height);
  const first = firstVisible(
    rows.findLastIndex(({ isCurrent }) => isCurrent),
    rows.length,
    height,
  );
  // Scrolling ends at the edges.
  model.scrolled = Math.max(-first, Math.min(most - first, model.scrolled));
  const top = Math.max(0, first + model.scrolled);
  return rows.slice(top, top + height).map(({ text }) => text);
}

function bodyRows(model: LoginModel, colour: boolean): BodyRow[] {
  const { phase, question, size } = model;
  const { columns } = size;
  const steps = model.steps.map((step) => ({ text: stepRow(step, model, colour), isCurrent: true }));
  const asked = question ? questionRows(model, question, colour) : [];
  const error = phase?.websiteError;
  const shown = error ? textRows(`The website shows: "${error}"`, columns, warning, colour) : [];
  const links = [
    ...linkBlock("Hosted page, opens once:", phase?.hostedUrl, columns, colour),
    ...linkBlock("Live view:", phase?.liveViewUrl, columns, colour),
  ];
  return [...steps, ...block(shown), ...block(asked), ...block(links)];
}

/** Rows with a blank one before them. */
function block(rows: readonly BodyRow[]): BodyRow[] {
  return rows.length > 0 ? [{ text: "" }, ...rows] : [];
}

function stepRow(
  { endedAt, hasFailed, startedAt, title }: Step,
  { now, sentence, size: { columns } }: LoginModel,
  colour: boolean,
): string {
  const time = ` ${humanSeconds(Math.floor(((endedAt ?? now) - startedAt) / 1_000))}`;
  const isOver = endedAt !== undefined;
  const name = shorten(
    `${isOver ? (hasFailed ? "✗" : "✓") : "›"} ${sanitizeLine(isOver ? title : (sentence ?? title))}`,
    Math.max(1, columns - time.length),
  );
  return `${paint(name, isOver ? {} : bold, colour)}${paint(time, dim, colour)}`;
}

function questionRows(model: LoginModel, question: Question, colour: boolean): BodyRow[] {
  const { focus, sending, size } = model;
  const { columns } = size;
  const { asked, choice, choices, fields, form } = question;
  const look = { columns, colour };
  const instruction = asked.action === undefined ? [] : actionRows(asked.action, columns, colour);
  const hasForm = focus === "form" && !sending;
  const fieldRows = formRows(fields, form, { ...look, hasFocus: hasForm }).flatMap((rows, at) =>
    rows.map(({ text }, row) => ({ text, isCurrent: focus !== "choices" && at === form.focus && row === 0 })),
  );
  const hasChoices = focus === "choices" && !sending;
  const options = choiceRows(choices, hasChoices ? choice : undefined, look).map((text, at) => ({
    text,
    isCurrent: (focus === "choices" || fields.length === 0) && at === choice,
  }));
  const heading = fields.length > 0 ? "Or choose another way:" : asked.action === undefined ? "Choose:" : "Then:";
  const listed = options.length > 0 ? [...textRows(heading, columns, dim, colour), ...options] : [];
  return [...instruction, ...fieldRows, ...(fieldRows.length > 0 ? block(listed) : listed)];
}

function actionRows(action: string, columns: number, colour: boolean): BodyRow[] {
  const text = action === "" ? "Take the step that the website asks for, outside of this page." : action;
  return textRows(text, columns, bold, colour);
}

function textRows(text: string, columns: number, style: Style, colour: boolean): BodyRow[] {
  return wordRows(sanitizeLine(text), columns).map((row) => ({ text: paint(row, style, colour) }));
}

/** A link below its name; the address is never cut, so that it can be copied. */
function linkBlock(name: string, url: string | undefined, columns: number, colour: boolean): BodyRow[] {
  if (url === undefined) return [];
  const rows = linkRows(url, sanitizeLine(url), columns);
  return [{ text: paint(shorten(name, columns), dim, colour) }, ...rows.map((text) => ({ text }))];
}
