import { $, type AnyElement, boxOf, matches } from "../../login-reader/page/dom.ts";
import { isVisible } from "./state.ts";

/** Size below which an element has no place, and the smallest surface, in CSS pixels. */
const NO_PLACE = 4;
const MIN_SURFACE = 10;
/** Maximum number of elements between a field and what draws it. */
const MAX_LEVELS = 4;

const fields = "input:not([type=hidden]),select,textarea,[contenteditable]";
const controls = `${fields},button,a[href],[role=button],[role=link],[role=option],[role=tab]`;

/**
 * Element that a person presses to reach one without a place of its own: what draws a switch around a check box of no size,
 * the page of an editor that takes its keys by a hidden field, or the box around a hidden button that opens a list.
 * Undefined where other controls are in it too.
 */
export function surfaceOf(element: Element): Element | undefined {
  if (!matches(element, "input,textarea,[contenteditable],button[aria-haspopup]")) return undefined;
  if (!element[$.checkVisibility]({ visibilityProperty: true })) return undefined;
  const others = matches(element, "textarea,input:not([type=checkbox],[type=radio])") ? fields : controls;
  let at: Node | null = element[$.parentNode];
  for (let level = 0; level < MAX_LEVELS && at instanceof Element; level += 1, at = at[$.parentNode]) {
    if (at[$.localName] === "body") return undefined;
    if ([...at[$.querySelectorAll](others)].some((other) => other !== element && isThere(other))) return undefined;
    const { height, width } = boxOf(at);
    if (isVisible(at) && hasPlace(at) && width >= MIN_SURFACE && height >= MIN_SURFACE) return at;
  }
  return undefined;
}

/** True for a visible control that is no list of the browser which a page hides beside the one that it draws. */
function isThere(control: Element): boolean {
  return isVisible(control) && (control[$.localName] !== "select" || hasPlace(control));
}

/** False for an element that nobody can hit: of no size, clipped to nothing, or left of the page. */
export function hasPlace(element: Element): boolean {
  const { clip, clipPath } = getComputedStyle(element);
  if (/^rect\(0(?:px)?(?:[, ]+[01](?:px)?){3}\)$/.test(clip) || /^inset\((?:50|100)%/.test(clipPath)) return false;
  const { height, right, width } = boxOf(element);
  if (width < NO_PLACE || height < NO_PLACE || right < 0) return false;
  let placed = getComputedStyle(element).position;
  let at: Node | null = element[$.parentNode];
  for (let level = 0; level < MAX_LEVELS && at instanceof Element; level += 1, at = at[$.parentNode]) {
    // The overflow of a page belongs to its viewport, and what is fixed is clipped by nothing else.
    if (placed === "fixed" || at[$.localName] === "body") return true;
    const { overflow, position } = getComputedStyle(at);
    // The elements between an absolute one and the one that it is placed in do not clip it.
    if (placed === "absolute" && position === "static") continue;
    const box = boxOf(at);
    if ((box.width < NO_PLACE || box.height < NO_PLACE) && overflow !== "visible") return false;
    placed = position;
  }
  return true;
}

/** True for a list that opens, whose field what it shows is in front of: the chosen option, a hint; not a cross. */
export function isDrawnOver(element: AnyElement, hit: Element): boolean {
  if (!matches(element, "input[role=combobox],input[aria-haspopup=listbox],input[list]")) return false;
  if (hit[$.closest](controls)) return false;
  let at: Node | null = element[$.parentNode];
  for (let level = 0; level < MAX_LEVELS && at instanceof Element; level += 1, at = at[$.parentNode]) {
    if (at[$.localName] === "body") return false;
    if ([...at[$.querySelectorAll](fields)].some((other) => other !== element && isVisible(other))) return false;
    // An element without a height, around what is drawn over it, is passed.
    if (at[$.contains](hit) && boxOf(at).height > 0)
      return boxOf(at).height <= boxOf(element).height * MAX_LEVELS && isInside(hit, at);
  }
  return false;
}

/** True for an element that does not reach out of another one, as something in front of the page does. */
function isInside(inner: Element, outer: Element): boolean {
  const [a, b] = [boxOf(inner), boxOf(outer)];
  return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
}
