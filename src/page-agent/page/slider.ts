import { $, type AnyElement, boxOf, matches } from "../../login-reader/page/dom.ts";
import type { FramePoint } from "./operations.ts";
import { isVisible } from "./state.ts";

/** Sizes of a handle, in CSS pixels, and the largest ratio of its sides. */
const HANDLE = { min: 6, max: 60, ratio: 2.5 } as const;

/** Field beside a slider that the page draws; it holds the value. */
function sliderField(drawing: Element): AnyElement | undefined {
  const beside = [drawing[$.nextElementSibling], drawing[$.previousElementSibling]];
  return beside.find((one) => one && matches(one, "input[readonly][tabindex='-1']")) ?? undefined;
}

/** Numbers that a slider or stepper is at; none where it does not say them. */
export function numbersOf(element: Element): number[] {
  const own = element[$.getAttribute]("aria-valuenow");
  const text = own ?? sliderField(element)?.[$.value] ?? "";
  const parts = own === null ? text.split(/[;,]/) : [text];
  return parts.map((part) => Number.parseFloat(part)).filter(Number.isFinite);
}

/** Gives an element the focus, or the one place in it that takes the focus. */
export function giveFocus(element: HTMLElement): void {
  element[$.focus]({ preventScroll: true });
  const tree = element[$.ownerDocument];
  if (tree[$.activeElement] === element) return;
  const [place, second] = [...element[$.querySelectorAll]("[tabindex]:not([tabindex='-1'])")];
  if (place && !second) (place as HTMLElement)[$.focus]({ preventScroll: true });
}

/** Middles of the handles in a slider, from left to right; none for one that says its number itself. */
export function handlesOf(slider: Element): FramePoint[] {
  if (slider[$.getAttribute]("aria-valuenow") !== null || !sliderField(slider)) return [];
  const handles: Element[] = [];
  for (const one of slider[$.querySelectorAll]("*")) {
    if (isHandle(one) && !handles.some((known) => known[$.contains](one))) handles.push(one);
  }
  // A bar that is as short as a handle is thinner than one.
  const largest = handles.sort((a, b) => boxOf(b).height - boxOf(a).height).slice(0, numbersOf(slider).length);
  return largest.map(middleOf).sort((a, b) => a.x - b.x);
}

function isHandle(element: Element): boolean {
  const { height, width } = boxOf(element);
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short < HANDLE.min || long > HANDLE.max || long > short * HANDLE.ratio) return false;
  return isVisible(element) && (element[$.textContent] ?? "").trim() === "";
}

function middleOf(element: Element): FramePoint {
  const { height, left, top, width } = boxOf(element);
  return { x: left + width / 2, y: top + height / 2 };
}
