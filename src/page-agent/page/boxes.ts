import { $, type AnyElement, boxOf, matches } from "../../login-reader/page/dom.ts";
import { isVisible } from "./state.ts";

/** Maximum width of a box for one character in CSS pixels, and the minimum number of boxes of a code. */
const MAX_WIDTH = 90;
const MIN_BOXES = 3;
/** Maximum number of elements between a box and what has all of them in it. */
const MAX_LEVELS = 4;

/**
 * Characters in the boxes of a code, one each, from a box on: fields of the same size in a line, with nothing else in
 * the element around them that takes text. None for another field.
 */
export function boxesFrom(element: AnyElement): string[] {
  if (!matches(element, "input") || boxOf(element).width > MAX_WIDTH) return [];
  let at: Node | null = element[$.parentNode];
  for (let level = 0; level < MAX_LEVELS && at instanceof Element; level += 1, at = at[$.parentNode]) {
    const fields = [...at[$.querySelectorAll]<HTMLInputElement>("input,textarea")].filter((field) => isVisible(field));
    if (fields.length < 2) continue;
    const isCode = fields.length >= MIN_BOXES && fields.every((field) => isBeside(element, field));
    return isCode ? fields.slice(fields.indexOf(element as HTMLInputElement)).map((field) => field[$.value]) : [];
  }
  return [];
}

function isBeside(element: Element, field: HTMLInputElement): boolean {
  const [own, other] = [boxOf(element), boxOf(field)];
  const isSame = Math.abs(own.width - other.width) < 2 && Math.abs(own.y - other.y) < 2;
  return isSame && field[$.value].length <= 1;
}
