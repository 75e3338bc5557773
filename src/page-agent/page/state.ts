import { $, type AnyElement, boxOf, matches } from "../../login-reader/page/dom.ts";
import type { ElementState } from "./operations.ts";
import { hasPlace } from "./surface.ts";

const textTypes = new Set(["text", "search", "url", "tel", "email", "password", "number"]);
const setTypes = new Set(["date", "datetime-local", "month", "week", "time", "color", "range"]);

export function stateOf(element: AnyElement): ElementState {
  const { height, width, x, y } = boxOf(element);
  const type = (element[$.type] ?? "").toLowerCase();
  return {
    connected: element[$.isConnected],
    tag: element[$.localName],
    type,
    disabled: disabledBy(element),
    readonly: element[$.readOnly] === true || element[$.getAttribute]("aria-readonly") === "true",
    isEditable: isEditable(element),
    visible: isVisible(element),
    isTransparent: !element[$.checkVisibility]({ opacityProperty: true }),
    hasPlace: hasPlace(element),
    box: { x, y, width, height },
    isMultiple: element[$.multiple] === true,
    maxLength: element[$.maxLength] ?? -1,
  };
}

/** True for a field or an editing area that takes text. */
export function isEditable(element: AnyElement): boolean {
  const name = element[$.localName];
  if (name === "textarea") return true;
  if (name === "input") return textTypes.has(element[$.type] ?? "") || setTypes.has(element[$.type] ?? "");
  return (element as HTMLElement)[$.isContentEditable] === true;
}

/** True for a field whose value is set at once, because it takes no text: a date, a colour, a slider. */
export function isSet(element: AnyElement): boolean {
  return element[$.localName] === "input" && setTypes.has(element[$.type] ?? "");
}

/** True for an element that is rendered and has a size. */
export function isVisible(element: Element): boolean {
  if (!element[$.checkVisibility]({ visibilityProperty: true })) return false;
  return [...element[$.getClientRects]()].some(({ height, width }) => height >= 1 && width >= 1);
}

/** Items that a page often draws around the link or button that does their work. */
const items = "[role=menuitem],[role=tab],[role=option],[role=treeitem]";
const pressed = "a[href],button,[role=button],[role=link]";

function disabledBy(element: AnyElement): string | undefined {
  const [inner, ...others] = matches(element, items) ? element[$.querySelectorAll](pressed) : [];
  if (inner && others.length === 0 && matches(inner, ":disabled,[aria-disabled=true]"))
    return "what is pressed in it is disabled";
  if (matches(element, ":disabled"))
    return element[$.disabled] === true ? "it is disabled" : "its fieldset is disabled";
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (at[$.getAttribute]("aria-disabled") === "true") return "it says aria-disabled";
    if (at[$.getAttribute]("inert") !== null) return "it is in an inert part of the page";
  }
  return undefined;
}

export function parentOf(element: Element): Element | null {
  const parent = element[$.parentNode];
  if (parent instanceof ShadowRoot) return parent[$.host];
  return parent instanceof Element ? parent : null;
}
