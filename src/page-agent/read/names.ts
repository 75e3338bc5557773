import { oneLine } from "../page-text.ts";
import type { Accessible } from "./accessible.ts";
import { ancestor, type DomNode, walk } from "./dom-node.ts";
import { isControl, markupRole, typeOf } from "./roles.ts";
import { isParked, isShown } from "./visible.ts";

/** Name of a node. `isGuessed`: taken from what is not meant as a name, such as the class of an icon. */
export interface NodeName {
  readonly name: string;
  readonly isGuessed: boolean;
}

/** Maximum number of characters that a name is made of. */
const MAX_CHARACTERS = 400;
/** Classes of icons: `fa-trash`, `icon-close`, `bi-gear`, `mdi-menu`, `glyphicon-search`. */
const iconClass =
  /(?:^|\s)(?:fa|fas|far|bi|mdi|icon|icons|glyphicon|ri|ti|la|lucide|codicon|octicon|pi|ion)-+([a-z][a-z-]{2,30})/i;
/** Words that say what a control without a name does, where a class of it or of its icon has them. */
const actionWord =
  /(?:^|[\s_-])(up|down|next|prev|previous|close|dismiss|clear|remove|delete|add|plus|minus|increase|decrease|increment|decrement|expand|collapse|toggle|search|menu|edit|refresh|undo|redo|play|pause)(?=$|[\s_-])/i;
const sizeWord = /^(?:lg|sm|xs|xl|fw|spin|solid|regular|inverse|only|left|right|button|btn|large|small|fixed-width)$/i;

/** Name of a control or heading: that of the accessibility tree, that of its markup, or a guess. */
export function nameOf(node: DomNode, accessible: Accessible | undefined): NodeName {
  const full = oneLine(accessible && !accessible.isIgnored ? accessible.name : markupName(node));
  const name = withoutWidget(full, node);
  if (name !== "") return { name, isGuessed: false };
  return { name: oneLine(guessedName(node)), isGuessed: true };
}

/** Maximum number of controls of a label that is only a label: a field and a link, for instance. */
const MAX_LABEL_CONTROLS = 2;
const crowded = new WeakMap<DomNode, boolean>();

/** True for a label that has a whole widget in it, whose texts are not the name of its field. */
export function isCrowdedLabel(label: DomNode): boolean {
  const known = crowded.get(label);
  if (known !== undefined) return known;
  const isCrowded = controlsIn(label, MAX_LABEL_CONTROLS + 1) > MAX_LABEL_CONTROLS;
  crowded.set(label, isCrowded);
  return isCrowded;
}

/** Name of a field without the texts of the widget that its label has in it: the part in front of the first control. */
function withoutWidget(name: string, field: DomNode): string {
  if (!["input", "select", "textarea"].includes(field.tag)) return name;
  const label = ancestor(field, ({ tag }) => tag === "label");
  if (!label || !isCrowdedLabel(label)) return name;
  let text = "";
  let isOver = false;
  walk(label, (node) => {
    isOver ||= node !== label && isControl(markupRole(node));
    if (!isOver && node.tag === "#text" && node.box) text += `${node.text} `;
    return !isOver;
  });
  const own = oneLine(text);
  return own !== "" && name.startsWith(own) ? own : name;
}

/** True for the name of a picture that a font of icons draws in its place, such as `arrow_drop_down`. */
export function isIcon({ parent, tag, text }: DomNode): boolean {
  if (tag !== "#text" || !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(text.trim())) return false;
  let at = parent;
  for (let level = 0; level < MAX_ICON_LEVELS && at; level += 1, at = at.parent) {
    const isMarked = /\bicons?\b|material-symbols/i.test(at.attributes.get("class") ?? "");
    if (isMarked) return at.attributes.get("aria-hidden") === "true";
  }
  return false;
}

/** Maximum number of elements between the name of an icon and the element with its class. */
const MAX_ICON_LEVELS = 2;

/** Text that is rendered inside a node. */
export function renderedText(root: DomNode): string {
  return textIn(root, () => false);
}

/** Text inside a node that is there for eyes. */
export function shownText(root: DomNode): string {
  return textIn(root, (node) => node.tag === "#text" && (!isShown(node) || isParked(node)));
}

/** Text that is rendered inside a node, outside of the controls in it. */
export function ownText(root: DomNode): string {
  return textIn(root, (node) => node !== root && isControl(markupRole(node)));
}

function textIn(root: DomNode, isSkipped: (node: DomNode) => boolean): string {
  let text = "";
  walk(root, (node) => {
    if (text.length > MAX_CHARACTERS || isSkipped(node)) return false;
    if (node.tag === "#text" && node.box && node.style?.visibility !== "hidden")
      text += isIcon(node) ? "" : `${node.text} `;
    else if (node.tag === "img" && node.attributes.get("alt")) text += `${node.attributes.get("alt")} `;
    return node.tag !== "script" && node.tag !== "style";
  });
  return oneLine(text);
}

/** Name that the markup of an element says, where the accessibility tree was not read. */
function markupName(node: DomNode): string {
  const { attributes, tag } = node;
  const label = attributes.get("aria-label");
  if (label) return label;
  if (tag === "input" && ["submit", "button", "reset"].includes(typeOf(node)))
    return attributes.get("value") ?? attributes.get("title") ?? "";
  if (tag === "input" || tag === "select" || tag === "textarea") {
    const around = ancestor(node, (above) => above.tag === "label");
    return (around && renderedText(around)) || (attributes.get("placeholder") ?? attributes.get("title") ?? "");
  }
  return renderedText(node) || (attributes.get("title") ?? attributes.get("alt") ?? "");
}

function guessedName(node: DomNode): string {
  const inner = labelText(node) || innerName(node) || labelAround(node);
  if (inner) return inner;
  const titled = ancestor(node, ({ attributes, children }) => attributes.has("title") && children.length === 1);
  const { attributes } = node;
  return (
    attributes.get("placeholder") ||
    attributes.get("title") ||
    titled?.attributes.get("title") ||
    words(attributes.get("data-tooltip") ?? attributes.get("name") ?? attributes.get("id")) ||
    lastSegment(attributes.get("href")) ||
    actionName(node)
  );
}

/** Maximum number of elements between a handle and the slider that has the label, and of handles in it. */
const MAX_HANDLE_LEVELS = 3;
const MAX_HANDLES = 2;

/** Label of the element around the handle of a slider, which is no control itself. */
function labelAround(handle: DomNode): string {
  if (markupRole(handle) !== "slider") return "";
  let at = handle.parent;
  for (let level = 0; level < MAX_HANDLE_LEVELS && at; level += 1, at = at.parent) {
    const label = at.attributes.get("aria-label") ?? "";
    if (label !== "" && !isControl(markupRole(at)) && controlsIn(at, MAX_HANDLES + 1) <= MAX_HANDLES) return label;
  }
  return "";
}

/** Text of the label that a widget has inside of it. */
function labelText(root: DomNode): string {
  let found = "";
  walk(root, (node) => {
    if (node.tag === "label") found ||= renderedText(node);
    return found === "" && node.tag !== "label";
  });
  return found;
}

/** Name of an action by the classes of a button, or of the icon in it: "up", "close". */
export function actionName(button: DomNode): string {
  const role = markupRole(button);
  if (role !== "" && role !== "button" && role !== "link") return "";
  const icons = button.children.filter(({ tag }) => !tag.startsWith("#"));
  for (const { attributes } of [button, ...icons]) {
    const names = (attributes.get("class") ?? "").replace(/([a-z])(?=[A-Z])/g, "$1-");
    const word = actionWord.exec(names)?.[1]?.toLowerCase();
    if (word) return endings.has(word) ? oneLine(`${word} ${itemText(button)}`) : word;
  }
  return "";
}

/** Actions that end the item that their button stands in. */
const endings = new Set(["clear", "close", "delete", "dismiss", "remove"]);
/** Maximum number of characters of the text of an item that names its button. */
const MAX_ITEM_TEXT = 40;

/** Short text beside the only control of an item: "S" of a chosen size that has a button to remove it. */
function itemText({ parent }: DomNode): string {
  if (!parent) return "";
  const text = ownText(parent);
  return text.length <= MAX_ITEM_TEXT && controlsIn(parent, 2) <= 1 ? text : "";
}

/** Number of visible controls in an element, up to a maximum. */
function controlsIn(root: DomNode, max: number): number {
  let controls = 0;
  walk(root, (node) => {
    if (node !== root && node.box && isControl(markupRole(node))) controls += 1;
    return controls < max;
  });
  return controls;
}

const pressedRoles = new Set(["button", "link", "option"]);

/** Name of a picture inside an element: its title, its alternative text, or its class. */
function innerName(root: DomNode): string {
  let found = "";
  walk(root, (node) => {
    // Names of elements that are pressed in a widget are not that of the widget.
    if (found || (node !== root && pressedRoles.has(markupRole(node)))) return false;
    const { attributes, tag } = node;
    if (tag === "title") found = oneLine(node.children.map(({ text }) => text).join(" "));
    found ||= (attributes.get("alt") || attributes.get("aria-label")) ?? "";
    if (tag === "use") found ||= words((attributes.get("href") ?? attributes.get("xlink:href"))?.split("#")[1]);
    const icon = iconClass.exec(attributes.get("class") ?? "")?.[1];
    if (icon && !sizeWord.test(icon)) found ||= words(icon);
    if (isIcon(node)) found ||= words(node.text.trim());
    return true;
  });
  return found;
}

/** Words of an identifier; empty for one that looks generated. */
function words(id: string | undefined): string {
  if (!id || id.length > 40 || /\d{3,}/.test(id)) return "";
  return id
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
}

function lastSegment(href: string | undefined): string {
  const path = href?.split(/[?#]/)[0]?.split("/").filter(Boolean).at(-1);
  return path && !/^(?:https?:|javascript:)/.test(path) ? words(path) : "";
}
