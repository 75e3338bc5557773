import { $, type AnyElement, isElement } from "../../login-reader/page/dom.ts";
import { childrenOf } from "../../login-reader/page/tree.ts";
import { firstRole, hasOwnCells, isCell } from "../cell-rule.ts";
import { isVisible } from "./state.ts";

/** Visible cells of a row in document order, as `read/cells.ts` reads them from a snapshot. */
export function cellsOf(row: Element): Element[] {
  const cells: Element[] = [];
  const pending = childElements(row);
  for (let at = pending.pop(); at; at = pending.pop()) {
    const [tag, role] = [at[$.localName], firstRole(at[$.getAttribute]("role"))];
    if (isCell(tag, role)) {
      if (isVisible(at)) cells.push(at);
    } else if (!hasOwnCells(tag, role)) for (const child of childElements(at)) pending.push(child);
  }
  return cells;
}

/** The last one first. */
function childElements(element: Element): Element[] {
  return [...element[$.childNodes]].filter(isElement).reverse();
}

const skipped = new Set(["script", "style", "textarea", "select"]);

/**
 * Texts below a row in its layout, each text node for itself, as `read/row-texts.ts` reads them from a snapshot. A row
 * without texts has the number that the page gives it.
 */
export function textsOf(row: Element, max: number): string[] {
  const texts: string[] = [];
  const pending: Node[] = [row];
  for (let node = pending.pop(); node && texts.length < max; node = pending.pop()) {
    if (node[$.nodeType] === Node.TEXT_NODE) {
      const text = node[$.nodeValue] ?? "";
      if (text.trim() !== "") texts.push(text);
    } else if (!skipped.has((node as Element)[$.localName]))
      for (const child of [...childrenOf(node as AnyElement)].reverse()) pending.push(child);
  }
  const number = row[$.getAttribute]("aria-rowindex");
  return texts.length === 0 && number !== null ? [number] : texts;
}
