import type { DescribedControl } from "../described-control.ts";
import { buttonTexts, CLICKABLE, labelByAttributes } from "./controls.ts";
import { $, type AnyElement, isElement, isText, matches, treeOf } from "./dom.ts";
import { MAX_CONTROLS } from "./limits.ts";
import { attribute, clean, labelText, SKIPPED, textsOf } from "./texts.ts";
import { ascend, holds } from "./tree.ts";

const TYPED = new Set(["text", "email", "password", "tel", "number", "url", "search", "date", "month", "week", "time"]);
/** Maximum length of a label or a text of a control. */
const MAX_LABEL = 120;
/** Minimum number of keys without words side by side that are a keypad. */
const MIN_KEYS = 8;
/** Number of elements around a control that are searched for the other keys, and for the text before it. */
const MAX_AROUND = 4;
/** Letter or digit, with the letters that telephones have below it. */
const KEY_TEXT = /^([\p{L}\p{N}])(?:\s*[A-Z]{2,4})?$/u;
/** Sign that a keyboard with letters or digits writes. Arrows and the like are the signs of other keys. */
const SIGN_TEXT = /^[!-/:-@[-`{-~€£§]$/;
/** Text of a key that writes a space. */
const SPACE_TEXT = /^(?:space|[␣⎵])?$/i;
/** Name of such a key in an attribute; not that of a backspace. */
const SPACE_NAME = /(?<![a-z])(?:space|space-?bar)(?![a-z])/i;
const NAMING = ["class", "id", "name", "data-key", "data-value"] as const;

/** True for a field of which a person changes the text, or a list of options. */
export function isContentField(element: AnyElement): boolean {
  return isTypable(element) || isList(element);
}

export function isTypable(element: AnyElement): boolean {
  const name = element[$.localName];
  return name === "textarea" || (name === "input" && TYPED.has(element[$.type] ?? ""));
}

export function isList(element: AnyElement): boolean {
  return element[$.localName] === "select" && !element[$.multiple];
}

/** True for a check box or a radio button. */
export function isToggle(element: AnyElement): boolean {
  return element[$.localName] === "input" && ["checkbox", "radio"].includes(element[$.type] ?? "");
}

/** Type of an element that the class of controls has. */
export function typeOf(element: AnyElement): string {
  return matches(element, "input, button, select, textarea") ? (element[$.type] ?? "") : "";
}

/** Features of a control. */
export function describe(element: AnyElement): DescribedControl {
  const common = {
    tag: element[$.localName],
    type: typeOf(element),
    role: attribute(element, "role"),
    form: formOf(element),
    inputMode: attribute(element, "inputmode"),
    maxLength: isTypable(element) ? (element[$.maxLength] ?? -1) : -1,
  };
  const key = keyOf(element);
  if (key !== undefined) return { ...common, ...nameless, key };
  const isField = isContentField(element);
  const text = isField ? "" : clean(buttonTexts(element).join(" "), MAX_LABEL);
  const title = text === "" ? attribute(element, "title") : "";
  return {
    ...common,
    name: attribute(element, "name"),
    id: attribute(element, "id"),
    autocomplete: attribute(element, "autocomplete").toLowerCase(),
    label: clean(isField || isToggle(element) ? fieldLabel(element) : labelByAttributes(element) || title, MAX_LABEL),
    text,
    href: element[$.localName] === "a" ? clean(element[$.href], 300) : "",
    ...placeOf(element),
    ...(isField && { isField }),
  };
}

/** The position of a key, and its name, could tell which one it is. */
const nameless = { name: "", id: "", autocomplete: "", label: "", text: "", href: "", place: 0, of: 0 };

function fieldLabel(element: AnyElement): string {
  const placeholder = attribute(element, "placeholder") || attribute(element, "title");
  return labelByAttributes(element) || labelText(element) || placeholder || textBefore(element);
}

/** Nearest text before a field, up to the field before it. */
function textBefore(element: AnyElement): string {
  let at: AnyElement | null = element;
  for (let around = 0; at && around < MAX_AROUND; around++) {
    for (let node: Node | null = at[$.previousSibling]; node; node = node[$.previousSibling]) {
      if (isElement(node) && (matches(node, FIELDS) || node[$.querySelector](FIELDS))) return "";
      const text = isText(node)
        ? clean(node[$.data])
        : isElement(node) && !SKIPPED.has(node[$.localName])
          ? last(node)
          : "";
      if (text !== "") return text;
    }
    at = at[$.parentElement];
  }
  return "";
}

const FIELDS = "input:not([type=hidden]), select, textarea";

function last(element: AnyElement): string {
  return textsOf(element).at(-1) ?? "";
}

function formElement(element: AnyElement): AnyElement | null {
  return element[$.form] ?? ascend(element, (at) => at[$.localName] === "form");
}

/** Name, id and path of the target of the form of a control. */
function formOf(element: AnyElement): string {
  const form = formElement(element);
  if (!form) return "";
  const path = URL.parse(attribute(form, "action") || "#", location.href)?.pathname ?? "";
  return [attribute(form, "name"), attribute(form, "id"), path].join(" ");
}

function placeOf(element: AnyElement): { place: number; of: number } {
  const form = formElement(element);
  const root = form ?? treeOf(element);
  const same = [...root[$.querySelectorAll]<AnyElement>(CSS.escape(element[$.localName]))]
    .slice(0, MAX_CONTROLS)
    .filter((one) => typeOf(one) === typeOf(element) && formElement(one) === form);
  return { place: same.indexOf(element) + 1, of: same.length };
}

/**
 * Character of a key of a keypad; empty for a key that has no text. Undefined for another control. A digit alone is
 * always a key, because it could be one of a secret.
 */
function keyOf(element: AnyElement): string | undefined {
  if (isContentField(element) || isToggle(element)) return undefined;
  const text = keyText(element);
  const isSpace = SPACE_TEXT.test(text) && isNamedSpace(element);
  if ((isSpace || SIGN_TEXT.test(text)) && isAmongKeys(element, false)) return isSpace ? " " : text;
  const key = KEY_TEXT.exec(text)?.[1];
  if (key !== undefined && /\p{N}/u.test(key)) return key;
  if (key === undefined && (text !== "" || matches(element, "[type=submit], [type=image]"))) return undefined;
  return isAmongKeys(element, true) ? (key ?? "") : undefined;
}

function isNamedSpace(element: AnyElement): boolean {
  return NAMING.some((name) => SPACE_NAME.test(attribute(element, name)));
}

function keyText(element: AnyElement): string {
  return clean(labelByAttributes(element) || buttonTexts(element).join(" "), MAX_LABEL);
}

/** True for a control among many of its kind that are one letter or digit, or have no text if `mayBeBlank`. */
function isAmongKeys(element: AnyElement, mayBeBlank: boolean): boolean {
  let around: AnyElement | null = element[$.parentElement];
  for (let count = 0; around && count < MAX_AROUND; count++) {
    const name = CSS.escape(element[$.localName]);
    const alike = [...around[$.querySelectorAll]<AnyElement>(name)].slice(0, MAX_CONTROLS);
    const keys = alike.filter((one) => {
      const text = keyText(one);
      return (KEY_TEXT.test(text) || (mayBeBlank && text === "")) && (one === element || !holds(one, element));
    });
    if (keys.length >= MIN_KEYS) return true;
    around = around[$.parentElement];
  }
  return false;
}

/** Control that a click on an element operates; undefined for a place of the page that is none. */
export function clickedControl(element: AnyElement): AnyElement | undefined {
  const control = ascend(element, (at) => matches(at, CLICKABLE) || isToggle(at) || isContentField(at));
  if (control) return control;
  const pointed = ascend(element, (at) => getComputedStyle(at).cursor === "pointer");
  if (pointed) {
    const outer = ascend(pointed[$.parentElement], (at) => getComputedStyle(at).cursor === "pointer");
    return outer && clean(textsOf(outer).join(" ")) === clean(textsOf(pointed).join(" ")) ? outer : pointed;
  }
  const text = clean(textsOf(element).join(" "));
  const isWhole = matches(element, "html, body, main, form, p, h1, h2, h3, label");
  return !isWhole && (text !== "" || matches(element, "img, svg, svg *")) && text.length <= MAX_LABEL
    ? element
    : undefined;
}
