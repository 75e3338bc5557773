import type { Box } from "../box.ts";
import { firstRole, isCell, isHead } from "../cell-rule.ts";
import { ancestor, type DomNode, walk } from "../read/dom-node.ts";
import type { DragItems } from "../read/drag-items.ts";
import { isCrowdedLabel, ownText } from "../read/names.ts";
import { isControl, isEditable, markupRole } from "../read/roles.ts";

/** Maximum number of characters of an element that counts as one control. */
const MAX_CHARACTERS = 100;
/** Maximum number of characters of an item that is dragged: a card with a few lines, outside of the controls in it. */
const MAX_ITEM_CHARACTERS = 300;
/** Maximum size of a cell that counts as one: the day of a calendar, in characters and CSS pixels. */
const MAX_CELL = { characters: 20, width: 120, height: 120 } as const;

const neverClickable = new Set([
  ...["#root", "#text", "html", "body", "table", "tbody", "thead", "tfoot", "tr", "ul", "ol", "dl", "form"],
  ...[
    "main",
    "nav",
    "header",
    "footer",
    "section",
    "article",
    "label",
    "p",
    "fieldset",
    "select",
    "option",
    "input",
    "textarea",
  ],
]);
/** Cursors that say that an element is dragged, and that it is pressed or dragged. */
const dragPointers = new Set(["move", "grab"]);
const pointers = new Set(["pointer", ...dragPointers]);
/** Minimum number of items that a list with one listener for all of them has: of any kind, or without a class of their own. */
const MIN_ITEMS = 3;
const MIN_UNLIKE_ITEMS = 7;
/** Maximum number of elements between an item, or the head of a column, and the listener. */
const MAX_LEVELS = 3;
const MAX_HEAD_LEVELS = 8;
const structureRoles = new Set(["row", "grid", "table", "list", "listbox", "rowgroup", "presentation"]);

/** Role of an element without one that is used by the mouse; undefined for other elements. */
export function mouseRole(node: DomNode, viewport: Box, { items }: DragItems): "clickable" | "draggable" | undefined {
  if (isDragItem(node, viewport, items)) return "draggable";
  if (!isClickable(node, viewport)) return undefined;
  return hasPointer(node, dragPointers) || isMarked(node) ? "draggable" : "clickable";
}

/** True for an element that can be dragged by HTML's drag and drop, or by a finger that the page follows. */
function isMarked({ attributes, parent, style }: DomNode): boolean {
  if (attributes.get("draggable") === "true") return true;
  return style?.touchAction === "none" && parent?.style?.touchAction !== "none";
}

function hasPointer({ parent, style }: DomNode, cursors: ReadonlySet<string>): boolean {
  return style !== undefined && cursors.has(style.cursor) && parent?.style?.cursor !== style.cursor;
}

/**
 * True for an item of a list whose items are dragged, and for a marked one with controls in it: a card or a task with a text
 * of its own.
 */
function isDragItem(node: DomNode, viewport: Box, items: ReadonlySet<DomNode>): boolean {
  if (!items.has(node) && node.attributes.get("draggable") !== "true") return false;
  if (node.clickable && node.attributes.get("draggable") !== "true") return false;
  if (!isPlaced(node, viewport) || ancestor(node, isControlOrLabel)) return false;
  const characters = ownText(node).length;
  return characters > 0 && characters <= MAX_ITEM_CHARACTERS;
}

/** True for a visible element that is smaller than half of the view. */
function isPlaced({ box, style }: DomNode, viewport: Box): boolean {
  if (!box || style?.visibility !== "visible" || style.opacity === "0") return false;
  return box.width >= 4 && box.height >= 4 && box.width * box.height <= (viewport.width * viewport.height) / 2;
}

/**
 * True for an element without a role that is pressed or dragged by the mouse: it has a listener or a pointer, or is an item
 * of a list that has the listener. No control is in it or around it, and it is no larger than a control; a cell no larger
 * than the day of a calendar. Without the limits one delegated listener would swallow whole grids.
 */
function isClickable(node: DomNode, viewport: Box): boolean {
  if (neverClickable.has(node.tag) || structureRoles.has(markupRole(node))) return false;
  const { box } = node;
  if (!box || !isPlaced(node, viewport)) return false;
  const isOwn = node.clickable || hasPointer(node, pointers) || isMarked(node);
  if (!isOwn && (!isListened(node) || ancestor(node, isDrawnList))) return false;
  if (ancestor(node, isControlOrLabel)) return false;
  const role = firstRole(node.attributes.get("role"));
  if (!isCell(node.tag, role) || isHead(node.tag, role)) return isSmall(node, MAX_CHARACTERS);
  return box.width <= MAX_CELL.width && box.height <= MAX_CELL.height && isSmall(node, MAX_CELL.characters);
}

/** A label around more than its field shows more than a label: the calendar of a date, for instance. */
function isControlOrLabel(node: DomNode): boolean {
  if (node.tag === "label") return !isCrowdedLabel(node);
  return isControl(markupRole(node)) && !isDrawnList(node);
}

/** True for a list that the page draws: the crosses of the values that are chosen in it are pressed for themselves. */
function isDrawnList(node: DomNode): boolean {
  const role = markupRole(node);
  return (role === "combobox" || role === "listbox") && !["input", "select", "button"].includes(node.tag);
}

/**
 * True for an item of a list whose one listener is for all of its items: what is sorted by dragging, the days of a calendar,
 * the heads of columns.
 */
function isListened(node: DomNode): boolean {
  const { attributes, parent, tag } = node;
  if (!parent || !hasText(node)) return false;
  const { count, isAlike, isList } = itemsOf(parent);
  if (parent.clickable && parent.tag !== "body" && count >= MIN_ITEMS && isAlike && !tag.startsWith("::")) return true;
  if (!isList) return false;
  const levels = isHead(tag, firstRole(attributes.get("role"))) ? MAX_HEAD_LEVELS : MAX_LEVELS;
  let at: DomNode | undefined = parent;
  for (let level = 0; level < levels && at && at.tag !== "body"; level += 1, at = at.parent)
    if (at.clickable) return true;
  return false;
}

/** Facts about the items of an element. */
interface Items {
  readonly count: number;
  /** True for items of the same tag and class. */
  readonly isAlike: boolean;
  /** True for the items of a list, a row of heads, or many of one kind. */
  readonly isList: boolean;
}

/** Facts by element: each of 60,000 items asks for those of its list. */
const itemsByParent = new WeakMap<DomNode, Items>();

function itemsOf(parent: DomNode): Items {
  const known = itemsByParent.get(parent);
  if (known) return known;
  const items = parent.children.filter(({ tag }) => tag !== "#text" && !tag.startsWith("::"));
  const own = items[0]?.attributes.get("class");
  const isOneTag = items.every(({ tag }) => tag === items[0]?.tag);
  const isAlike = isOneTag && items.every(({ attributes }) => attributes.get("class") === own);
  const facts = { count: items.length, isAlike, isList: isOneTag && isLong(items) };
  itemsByParent.set(parent, facts);
  return facts;
}

/** True for as many items as a list of their kind has. */
function isLong(items: readonly DomNode[]): boolean {
  const [first] = items;
  if (!first) return false;
  const isKnown = first.tag === "li" || isHead(first.tag, firstRole(first.attributes.get("role")));
  return items.length >= (isKnown ? 2 : MIN_UNLIKE_ITEMS);
}

function hasText(root: DomNode): boolean {
  let found = false;
  walk(root, ({ tag, text }) => {
    found ||= tag === "#text" && text.trim() !== "";
    return !found;
  });
  return found;
}

/** True for an element that is no part of a control: another control, or a row. */
function isOwnThing(node: DomNode): boolean {
  const role = markupRole(node);
  return isControl(role) || role === "row" || isEditable(node);
}

/** True for an element with little text and without a control in it, or a list of what can be pressed. */
function isSmall(root: DomNode, maxCharacters: number): boolean {
  let characters = 0;
  let hasControl = false;
  walk(root, (node) => {
    if (hasControl || characters > maxCharacters) return false;
    if (node.tag === "#text") characters += node.text.trim().length;
    else if (node !== root && (isOwnThing(node) || node.clickable)) hasControl = true;
    hasControl ||= itemsOf(node).isList;
    return true;
  });
  return !hasControl && characters <= maxCharacters;
}
