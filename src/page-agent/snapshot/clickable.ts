import type { Box } from "../box.ts";
import { firstRole, isCell } from "../cell-rule.ts";
import { ancestor, type DomNode, walk } from "../read/dom-node.ts";
import { isControl, isEditable, markupRole } from "../read/roles.ts";

/** Maximum number of characters of an element that counts as one control. */
const MAX_CHARACTERS = 100;
/** Maximum size of a cell that counts as one: the day of a calendar, in characters and CSS pixels. */
const MAX_CELL = { characters: 20, width: 120, height: 120 } as const;

const neverClickable = new Set([
  ...["#root", "#text", "html", "body", "table", "tbody", "thead", "tfoot", "tr", "ul", "ol", "dl", "form"],
  ...["main", "nav", "header", "footer", "section", "article", "label", "p", "fieldset", "select", "option"],
]);
const structureRoles = new Set(["row", "grid", "table", "list", "listbox", "rowgroup", "presentation"]);

/**
 * True for an element without a role that is pressed by the mouse: it has a listener or a pointer, no control in it or
 * around it, and is no larger than a control; a cell no larger than the day of a calendar. Without the limits one delegated
 * listener would swallow whole grids.
 */
export function isClickable(node: DomNode, viewport: Box): boolean {
  if (neverClickable.has(node.tag) || structureRoles.has(markupRole(node))) return false;
  const { box, style } = node;
  if (!box || style?.visibility !== "visible" || style.opacity === "0") return false;
  const hasPointer = style.cursor === "pointer" && node.parent?.style?.cursor !== "pointer";
  if (!node.clickable && !hasPointer) return false;
  if (box.width < 4 || box.height < 4 || box.width * box.height > (viewport.width * viewport.height) / 2) return false;
  if (ancestor(node, isControlOrLabel)) return false;
  if (!isCell(node.tag, firstRole(node.attributes.get("role")))) return isSmall(node, MAX_CHARACTERS);
  return box.width <= MAX_CELL.width && box.height <= MAX_CELL.height && isSmall(node, MAX_CELL.characters);
}

function isControlOrLabel(node: DomNode): boolean {
  return node.tag === "label" || isControl(markupRole(node));
}

/** True for an element with little text and without a control in it. */
function isSmall(root: DomNode, maxCharacters: number): boolean {
  let characters = 0;
  let hasControl = false;
  walk(root, (node) => {
    if (hasControl || characters > maxCharacters) return false;
    if (node.tag === "#text") characters += node.text.trim().length;
    else if (node !== root && (isControl(markupRole(node)) || isEditable(node) || node.clickable)) hasControl = true;
    return true;
  });
  return !hasControl && characters <= maxCharacters;
}
