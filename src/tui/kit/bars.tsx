import type { ReactNode } from "react";
import stringWidth from "string-width";
import { shorten } from "./columns.ts";
import { Row } from "./rows.tsx";
import { paint, type Style } from "./styled-text.ts";
import { useView } from "./view-context.ts";

/** Text in one style. It is sanitised. */
export type Part = readonly [text: string, style: Style];

/** A key and the action that it triggers. A hint without an action is a label. */
export type KeyHint = readonly [key: string, action: string];

/** Styles of the bars. Only named colours, which are readable on every background. */
export const bold: Style = { bold: "1" };
export const dim: Style = { dim: "2" };
export const warning: Style = { bold: "1", fg: "33" };

const SEPARATOR = " · ";

/** Columns below which a cut part tells nothing; it is left out. */
const SHORTEST_CUT = 8;

export interface TitleBarProps {
  readonly columns: number;
  /** Name of the view, cut when it does not fit. */
  readonly name: Part;
  /** Further parts after the name, each only when it fits as a whole. */
  readonly details: readonly Part[];
  /** Parts at the right edge, which are cut last. */
  readonly right: readonly Part[];
}

/** A title on the left and a state on the right. */
export function TitleBar(props: TitleBarProps): ReactNode {
  return <Row text={titleText(props, useView().colour)} />;
}

function titleText({ columns, name, details, right }: TitleBarProps, colour: boolean): string {
  let [rightText, rightUsed] = ["", 0];
  for (const [text, style] of right) {
    const cut = shorten(text, columns - rightUsed);
    rightUsed += stringWidth(cut);
    rightText += paint(cut, style, colour);
  }
  const room = columns - rightUsed - 2;
  const cutName = shorten(name[0], Math.max(0, room));
  let used = stringWidth(cutName);
  let left = paint(cutName, name[1], colour);
  for (const [text, style] of details) {
    if (used + stringWidth(text) > room) break;
    used += stringWidth(text);
    left += paint(text, style, colour);
  }
  return `${left}${" ".repeat(Math.max(0, columns - used - rightUsed))}${rightText}`;
}

/** States in order of importance, as many as fit. */
export function StatusBar({
  columns,
  parts,
}: {
  readonly columns: number;
  readonly parts: readonly Part[];
}): ReactNode {
  return <Row text={statusText(parts, columns, useView().colour)} />;
}

function statusText(parts: readonly Part[], columns: number, colour: boolean): string {
  let text = "";
  let used = 0;
  for (const [part, style] of parts) {
    const lead = used > 0 ? SEPARATOR : "";
    const room = columns - used - lead.length;
    if (room < Math.min(SHORTEST_CUT, stringWidth(part))) break;
    const cut = shorten(part, room);
    text += `${paint(lead, dim, colour)}${paint(cut, style, colour)}`;
    used += lead.length + stringWidth(cut);
  }
  return text;
}

/** The most important keys, as many as fit. */
export function KeyBar({
  columns,
  hints,
}: {
  readonly columns: number;
  readonly hints: readonly KeyHint[];
}): ReactNode {
  return <Row text={keyHintsText(hints, columns, useView().colour)} />;
}

function keyHintsText(hints: readonly KeyHint[], columns: number, colour: boolean): string {
  let text = "";
  let used = 0;
  for (const [key, action] of hints) {
    const gap = used > 0 ? "  " : "";
    const tail = action === "" ? "" : ` ${action}`;
    const width = stringWidth(`${gap}${key}${tail}`);
    if (used + width > columns) break;
    used += width;
    text += `${gap}${paint(key, bold, colour)}${paint(tail, dim, colour)}`;
  }
  return text;
}
