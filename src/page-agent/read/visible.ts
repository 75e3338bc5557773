import type { DomNode } from "./dom-node.ts";
import { typeOf } from "./roles.ts";
import { surfaceOf } from "./surface.ts";

/** Maximum number of elements above a field of files that may be hidden with it. */
const MAX_HIDDEN = 2;

/** True for a node that is rendered with a size and not clipped to nothing. */
export function isShown({ box, isClipped, style }: DomNode): boolean {
  return box !== undefined && !isClipped && style?.visibility === "visible" && box.width > 0 && box.height > 0;
}

/** Boxes that pages park outside of what can be scrolled to, for screen readers. */
export function isParked({ box }: Pick<DomNode, "box">): boolean {
  return box !== undefined && (box.x + box.width < 0 || box.y + box.height < -100_000 || box.width <= 1);
}

/**
 * True for a control that a person can get at. A field for a file, a check box and a radio button may be invisible: what
 * is drawn in their place is their label. A field for text may be without a place: keys go to what draws it.
 */
export function isReachable(node: DomNode, role: string): boolean {
  if (node.tag === "input" && typeOf(node) === "hidden") return false;
  if (role === "file") return isOffered(node);
  if (role === "checkbox" || role === "radio" || role === "switch") return node.style !== undefined;
  if (role === "option" && node.tag === "option") return false;
  // A slider of the browser in one pixel takes the arrow keys for the handle that is drawn around it.
  if (role === "slider" && node.tag === "input" && node.parent && isPixel(node.parent)) return isShown(node.parent);
  // A transparent slider of the browser is drawn by what lies under it.
  const isSeen = node.style?.opacity !== "0" || (role === "slider" && node.tag === "input");
  const hasPlace = isShown(node) && !isParked(node) && isSeen;
  return hasPlace || surfaceOf(node, role) !== undefined;
}

function isPixel({ box }: DomNode): boolean {
  return box !== undefined && box.width <= 1 && box.height <= 1;
}

/** Often a button or a label stands for a field of files that is not rendered; one of a closed dialog is not there. */
function isOffered(field: DomNode): boolean {
  let at: DomNode | undefined = field;
  for (let level = 0; level <= MAX_HIDDEN && at; level += 1, at = at.parent) if (at.box) return true;
  return false;
}
