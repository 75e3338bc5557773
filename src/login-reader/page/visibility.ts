import { $, type AnyElement, boxOf, first, isElement, isText, matches, rawAttribute } from "./dom.ts";
import { MAX_DEPTH, MAX_MODALS, MAX_NODES } from "./limits.ts";
import { ascend, childrenOf, holds, rootOf } from "./tree.ts";

/** Elements that are dialogs. */
export const DIALOGS = "dialog, [role=dialog], [role=alertdialog]";

/** True for a box that is too small for a person. */
export function isTiny(box: DOMRect): boolean {
  return box.width <= 1 && box.height <= 1;
}

/** True for a box outside of the page that scrolling cannot reach. */
export function isAway(box: DOMRect): boolean {
  return box.right + scrollX <= 0 || box.bottom + scrollY <= 0;
}

/** @param opacityProperty false for an element that counts as shown even if it is transparent */
export function isShown(element: Element, opacityProperty = true): boolean {
  if (!element[$.checkVisibility]({ opacityProperty, visibilityProperty: true })) return false;
  const box = boxOf(element);
  return !(box.width === 0 || box.height === 0 || isTiny(box) || isAway(box));
}

/** Maximum height of what is drawn around a field, in heights of the field. */
const MAX_AROUND = 4;
/** Maximum number of nodes that are examined for the label over a field. */
const MAX_OVER = 200;

/**
 * True for a field that is shown. One that is transparent while it is empty counts when a text is drawn over it: the label
 * of a field of many libraries stands there until a person clicks it.
 */
export function isShownField(field: AnyElement): boolean {
  if (isShown(field)) return true;
  if (field[$.value] !== "" || !isShown(field, false)) return false;
  const box = boxOf(field);
  let around = field;
  ascend(field, (at) => {
    const isLarge = boxOf(at).height > MAX_AROUND * box.height;
    if (!isLarge) around = at;
    return isLarge;
  });
  let examined = 0;
  const isOver = (node: Node): boolean => {
    examined += 1;
    if (examined > MAX_OVER) return false;
    if (isText(node)) return isTextIn(node, box);
    return isElement(node) && [...childrenOf(node)].some(isOver);
  };
  return isOver(around);
}

/** True for a text that a person sees in a box. */
function isTextIn(text: Text, { left, right, top, bottom }: DOMRect): boolean {
  const range = new Range();
  range.selectNodeContents(text);
  const parent = ascend(text, () => true);
  const isIn = [...range.getClientRects()].some(
    (at) => at.right > left && at.left < right && at.bottom > top && at.top < bottom,
  );
  return isIn && parent !== null && isShown(parent) && text[$.data].trim() !== "";
}

/** Open modal dialogs of the page. */
const modals = new Set<Element>();

function isModal(element: Element): boolean {
  return matches(element, "dialog:modal") || (rawAttribute(element, "aria-modal") === "true" && isShown(element));
}

let looked = 0;

/** Finds the modal dialogs in a document or shadow root, and in the shadow roots in it. */
export function findModals(root: Document | ShadowRoot, depth = 0): void {
  for (const element of first(root[$.querySelectorAll]("dialog, [aria-modal]"), MAX_NODES)) {
    if (modals.size < MAX_MODALS && isModal(element)) modals.add(element);
  }
  for (const element of root[$.querySelectorAll]("*")) {
    if (looked++ > MAX_NODES) return;
    const inner = rootOf(element);
    if (inner && depth < MAX_DEPTH) findModals(inner, depth + 1);
  }
}

/** Element at a point of the viewport, through all shadow roots. */
export function deepest(x: number, y: number): Element | null {
  let found = document[$.elementFromPoint](x, y);
  for (let layer = 0; layer < MAX_DEPTH; layer++) {
    const inner = found && rootOf(found)?.[$.elementFromPoint](x, y);
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}

/** True for a hit element that covers another one because it is in a layer above the page. */
function overlays(hit: Element, element: Element): boolean {
  const layer = ascend(hit, (at) => matches(at, DIALOGS) || /^(fixed|absolute)$/.test(getComputedStyle(at).position));
  if (!layer || holds(layer, element)) return false;
  const box = boxOf(layer);
  return matches(layer, DIALOGS) || box.width * box.height >= 0.2 * innerWidth * innerHeight;
}

/** True for an element that a dialog makes unreachable. */
export function isBehind(element: Element): boolean {
  if (ascend(element, (at) => at[$.hasAttribute]("inert"))) return true;
  if (modals.size > 0 && !ascend(element, (at) => modals.has(at))) return true;
  const box = boxOf(element);
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
  const hit = deepest(x, y);
  return hit !== null && !holds(element, hit) && !holds(hit, element) && overlays(hit, element);
}
