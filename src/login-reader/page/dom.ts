import { kept } from "./kept.ts";

/** Classes whose properties the reader reads. */
const classes = [
  EventTarget,
  Node,
  CharacterData,
  Text,
  Element,
  HTMLElement,
  SVGElement,
  DocumentFragment,
  ShadowRoot,
  Document,
  HTMLFormElement,
  HTMLInputElement,
  HTMLButtonElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
  HTMLOptionElement,
  HTMLAnchorElement,
  HTMLImageElement,
  HTMLSlotElement,
  HTMLLabelElement,
  Event,
] as const;

/** Own names of a type, without those of an index signature. */
type NamesOf<T> = T extends unknown
  ? keyof { [Name in keyof T as Name extends string ? (string extends Name ? never : Name) : never]: unknown }
  : never;

/** Symbols by the name of their property. */
type Symbols = { readonly [Name in NamesOf<(typeof classes)[number]["prototype"]>]: Name };

/**
 * Names by which the reader reads a page: `node[$.parentNode]`. Each name is a symbol that the prototypes of an
 * isolated world have in addition to the property itself. A page can name a field of a form, or an image, like a
 * property of the form or of the document, and the field then replaces that property; but a page cannot set a symbol.
 * For the compiler a symbol is the name of its property, so that it knows the type of the value.
 *
 * The symbols are created once in each world.
 */
export const $ = kept("browserctlDom", () => symbolsOf(classes.map(({ prototype }) => prototype)));

function symbolsOf(prototypes: readonly object[]): Symbols {
  const symbols: Record<string, symbol> = Object.create(null);
  for (const prototype of prototypes) {
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      symbols[name] ??= Symbol(name);
      Object.defineProperty(prototype, symbols[name], { ...property, configurable: true });
    }
  }
  return symbols as unknown as Symbols;
}

/** Properties that only elements of some classes have. */
type Own<T, Name extends keyof T> = Partial<Pick<T, Name>>;

/** Element of any class. Properties that its class does not have are undefined. */
export type AnyElement = Element &
  Own<HTMLElement, "dataset" | "lang" | "tabIndex"> &
  Own<
    HTMLInputElement,
    "alt" | "autocomplete" | "checked" | "defaultValue" | "disabled" | "form" | "formAction" | "labels"
  > &
  Own<HTMLInputElement, "maxLength" | "name" | "readOnly" | "required" | "select" | "type" | "value"> &
  Own<HTMLSelectElement, "multiple" | "options"> &
  Own<HTMLAnchorElement, "href"> &
  Own<HTMLSlotElement, "assignedNodes">;

export function isElement(node: Node): node is AnyElement {
  return node[$.nodeType] === 1;
}

export function isText(node: Node): node is Text {
  return node[$.nodeType] === 3;
}

export function matches(element: Element, selector: string): boolean {
  return element[$.matches](selector);
}

export function rawAttribute(element: Element, name: string): string | null {
  return element[$.getAttribute](name);
}

export function boxOf(element: Element): DOMRect {
  return element[$.getBoundingClientRect]();
}

/** Document or shadow root of an element; for an element in neither, its outermost ancestor. */
export function treeOf(element: Element): ParentNode & Node & Partial<DocumentOrShadowRoot & NonElementParentNode> {
  return element[$.getRootNode]() as ParentNode & Node & Partial<DocumentOrShadowRoot & NonElementParentNode>;
}

/** First items of a list. */
export function first<T>(list: ArrayLike<T> | null | undefined, limit: number): T[] {
  const items: T[] = [];
  for (let at = 0; list && at < limit && at < list.length; at++) items.push(list[at] as T);
  return items;
}
