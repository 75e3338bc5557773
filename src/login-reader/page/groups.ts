import type { RawControl, RawGroup } from "../raw-frame.ts";
import { labelByAttributes, type UngroupedControl } from "./controls.ts";
import { $, type AnyElement } from "./dom.ts";
import { attribute } from "./texts.ts";
import { ascend, parentOf } from "./tree.ts";

/** Controls with the groups that they belong to: forms, and containers of fields without a form with a button. */
export function grouped(
  elements: readonly AnyElement[],
  controls: readonly UngroupedControl[],
  body: Element,
): { controls: RawControl[]; groups: RawGroup[] } {
  const containers = new Map<Element, number>();
  const groupOf = (container: Element): number => {
    const place = containers.get(container) ?? containers.size;
    containers.set(container, place);
    return place;
  };
  const aroundOf = (node: Node | null): number => {
    const container = ascend(node, (one) => containers.has(one));
    return (container && containers.get(container)) ?? -1;
  };
  const all = elements.map((element, at) => ({ element, control: controls[at] as UngroupedControl, group: -1 }));
  for (const one of all) {
    const form = formOf(one.element);
    if (form) one.group = groupOf(form);
  }
  const aroundActions = new Set<Element>();
  for (const { element, control } of all) {
    if (!control.field && control.type !== "radio") addAround(element, aroundActions);
  }
  for (const one of all) {
    if (!isTyped(one.control) || one.group !== -1) continue;
    const container = ascend(parentOf(one.element), (around) => around === body || aroundActions.has(around));
    one.group = groupOf(container ?? body);
  }
  for (const one of all) if (!isTyped(one.control) && one.group === -1) one.group = aroundOf(one.element);
  return {
    controls: all.map(({ control, group }) => ({ ...control, group })),
    groups: [...containers.keys()].map((container) => groupFacts(container, aroundOf(parentOf(container)))),
  };
}

function formOf(element: AnyElement): Element | null {
  return element[$.form] ?? ascend(element, (at) => at[$.localName] === "form");
}

/** A list alone is not a form: a list of languages can be anywhere on a page. */
function isTyped(control: UngroupedControl): boolean {
  return control.field && control.type !== "select-one";
}

/** Adds an element and its ancestors, up to one that was already added. */
function addAround(element: Element, around: Set<Element>): void {
  ascend(element, (one) => around.has(one) || !around.add(one));
}

function groupFacts(container: Element, inside: number): RawGroup {
  const isForm = container[$.localName] === "form";
  return {
    form: isForm,
    id: attribute(container, "id"),
    name: attribute(container, "name"),
    className: attribute(container, "class"),
    role: attribute(container, "role"),
    label: labelByAttributes(container),
    action: isForm ? attribute(container, "action") : "",
    inside,
  };
}
