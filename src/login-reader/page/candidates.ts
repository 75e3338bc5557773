import type { CandidateControl, ControlShape } from "../described-control.ts";
import { describe, isToggle, typeOf } from "./describe.ts";
import { $, type AnyElement, isElement, matches, rawAttribute } from "./dom.ts";
import { MAX_CONTROLS, MAX_DEPTH, MAX_NODES } from "./limits.ts";
import { sendsTo } from "./sends-to.ts";
import { labelsOf } from "./texts.ts";
import { childrenOf, holds } from "./tree.ts";
import { isBehind, isShown, isShownField } from "./visibility.ts";
import { elements } from "./visit.ts";

/** Visible controls of a shape, in the order of the page. They become elements of the reading. */
export function candidates(shape: ControlShape): CandidateControl[] {
  const found: AnyElement[] = [];
  let visited = 0;
  const visit = (node: Node, depth: number): void => {
    if (++visited > MAX_NODES || depth > MAX_DEPTH || found.length >= MAX_CONTROLS || !isElement(node)) return;
    if (isOf(node, shape)) found.push(node);
    for (const child of childrenOf(node)) visit(child, depth + 1);
  };
  const body = document[$.body];
  if (body) visit(body, 0);
  const all = found.map((element) => ({ element, control: candidate(element) }));
  return all.filter((one) => !isAroundKey(one, all)).map(({ control }) => control);
}

interface Found {
  readonly element: AnyElement;
  readonly control: CandidateControl;
}

/** True for an element around a key of the page that has no other text. */
function isAroundKey({ element, control: { key = "" } }: Found, all: readonly Found[]): boolean {
  return (
    key !== "" && all.some((one) => one.control.key === key && one.element !== element && holds(element, one.element))
  );
}

function isOf(element: AnyElement, { tag, type }: ControlShape): boolean {
  if (element[$.localName] !== tag || typeOf(element) !== type) return false;
  if (isToggle(element)) return isShown(element, false) || labelsOf(element).some((label) => isShown(label));
  return element[$.autocomplete] === "one-time-code" ? isShown(element, false) : isShownField(element);
}

function candidate(element: AnyElement): CandidateControl {
  elements.push(element);
  return {
    ...describe(element),
    index: elements.length - 1,
    disabled: matches(element, ":disabled") || rawAttribute(element, "aria-disabled") === "true",
    behind: isBehind(element),
    readOnly: element[$.readOnly] === true,
    checked: element[$.checked] === true,
    sendsTo: sendsTo(element),
  };
}
