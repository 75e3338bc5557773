import { $, type AnyElement, first, isElement, isText, rawAttribute, treeOf } from "./dom.ts";
import { MAX_REFERRED, MAX_TEXT } from "./limits.ts";
import { childrenOf } from "./tree.ts";

/** Elements whose text does not belong to the page. */
export const SKIPPED: ReadonlySet<string> = new Set([
  ...["script", "style", "noscript", "template", "head", "option", "optgroup", "datalist", "iframe"],
]);

/** Maximum numbers of texts of one element, and of nodes that are examined for them. */
const MAX_TEXTS = 8;
const MAX_TEXT_NODES = 200;

/** Text with single spaces for white space, bounded; empty for a value that is not a text. */
export function clean(text: unknown, limit = MAX_TEXT): string {
  const long = (typeof text === "string" ? text : "").slice(0, 10 * limit);
  return long.replace(/\s+/g, " ").trim().slice(0, limit);
}

export function attribute(element: Element, name: string): string {
  return clean(rawAttribute(element, name), 200);
}

/** Visible texts in an element, block by block. */
export function textsOf(element: AnyElement): string[] {
  const texts: string[] = [];
  let text = "";
  let count = 0;
  const end = (): void => {
    if (clean(text) && texts.length < MAX_TEXTS) texts.push(clean(text));
    text = "";
  };
  const visitAll = (nodes: Iterable<Node>): void => {
    for (const node of nodes) {
      if (count > MAX_TEXT_NODES) return;
      visit(node);
    }
  };
  const visit = (node: Node): void => {
    count++;
    if (isText(node)) text += node[$.substringData](0, MAX_TEXT);
    if (!isElement(node)) return;
    const name = node[$.localName];
    if (SKIPPED.has(name) || /^(input|select|textarea)$/.test(name)) return;
    const { display, visibility } = getComputedStyle(node);
    if (display === "none") return;
    if (name === "img") {
      text += ` ${clean(node[$.alt])} `;
      return;
    }
    if (visibility !== "hidden" && name === "svg") {
      text += ` ${clean(node[$.querySelector]("title")?.[$.textContent])} `;
      return;
    }
    const isApart = !/^(inline|contents)$/.test(display) || name === "br";
    if (isApart) end();
    visitAll(childrenOf(node));
    if (isApart) end();
  };
  visitAll(childrenOf(element));
  end();
  return texts;
}

function textOf(element: AnyElement): string {
  return clean(textsOf(element).join(" "));
}

export function labelsOf(element: AnyElement): HTMLLabelElement[] {
  return first(element[$.labels], MAX_REFERRED);
}

export function labelText(element: AnyElement): string {
  return clean(labelsOf(element).map(textOf).join(" "));
}

/** Text of the elements whose ids an attribute names. */
export function referred(element: Element, name: string): string {
  const ids = clean(rawAttribute(element, name)).split(" ").filter(Boolean).slice(0, MAX_REFERRED);
  const found = ids.map((id) => treeOf(element)[$.getElementById]?.(id)).filter((one) => one != null);
  return clean(found.map(textOf).join(" "));
}
