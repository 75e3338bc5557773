import type { Box } from "../box.ts";
import type { DomNode } from "./dom-node.ts";
import { ancestor, isWithin, walk } from "./dom-node.ts";
import { fieldRoles, isControl, isEditable, markupRole } from "./roles.ts";

/** Maximum number of elements between a field and what draws it, and of the elements that are looked at in that. */
const MAX_LEVELS = 4;
const MAX_NODES = 200;
const MIN_SURFACE = { width: 24, height: 12 } as const;

/**
 * Element that draws a field that takes keys, or a button that opens a list, without a place of its own: the page of an
 * editor, the box of a list. Undefined for other elements, and where no pointer says that it can be pressed. `surfaceOf`
 * in `page/surface.ts` finds the same one.
 */
export function surfaceOf(field: DomNode, role: string): DomNode | undefined {
  const isOpener = role === "button" && field.attributes.has("aria-haspopup");
  const takesKeys = fieldRoles.has(role) || (role === "listbox" && field.tag === "input");
  if (!isOpener && (!takesKeys || field.tag === "select")) return undefined;
  if (field.attributes.get("tabindex") === "-1") return undefined;
  if (field.style === undefined || field.style.visibility !== "visible") return undefined;
  let at = field.parent;
  for (let level = 0; level < MAX_LEVELS && at; level += 1, at = at.parent) {
    const hasOthers = isOpener ? hasOtherControl(at, field) : hasOtherField(at, field);
    if (at.tag === "body" || hasOthers) return undefined;
    const { box, style } = at;
    if (!box || style?.visibility !== "visible" || style.opacity === "0" || box.x + box.width < 0) continue;
    if (box.width >= MIN_SURFACE.width && box.height >= MIN_SURFACE.height) return hasPointer(at) ? at : undefined;
  }
  return undefined;
}

/** True where what a list shows is in front of its field: the chosen option, a hint, a cross that removes one. */
export function isDrawnOver(hit: DomNode, field: DomNode, role: string): boolean {
  if (role !== "combobox" || field.tag !== "input") return false;
  let at = field.parent;
  for (let level = 0; level < MAX_LEVELS && at; level += 1, at = at.parent) {
    if (at.tag === "body" || hasOtherField(at, field)) return false;
    // An element without a height, around what is drawn over it, is passed.
    if (isWithin(hit, at) && (at.box?.height ?? 0) > 0) {
      return (at.box?.height ?? 0) <= (field.box?.height ?? 0) * MAX_LEVELS && isInside(hit.box, at.box);
    }
  }
  return false;
}

/** Label that stands for a check box or a radio button; its text, or a picture of it, is what a person presses. */
export function labelOf(field: DomNode, labels: ReadonlyMap<string, DomNode>): DomNode | undefined {
  const around = ancestor(field, ({ tag }) => tag === "label");
  return around ?? labels.get(field.attributes.get("id") ?? "");
}

/** True for a box that does not reach out of another one, as something in front of the page does; a text has none. */
function isInside(inner: Box | undefined, outer: Box | undefined): boolean {
  if (!inner || !outer) return inner === undefined;
  const isAcross = inner.x >= outer.x - 1 && inner.x + inner.width <= outer.x + outer.width + 1;
  return isAcross && inner.y >= outer.y - 1 && inner.y + inner.height <= outer.y + outer.height + 1;
}

function hasOtherField(root: DomNode, field: DomNode): boolean {
  return hasOther(root, field, (node) => fieldRoles.has(markupRole(node)) || isEditable(node));
}

function hasOtherControl(root: DomNode, field: DomNode): boolean {
  return hasOther(root, field, (node) => isControl(markupRole(node)));
}

function hasOther(root: DomNode, field: DomNode, fits: (node: DomNode) => boolean): boolean {
  let found = false;
  walk(root, (node) => {
    found ||= node !== field && node !== root && node.box !== undefined && !isClippedList(node) && fits(node);
    return !found && node !== field;
  });
  return found;
}

/** True for the list of the browser that a page hides beside the one that it draws. */
function isClippedList({ isClipped, tag }: DomNode): boolean {
  return tag === "select" && isClipped;
}

function hasPointer(root: DomNode): boolean {
  let seen = 0;
  let found = false;
  walk(root, (node) => {
    seen += 1;
    const cursor = node.style?.cursor;
    found ||= node.clickable || cursor === "text" || cursor === "pointer";
    return !found && seen < MAX_NODES;
  });
  return found;
}
