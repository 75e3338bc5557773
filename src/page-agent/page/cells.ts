import { $, isElement } from "../../login-reader/page/dom.ts";
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
    } else if (!hasOwnCells(tag, role)) pending.push(...childElements(at));
  }
  return cells;
}

/** The last one first. */
function childElements(element: Element): Element[] {
  return [...element[$.childNodes]].filter(isElement).reverse();
}
