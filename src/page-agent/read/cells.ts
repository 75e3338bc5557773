import { firstRole, hasOwnCells, isCell } from "../cell-rule.ts";
import type { Accessible } from "./accessible.ts";
import { type DomNode, walk } from "./dom-node.ts";
import { markupRole } from "./roles.ts";

/** Visible cells of a row in document order, as `page/row-parts.ts` finds them in the page. */
export function cellsOf(row: DomNode): DomNode[] {
  const cells: DomNode[] = [];
  walk(row, (node) => {
    if (node === row) return true;
    const role = firstRole(node.attributes.get("role"));
    const isOwn = isCell(node.tag, role);
    if (isOwn && isVisible(node)) cells.push(node);
    return !isOwn && !hasOwnCells(node.tag, role) && node.tag !== "#root";
  });
  return cells;
}

/** Cell of a row that a node is in; undefined for a node beside the cells. */
export function cellAround(node: DomNode, cells: ReadonlySet<DomNode>, row: DomNode): DomNode | undefined {
  for (let at: DomNode | undefined = node; at && at !== row; at = at.parent) if (cells.has(at)) return at;
  return undefined;
}

/** True for a row of a table or grid; not for one of a table that only lays out its content, as far as that is known. */
export function isDataRow(node: DomNode, accessible: Accessible | undefined): boolean {
  if (accessible) return !accessible.isIgnored && accessible.role === "row";
  return markupRole(node) === "row" || node.tag === "tr";
}

/** True for a row whose cells are operated as cells: that of a grid. */
export function isGridRow(row: DomNode): boolean {
  for (let at = row.parent; at; at = at.parent) {
    const role = markupRole(at);
    if (role === "grid" || role === "treegrid") return true;
    if (role === "table") return false;
  }
  return false;
}

function isVisible({ box, style }: DomNode): boolean {
  return box !== undefined && style?.visibility === "visible" && box.width >= 1 && box.height >= 1;
}
