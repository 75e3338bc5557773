import { table } from "../../core/table.ts";
import type { Accessible } from "./accessible.ts";
import type { DomNode } from "./dom-node.ts";

/** Roles of controls: what a person can press, fill or choose. */
const controlRoles = new Set([
  ...["button", "link", "textbox", "searchbox", "combobox", "listbox", "checkbox", "radio", "switch", "slider"],
  ...["spinbutton", "tab", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "treeitem", "file", "color"],
  ...["date", "time"],
]);

/** Roles that show a group of lines; the lines of others stand where they are. */
const containerRoles = new Set([
  ...["dialog", "alertdialog", "navigation", "search", "form", "table", "grid", "treegrid", "tree", "list", "listbox"],
  ...["menu", "menubar", "tablist", "toolbar", "radiogroup", "group", "region", "alert", "status", "main"],
]);

/** Containers that are only worth a line with a name. */
const namedOnly = new Set(["form", "group", "region", "list", "toolbar", "status"]);

/** Roles of Chromium's own tree by the roles of the web. */
const renamed = table<string>({
  ColorWell: "color",
  Date: "date",
  DateTime: "date",
  DisclosureTriangle: "button",
  DisclosureTriangleGrouped: "button",
  InputTime: "time",
  ListBoxOption: "option",
  MenuListOption: "option",
  MenuListPopup: "listbox",
  PopUpButton: "combobox",
  TextFieldWithComboBox: "combobox",
  ToggleButton: "button",
  menuListPopup: "listbox",
});

const inputRoles = table<string>({
  button: "button",
  checkbox: "checkbox",
  color: "color",
  date: "date",
  "datetime-local": "date",
  file: "file",
  image: "button",
  month: "date",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
  time: "time",
  week: "date",
});

const tagRoles = table<string>({
  button: "button",
  dialog: "dialog",
  fieldset: "group",
  form: "form",
  main: "main",
  nav: "navigation",
  ol: "list",
  option: "option",
  summary: "button",
  table: "table",
  textarea: "textbox",
  ul: "list",
});

/** True for the role of a control. */
export function isControl(role: string): boolean {
  return controlRoles.has(role);
}

/** True for a container that a line of the snapshot shows. */
export function isContainer(role: string, name: string): boolean {
  return containerRoles.has(role) && (name !== "" || !namedOnly.has(role));
}

/** Role of a node: that of the accessibility tree, or, where that was not read, the one that its markup says. */
export function roleOf(node: DomNode, accessible: Accessible | undefined): string {
  if (isFileField(node)) return "file";
  if (accessible) {
    if (accessible.isIgnored) return isEditable(node) ? "textbox" : "";
    if (node.tag === "input" && inputRoles.get(typeOf(node)) === "date") return "date";
    const role = renamed.get(accessible.role) ?? accessible.role;
    return role !== "textbox" && !controlRoles.has(role) && isEditable(node) ? "textbox" : role;
  }
  return markupRole(node);
}

/** Elements that keep their own role, whatever the page says: a browser gives them the focus. */
const focusable = new Set(["a", "area", "button", "input", "select", "summary", "textarea"]);

/** Role that the markup of an element says. */
export function markupRole(node: DomNode): string {
  const { attributes, tag } = node;
  const [own = ""] = (attributes.get("role") ?? "").trim().split(/\s+/);
  const isPlain = own === "none" || own === "presentation";
  if (own !== "" && !isPlain) return renamed.get(own) ?? own;
  if (isPlain && !focusable.has(tag)) return isEditable(node) ? "textbox" : "";
  if (tag === "input") {
    const type = typeOf(node);
    return type === "hidden" ? "" : (inputRoles.get(type) ?? (attributes.has("list") ? "combobox" : "textbox"));
  }
  if (tag === "a" || tag === "area") return attributes.has("href") ? "link" : "";
  if (tag === "select")
    return attributes.has("multiple") || Number(attributes.get("size")) > 1 ? "listbox" : "combobox";
  if (/^h[1-6]$/.test(tag)) return "heading";
  return isEditable(node) ? "textbox" : (tagRoles.get(tag) ?? "");
}

/** Type of an input element, in small letters. */
export function typeOf({ attributes }: DomNode): string {
  return (attributes.get("type") ?? "text").toLowerCase();
}

function isFileField(node: DomNode): boolean {
  return node.tag === "input" && typeOf(node) === "file";
}

export function isPassword(node: DomNode): boolean {
  return node.tag === "input" && typeOf(node) === "password";
}

/** True for the element of an editing area, not for what is inside it. */
export function isEditable({ attributes }: DomNode): boolean {
  const editable = attributes.get("contenteditable")?.toLowerCase();
  return editable === "" || editable === "true" || editable === "plaintext-only";
}

/** True for an element that the Tab key reaches. */
export function isFocusable({ attributes, tag }: DomNode): boolean {
  const index = attributes.get("tabindex");
  return index === undefined ? focusable.has(tag) && !attributes.has("disabled") : Number(index) >= 0;
}

/** True for an element that is hidden from everybody but eyes, with all of its content. */
export function isHiddenTree({ attributes }: DomNode): boolean {
  return attributes.get("aria-hidden") === "true" || attributes.has("inert");
}

/** Roles of fields that take a text. */
export const fieldRoles: ReadonlySet<string> = new Set(["combobox", "searchbox", "textbox"]);

/** Roles of elements without one that are used by the mouse. */
export const mouseRoles: ReadonlySet<string> = new Set(["clickable", "draggable"]);

/** Roles that follow from the markup of the element, and are not those of the accessibility tree. */
const ownRoles = new Set(["canvas", "date", "file", "textbox", "time", ...mouseRoles]);

/** Role for a comparison; undefined for one that cannot be compared. */
export function comparableRole(role: string): string | undefined {
  const own = renamed.get(role) ?? role;
  return ownRoles.has(own) ? undefined : own;
}
