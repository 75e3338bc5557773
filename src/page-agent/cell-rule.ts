const cellTags = new Set(["td", "th"]);
const cellRoles = new Set(["cell", "gridcell", "columnheader", "rowheader"]);

/** True for a cell of a row, by the name of the element and the role that its markup gives it. */
export function isCell(tag: string, role: string): boolean {
  return role === "" ? cellTags.has(tag) : cellRoles.has(role);
}

const tableTags = new Set(["table", "tr"]);
const tableRoles = new Set(["row", "table", "grid", "treegrid"]);

/** True for a row or table inside of a row, whose cells are not those of the row around it. */
export function hasOwnCells(tag: string, role: string): boolean {
  return role === "" ? tableTags.has(tag) : tableRoles.has(role);
}

/** Role that an attribute gives an element: the first of several. */
export function firstRole(attribute: string | null | undefined): string {
  return (attribute ?? "").trim().split(/\s+/)[0] ?? "";
}

/** Head of a column, which is often pressed to sort by it. */
export function isHead(tag: string, role: string): boolean {
  return role === "" ? tag === "th" : role === "columnheader";
}
