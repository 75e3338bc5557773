import { HIDDEN_VALUE } from "../hidden-value.ts";
import { oneLine } from "../page-text.ts";
import type { Accessible } from "./accessible.ts";
import { ancestor, type DomNode, walk } from "./dom-node.ts";
import { renderedText } from "./names.ts";
import { isPassword } from "./roles.ts";

/** Value that a control shows; undefined for one without. */
export function heldValue(node: DomNode, role: string, accessible: Accessible | undefined): string | undefined {
  if (isPassword(node)) return (node.value ?? accessible?.value ?? "") === "" ? "" : HIDDEN_VALUE;
  if (["button", "link", "checkbox", "radio", "switch", "tab", "option", "treeitem"].includes(role)) return undefined;
  if (role.startsWith("menuitem")) return undefined;
  if (node.tag === "select") return chosenLabels(node);
  if (node.tag === "input" && role === "file") return oneLine(accessible?.value ?? "");
  const value = oneLine(accessible?.value ?? node.value ?? node.attributes.get("aria-valuetext") ?? "");
  // The title of a picture in a list that the page draws is not what it shows.
  const shown = role === "combobox" && node.tag !== "input" ? renderedText(node) : "";
  return shown !== "" && value.startsWith(shown) ? shown : value;
}

/** Labels of the chosen options of a list of the browser. */
export function chosenLabels(select: DomNode): string {
  const labels: string[] = [];
  walk(select, (node) => {
    if (node.tag !== "option") return true;
    if (node.chosen) labels.push(oneLine(node.attributes.get("label") ?? textContent(node)));
    return false;
  });
  return labels.join(", ");
}

/** Text of a node, rendered or not. */
function textContent(root: DomNode): string {
  let text = "";
  walk(root, (node) => {
    if (node.tag === "#text") text += node.text;
    return node.tag !== "script" && node.tag !== "style";
  });
  return text;
}

/** States of a control, in words. */
export function statesOf(node: DomNode, accessible: Accessible | undefined): string[] {
  const states: string[] = [];
  const property = (name: string): unknown => accessible?.properties.get(name);
  const attribute = (name: string): string | undefined => node.attributes.get(`aria-${name}`);
  const is = (name: string): boolean => {
    const value = property(name) ?? attribute(name);
    return value === true || value === "true";
  };
  const mark = property("checked") ?? attribute("checked") ?? (node.checked ? "true" : undefined);
  if (mark === "mixed") states.push("mixed");
  else if (mark === true || mark === "true") states.push("checked");
  if (is("pressed")) states.push("pressed");
  const sort = sortOf(node);
  if (sort !== undefined) states.push(sort);
  if (is("selected") && node.tag !== "select") states.push("selected");
  const expanded = property("expanded") ?? attribute("expanded");
  if (expanded !== undefined && node.tag !== "select")
    states.push(expanded === true || expanded === "true" ? "expanded" : "collapsed");
  if (is("disabled") || isDisabled(node)) states.push("disabled");
  if (is("readonly") || node.attributes.has("readonly")) states.push("read-only");
  if (is("required") || node.attributes.has("required")) states.push("required");
  if (isInvalid(property("invalid") ?? attribute("invalid"), node)) states.push("invalid");
  if (node.tag === "select") states.push(`${optionCount(node)} options`);
  return states;
}

/** Order of a table by the column in whose head a control stands; undefined where it is not sorted by it. */
function sortOf(node: DomNode): string | undefined {
  const head = ancestor(node, ({ attributes }) => attributes.has("aria-sort"));
  const sort = head?.attributes.get("aria-sort");
  return sort === "ascending" || sort === "descending" ? sort : undefined;
}

/** True for an invalid field, but not for an empty one that only is required: the page has not complained about it. */
function isInvalid(invalid: unknown, node: DomNode): boolean {
  if (node.attributes.get("aria-invalid") === "true") return true;
  return invalid !== undefined && invalid !== false && invalid !== "false" && (node.value ?? "") !== "";
}

function optionCount(select: DomNode): number {
  let count = 0;
  walk(select, ({ tag }) => {
    if (tag === "option") count += 1;
    return tag !== "option";
  });
  return count;
}

/** True for a control that is disabled by itself or by a fieldset around it. */
function isDisabled(node: DomNode): boolean {
  if (node.attributes.has("disabled")) return true;
  if (!["button", "input", "select", "textarea"].includes(node.tag)) return false;
  const fieldset = ancestor(node, ({ attributes, tag }) => tag === "fieldset" && attributes.has("disabled"));
  if (!fieldset) return false;
  const legend = fieldset.children.find(({ tag }) => tag === "legend");
  return ancestor(node, (above) => above === legend) === undefined;
}
