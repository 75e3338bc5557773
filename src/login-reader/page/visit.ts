import { controlOf, type UngroupedControl } from "./controls.ts";
import { $, type AnyElement, boxOf, isElement, isText, matches } from "./dom.ts";
import { noteHost } from "./hosts.ts";
import { MAX_ALERTS, MAX_CONTROLS, MAX_DEPTH, MAX_LINES, MAX_NODES } from "./limits.ts";
import { clean, SKIPPED, textsOf } from "./texts.ts";
import { childrenOf } from "./tree.ts";
import { isAway, isTiny } from "./visibility.ts";

/** Maximum length of a line before it is cleaned, and of one that is reported. */
const MAX_LONG_LINE = 10_000;
const MAX_LINE = 1_000;

/** Elements whose content the page announces at once. */
const ALERTS = "[role=alert], [aria-live=assertive]";

/** Elements of the controls that were found, by place. */
export const elements: AnyElement[] = [];
export const controls: UngroupedControl[] = [];
/** Visible text, line by line. */
export const lines: string[] = [];
/** Visible texts that the page announces at once. */
export const alerts: string[] = [];

let line = "";
/** Last line outside of the texts that the page announces: text before a field. */
let before: string | undefined;
let visited = 0;

/** Visits an element and its content, in the order of the page. */
export function visitBody(body: HTMLElement): void {
  visit(body, { isHidden: false, isAlert: false }, 0);
  endLine(false);
}

/** Facts of the elements around a node. */
interface Around {
  readonly isHidden: boolean;
  readonly isAlert: boolean;
}

function visit(node: Node, around: Around, depth: number): void {
  visited++;
  if (isText(node) && !around.isHidden && line.length < MAX_LONG_LINE) line += node[$.substringData](0, MAX_LONG_LINE);
  if (!isElement(node)) return;
  const name = node[$.localName];
  if (SKIPPED.has(name)) return;
  const style = getComputedStyle(node);
  const { display } = style;
  if (display === "none") return;
  const box = boxOf(node);
  const isHidden = isUnseen(style, box);
  const isControl = matches(node, "button, input, select, textarea");
  const isApart = (!display.startsWith("inline") && display !== "contents") || isControl || name === "br";
  const isSpaced = !isApart && display !== "inline" && display !== "contents";
  if (isApart) endLine(around.isAlert);
  else if (isSpaced) line += " ";
  const isAlert = matches(node, ALERTS);
  if (isAlert && !isHidden) noteAlert(node);
  noteHost(node, box, display);
  noteControl(node);
  const inside = { isHidden, isAlert: around.isAlert || (isAlert && !node[$.querySelector]("input")) };
  if (depth < MAX_DEPTH) {
    for (const child of childrenOf(node)) {
      if (visited > MAX_NODES) break;
      visit(child, inside, depth + 1);
    }
  }
  if (isApart) endLine(inside.isAlert);
  else if (isSpaced) line += " ";
}

/** True for an element whose text a person does not see. */
function isUnseen({ display, visibility, opacity }: CSSStyleDeclaration, box: DOMRect): boolean {
  if (visibility !== "visible" || opacity === "0") return true;
  return display !== "contents" && box.width + box.height > 0 && (isTiny(box) || isAway(box));
}

function endLine(isAlert: boolean): void {
  const text = clean(line, MAX_LINE);
  line = "";
  if (text && !isAlert) before = text;
  if (text && lines.length < MAX_LINES && text !== lines.at(-1)) lines.push(text);
}

function noteAlert(element: AnyElement): void {
  if (alerts.length < MAX_ALERTS) alerts.push(...textsOf(element));
}

/** Adds a control. Controls beyond the limit are not examined, because each examination costs a layout. */
function noteControl(element: AnyElement): void {
  if (controls.length >= MAX_CONTROLS) return;
  const control = controlOf(element, before);
  if (!control) return;
  elements.push(element);
  controls.push(control);
}
