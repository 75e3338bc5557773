import type { FieldOption, RawButton, RawField } from "../raw-frame.ts";
import { $, type AnyElement, first, matches, rawAttribute } from "./dom.ts";
import { MAX_ALL_OPTIONS, MAX_OPTIONS } from "./limits.ts";
import { cssOf, xpathOf } from "./selectors.ts";
import { sendsTo } from "./sends-to.ts";
import { attribute, clean, labelsOf, labelText, referred, textsOf } from "./texts.ts";
import { ascend } from "./tree.ts";
import { DIALOGS, isBehind, isShown, isShownField } from "./visibility.ts";

/** Control whose group is not known yet. */
export type UngroupedControl = Omit<RawField, "group"> | Omit<RawButton, "group">;

const fieldTypes = new Set(["text", "email", "password", "tel", "number", "url", "search"]);
/** Elements that are operated by a click. */
export const CLICKABLE =
  "button, input[type=submit], input[type=button], input[type=image], input[type=radio], a[href], " +
  "summary, [role=button], [role=link], [role=menuitem], [role=option], [role=radio], [onclick], [tabindex='0']";

/** Control for an element, if it is one and visible to a person. `before` is the line of text before it. */
export function controlOf(element: AnyElement, before: string | undefined): UngroupedControl | undefined {
  if (isField(element)) return field(element, before);
  return isButton(element) ? button(element) : undefined;
}

function isList(element: AnyElement): boolean {
  return element[$.localName] === "select" && !element[$.multiple];
}

function isInput(element: AnyElement): boolean {
  return element[$.localName] === "input";
}

function isRadio(element: AnyElement): boolean {
  return isInput(element) && element[$.type] === "radio";
}

function isField(element: AnyElement): boolean {
  const isTyped = isInput(element) && fieldTypes.has(element[$.type] ?? "");
  return (
    (isList(element) || isTyped) &&
    !(element[$.tabIndex] === -1 && ascend(element, (at) => rawAttribute(at, "aria-hidden") === "true")) &&
    (element[$.autocomplete] === "one-time-code" ? isShown(element, false) : isShownField(element))
  );
}

function isButton(element: AnyElement): boolean {
  if (!matches(element, CLICKABLE)) return false;
  if (isShown(element, !isRadio(element))) return true;
  return isRadio(element) && labelsOf(element).some((label) => isShown(label));
}

function field(element: AnyElement, before: string | undefined): Omit<RawField, "group"> {
  return {
    ...common(element),
    field: true,
    type: element[$.type] ?? "",
    autocomplete: attribute(element, "autocomplete").toLowerCase(),
    inputMode: attribute(element, "inputmode"),
    pattern: attribute(element, "pattern"),
    maxLength: element[$.maxLength] ?? -1,
    placeholder: attribute(element, "placeholder"),
    label: labelText(element),
    described: referred(element, "aria-describedby"),
    error: referred(element, "aria-errormessage"),
    invalid: /^(?:true|spelling|grammar)$/.test(rawAttribute(element, "aria-invalid") ?? ""),
    before: clean(before, 80),
    required: element[$.required] || rawAttribute(element, "aria-required") === "true",
    readOnly: element[$.readOnly] === true || element[$.disabled] === true,
    filled: element[$.value] !== "",
    selector: cssOf(element),
    options: isList(element) ? optionsOf(element) : [],
  };
}

function button(element: AnyElement): Omit<RawButton, "group"> {
  const hasType = element[$.localName] === "button" || isInput(element);
  return {
    ...common(element),
    field: false,
    type: (hasType && element[$.type]) || "",
    texts: buttonTexts(element),
    href: element[$.localName] === "a" ? clean(element[$.href], 300) : "",
    data: clean(first(Object.values(element[$.dataset] ?? {}), 20).join(" "), 200),
    checked: element[$.checked] === true,
    selector: xpathOf(element),
  };
}

/** Texts on a button or a link, block by block. */
export function buttonTexts(element: AnyElement): string[] {
  if (!isInput(element)) return textsOf(element);
  const text = isRadio(element)
    ? labelText(element) || attribute(element, "aria-label")
    : clean(element[$.value] || element[$.alt]);
  return text ? [text] : [];
}

function common(element: AnyElement) {
  return {
    tag: element[$.localName],
    name: attribute(element, "name"),
    id: attribute(element, "id"),
    className: attribute(element, "class"),
    role: attribute(element, "role"),
    title: attribute(element, "title"),
    ariaLabel: labelByAttributes(element),
    sendsTo: sendsTo(element),
    disabled: matches(element, ":disabled") || rawAttribute(element, "aria-disabled") === "true",
    behind: isBehind(element),
    inDialog: ascend(element, (at) => matches(at, DIALOGS)) !== null,
  };
}

/** Label of an element by its attributes for accessibility. */
export function labelByAttributes(element: Element): string {
  return referred(element, "aria-labelledby") || attribute(element, "aria-label");
}

/** Number of options of all lists so far. */
let options = 0;

function optionsOf(element: AnyElement): FieldOption[] {
  const open = first(element[$.options], 10 * MAX_OPTIONS)
    .filter((option) => option[$.value] !== "" && !option[$.disabled])
    .slice(0, Math.min(MAX_OPTIONS, MAX_ALL_OPTIONS - options));
  options += open.length;
  return open.map((option) => ({
    value: option[$.value].slice(0, 200),
    label: clean(option[$.label], 200),
    ...(option[$.value] === element[$.value] && { selected: true }),
  }));
}
