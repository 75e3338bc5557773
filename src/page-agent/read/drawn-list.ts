import { overlap } from "../box.ts";
import { oneLine } from "../page-text.ts";
import { ancestor, type DomNode, isWithin, walk } from "./dom-node.ts";
import { isIcon, renderedText } from "./names.ts";
import { fieldRoles, isControl, isEditable, isFocusable, markupRole } from "./roles.ts";
import { chosenLabels } from "./states.ts";
import { isParked, isShown } from "./visible.ts";

/** Maximum number of elements between a field and the box that draws the list around it. */
const MAX_LEVELS = 6;
/** Maximum number of elements beside a list and its drawing. */
const MAX_SIBLINGS = 100;
/** Maximum number of elements between the text of a chosen item and the item. */
const MAX_ITEM_LEVELS = 3;

/** Parts of a list that are not what it shows as chosen. */
const otherRoles = new Set(["alert", "dialog", "grid", "listbox", "log", "menu", "status", "tooltip", "tree"]);

/** Facts about a list that a page draws, in place of those of its field. */
export interface DrawnList {
  /** Label of the list of the browser that the page hides; undefined where the field has a name of its own. */
  readonly label: string | undefined;
  /** Names of the chosen items. */
  readonly value: string;
  /** Texts that the value says. */
  readonly texts: readonly DomNode[];
}

/**
 * Value of a list that a page draws around a field: that of the list of the browser in whose place it is drawn, otherwise
 * the text in front of the field and the items beside it that can be removed. Undefined where a text was typed into it.
 */
export function drawnList(field: DomNode, role: string, name: string, held: string): DrawnList | undefined {
  if (!fieldRoles.has(role) || field.tag === "select" || field.tag === "textarea" || isEditable(field))
    return undefined;
  const hidden = hiddenField(field, isHiddenList);
  if (hidden) {
    const value = chosenLabels(hidden.field);
    const isNamed = name !== "" && name !== held && name !== value && name !== renderedText(field);
    const label = isNamed ? undefined : labelOf(hidden.field);
    const isTyped = field.tag === "input" && held !== "";
    return { label, value: isTyped ? held : value, texts: textsOf(hidden.drawing, hidden.field) };
  }
  if (field.tag !== "input") return undefined;
  if (held !== "") return repeatedValue(field, name, held);
  if (role !== "combobox" && !comboboxAround(field)) return undefined;
  const texts = textsAround(field, name);
  return texts && { label: undefined, value: texts.map(({ text }) => oneLine(text)).join(", "), texts };
}

/** Value of a read-only field that is clipped to nothing, because the page draws the value around it once more. */
function repeatedValue(field: DomNode, name: string, held: string): DrawnList | undefined {
  if (!field.isClipped || !field.attributes.has("readonly")) return undefined;
  const parts = new Set([held, ...held.split(", ")]);
  const texts = textsAround(field, name)?.filter(({ text }) => parts.has(oneLine(text)));
  return texts && { label: undefined, value: held, texts };
}

/**
 * Name and value of a button that opens a list, whose name is put together from a label and from what the button shows;
 * undefined for other elements.
 */
export function listOpener(button: DomNode, role: string): (Pick<DrawnList, "value"> & { label: string }) | undefined {
  const { attributes } = button;
  if (role !== "button" || attributes.get("aria-haspopup") !== "listbox") return undefined;
  const ids = (attributes.get("aria-labelledby") ?? "").split(/\s+/);
  const root = ancestor(button, ({ tag }) => tag === "#root");
  if (ids.length !== 2 || !root) return undefined;
  const parts = ids.flatMap((id) => findIn(root, (node) => node.attributes.get("id") === id) ?? []);
  const [label, second] = parts.filter((part) => !isWithin(part, button));
  const [shown] = parts.filter((part) => isWithin(part, button));
  if (!label || second || !shown) return undefined;
  const texts = { label: renderedText(label), value: renderedText(shown) };
  return texts.label === "" ? undefined : texts;
}

/** Label of the field for text in whose place a page draws another one; empty where there is none. */
export function labelOfHidden(field: DomNode, role: string): string {
  if (!fieldRoles.has(role)) return "";
  const hidden = hiddenField(
    field,
    (node) => ["input", "textarea"].includes(node.tag) && isHidden(node) && labelOf(node) !== "",
  );
  return hidden ? labelOf(hidden.field) : "";
}

/** Combobox that only wraps the field that takes the focus in its place. */
export function comboboxAround(field: DomNode): DomNode | undefined {
  if (!fieldRoles.has(markupRole(field))) return undefined;
  const around = ancestor(field, (above) => markupRole(above) === "combobox");
  return around && wrapsField(around) ? around : undefined;
}

/** True for a combobox that does not take the focus itself: the one field in it does, which is no combobox. */
export function wrapsField(combobox: DomNode): boolean {
  if (combobox.tag === "input" || isFocusable(combobox)) return false;
  const fields: DomNode[] = [];
  walk(combobox, (node) => {
    if (node.tag === "input" && fieldRoles.has(markupRole(node)) && isShown(node) && !isParked(node)) fields.push(node);
    return node.tag !== "select";
  });
  return fields.length === 1 && fields.every((one) => markupRole(one) !== "combobox");
}

interface HiddenField {
  readonly field: DomNode;
  readonly drawing: DomNode;
}

type Fits = (node: DomNode) => boolean;

/** Field of the browser that a page hides: beside what draws it, or in it. */
function hiddenField(field: DomNode, fits: Fits): HiddenField | undefined {
  const inside = field.tag === "input" ? undefined : findIn(field, fits);
  if (inside) return { field: inside, drawing: field };
  let drawing = field;
  for (let level = 0; level <= MAX_LEVELS; level += 1) {
    const { parent } = drawing;
    if (!parent || drawing.tag === "body" || parent.children.length > MAX_SIBLINGS) return undefined;
    const beside = fieldBeside(drawing, fits);
    if (beside) return hasOtherField(drawing, field) ? undefined : { field: beside, drawing };
    const [only, second] = elementsOf(parent).filter(fits);
    if (only && !second && !hasOtherField(parent, field)) return { field: only, drawing: parent };
    drawing = parent;
  }
  return undefined;
}

/** Hidden field beside its drawing. Between two of them it is the one on the side on which the first drawing has its own. */
function fieldBeside(drawing: DomNode, fits: Fits): DomNode | undefined {
  const siblings = elementsOf(drawing.parent);
  const at = siblings.indexOf(drawing);
  const [before, after] = [siblings[at - 1], siblings[at + 1]].map((one) => (one && fits(one) ? one : undefined));
  if (!before || !after) return before ?? after;
  const first = siblings[siblings.findIndex(fits) - 1];
  return first && findIn(first, (node) => fieldRoles.has(markupRole(node))) ? after : before;
}

function isHiddenList(node: DomNode): boolean {
  return node.tag === "select" && isHidden(node);
}

function isHidden(node: DomNode): boolean {
  return !isShown(node) || isParked(node) || node.style?.opacity === "0";
}

/** Label of a field that the page hides. */
export function labelOf(field: DomNode): string {
  const { attributes } = field;
  const own = attributes.get("aria-label") ?? "";
  const around = ancestor(field, ({ tag }) => tag === "label");
  const label = around ?? labelFor(field, attributes.get("id"));
  return oneLine(own) || (label ? textBefore(label, field) : "");
}

/** Text of a label in front of the field in it; all of it where the field is elsewhere. */
function textBefore(label: DomNode, field: DomNode): string {
  if (!isWithin(field, label)) return renderedText(label);
  let text = "";
  let isOver = false;
  walk(label, (node) => {
    isOver ||= node === field || fieldRoles.has(markupRole(node));
    if (!isOver && node.tag === "#text" && node.box) text += `${node.text} `;
    return !isOver;
  });
  return oneLine(text);
}

function labelFor(field: DomNode, id: string | undefined): DomNode | undefined {
  if (!id) return undefined;
  const root = ancestor(field, ({ tag }) => tag === "#root");
  return root && findIn(root, ({ attributes, tag }) => tag === "label" && attributes.get("for") === id);
}

/** Texts in a drawing that are names of chosen options. */
function textsOf(drawing: DomNode, list: DomNode): DomNode[] {
  const labels = new Set(chosenLabels(list).split(", "));
  return textsIn(drawing, () => true).filter(({ text }) => labels.has(oneLine(text)));
}

/** Texts around a field that say what is chosen: the nearest ones. */
function textsAround(field: DomNode, name: string): DomNode[] | undefined {
  const wrappers = [field];
  let at = field.parent;
  for (let level = 0; level < MAX_LEVELS && at; level += 1, at = at.parent) {
    if (at.tag === "body" || hasOtherField(at, field)) return undefined;
    const box = at;
    const texts = textsIn(at, (node) => !isHint(node, field) && !isControl(markupRole(node))).filter(
      (text) => oneLine(text.text) !== name && (isOver(text, wrappers) || isItem(text, box)),
    );
    if (texts.length > 0) return texts;
    wrappers.push(at);
  }
  return undefined;
}

/** Visible texts in an element, of the parts of it that fit. */
function textsIn(root: DomNode, fits: (node: DomNode) => boolean): DomNode[] {
  const texts: DomNode[] = [];
  walk(root, (node) => {
    if (node.tag === "#text") {
      if (isShown(node) && !isParked(node) && /[\p{L}\p{N}]/u.test(node.text) && !isIcon(node)) texts.push(node);
      return false;
    }
    const isOther = otherRoles.has(markupRole(node)) || node.attributes.has("aria-live");
    const isSkipped = ["label", "legend", "script", "style", "svg"].includes(node.tag) || node.style?.opacity === "0";
    return node === root || (!isOther && !isSkipped && fits(node));
  });
  return texts;
}

/** True for the hint of an empty list. */
function isHint({ attributes }: DomNode, field: DomNode): boolean {
  const names = attributes.get("class") ?? "";
  if (/placeholder/i.test(names) && (!/selected|value/i.test(names) || /transparent|empty/i.test(names))) return true;
  const id = attributes.get("id") ?? "";
  return /placeholder/i.test(id) && (field.attributes.get("aria-describedby") ?? "").split(/\s+/).includes(id);
}

/** True for a text that is drawn in the place of a field. */
function isOver({ box }: DomNode, wrappers: readonly DomNode[]): boolean {
  return wrappers.some((wrapper) => {
    const shared = box && wrapper.box && overlap(box, wrapper.box);
    return shared !== undefined && shared.width > 1 && shared.height > 1;
  });
}

/** True for the text of an item with something beside it that removes the item. */
function isItem(text: DomNode, box: DomNode): boolean {
  let item = text.parent;
  for (let level = 0; level < MAX_ITEM_LEVELS && item && item !== box; level += 1, item = item.parent) {
    const others = elementsOf(item).filter((node) => !isWithin(text, node));
    if (others.length > 0) return others.some(isRemover);
  }
  return false;
}

/** True for a cross: it is pressed, and has no words. */
function isRemover(node: DomNode): boolean {
  if (!node.box || /[\p{L}\p{N}]/u.test(renderedText(node).replace(/^x$/i, ""))) return false;
  const isPressed = isControl(markupRole(node)) || node.clickable || node.style?.cursor === "pointer";
  return isPressed || elementsOf(node).some(isRemover);
}

function hasOtherField(root: DomNode, field: DomNode): boolean {
  const fits = (node: DomNode): boolean => fieldRoles.has(markupRole(node)) || isEditable(node);
  const other = (node: DomNode): boolean => node !== field && !isWithin(field, node) && !isWithin(node, field);
  return (
    findIn(root, (node) => node.box !== undefined && !isHiddenList(node) && fits(node) && other(node)) !== undefined
  );
}

function elementsOf(node: DomNode | undefined): DomNode[] {
  return (node?.children ?? []).filter(({ tag }) => !tag.startsWith("#") && !tag.startsWith("::"));
}

/** First node below another one, in document order, that fits. */
function findIn(root: DomNode, fits: (node: DomNode) => boolean): DomNode | undefined {
  const pending = root.children.toReversed();
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (fits(node)) return node;
    for (const child of node.children.toReversed()) pending.push(child);
  }
  return undefined;
}
