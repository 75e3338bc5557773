import { table } from "../../core/table.ts";
import { $, type AnyElement, isElement, isText, rawAttribute } from "../../login-reader/page/dom.ts";

/** Depth below which elements are left out and only their texts are kept; other libraries walk the copy recursively. */
const MAX_DEPTH = 200;

const skipped = new Set([
  ...["script", "style", "noscript", "template", "link", "meta", "title", "head"],
  ...["svg", "canvas", "video", "audio", "iframe", "frame", "object", "embed"],
  ...["input", "select", "textarea", "option", "datalist", "progress", "meter"],
]);
/** Elements whose copy has another name: those whose named children replace properties, and those that readers drop. */
const renamed = table<string>({ form: "div", button: "span", fieldset: "div", label: "span" });
/** Attributes that say something about the text. */
const keptAttributes = ["class", "role", "alt", "lang", "dir", "colspan", "rowspan", "start", "scope"];

/**
 * Copy of what a person sees of a node, in a document of its own that loads and runs nothing: with the content of shadow
 * roots in their place, without what is not rendered, without fields.
 *
 * @param closed closed shadow roots by their element
 */
export function visibleCopy(node: Node, closed: ReadonlyMap<Element, ShadowRoot>): Document {
  const copy = document.implementation.createHTMLDocument("");
  new Copier(copy, closed).children([node], copy.body, 0, true);
  return copy;
}

class Copier {
  readonly #copy: Document;
  readonly #closed: ReadonlyMap<Element, ShadowRoot>;

  constructor(copy: Document, closed: ReadonlyMap<Element, ShadowRoot>) {
    this.#copy = copy;
    this.#closed = closed;
  }

  /** @param isShown false below an element whose `visibility` hides its texts */
  children(nodes: Iterable<Node>, target: Element, depth: number, isShown: boolean): void {
    for (const node of nodes) {
      if (isText(node)) {
        if (isShown) target.append(node[$.nodeValue] ?? "");
      } else if (isElement(node)) this.#element(node, target, depth);
    }
  }

  #element(element: AnyElement, target: Element, depth: number): void {
    const name = element[$.localName];
    if (skipped.has(name)) return;
    const rendering = renderingOf(element);
    if (rendering === "none") return;
    const own = depth < MAX_DEPTH ? this.#copyOf(element, name) : undefined;
    if (own) target.append(own);
    this.children(this.#childrenOf(element), own ?? target, depth + 1, rendering === "shown");
  }

  #copyOf(element: AnyElement, name: string): Element {
    const isKnown = element instanceof HTMLElement && !name.includes("-");
    const copy = this.#copy.createElement(isKnown ? (renamed.get(name) ?? name) : "div");
    for (const attribute of keptAttributes) {
      const value = rawAttribute(element, attribute);
      if (value !== null) copy.setAttribute(attribute, value);
    }
    const id = rawAttribute(element, "id");
    // Readers look at both; an id itself could replace a property of the document.
    if (id !== null) copy.setAttribute("class", `${rawAttribute(element, "class") ?? ""} ${id}`);
    if (name === "a") copyAddress(element, copy, "href");
    if (name === "img") copyAddress(element, copy, "src");
    return copy;
  }

  #childrenOf(element: AnyElement): Iterable<Node> {
    // Texts right in a closed disclosure are hidden, although they count as visible.
    if (element[$.localName] === "details" && rawAttribute(element, "open") === null)
      return [...element[$.childNodes]].filter((node) => isElement(node) && node[$.localName] === "summary");
    const root = element[$.shadowRoot] ?? this.#closed.get(element);
    if (root) return root[$.childNodes];
    const assigned = element[$.assignedNodes]?.({ flatten: true }) ?? [];
    return assigned.length > 0 ? assigned : element[$.childNodes];
  }
}

/** Rendering of an element: `hidden` when only its own texts are not. */
function renderingOf(element: AnyElement): "none" | "hidden" | "shown" {
  if (element[$.checkVisibility]({ visibilityProperty: true })) return "shown";
  const { display, visibility } = getComputedStyle(element);
  // An element without a box of its own may have children that have one.
  if (display === "contents") return visibility === "visible" ? "shown" : "hidden";
  return display === "none" || !element[$.checkVisibility]() ? "none" : "hidden";
}

function copyAddress(element: AnyElement, copy: Element, name: "href" | "src"): void {
  const value = rawAttribute(element, name);
  if (value === null || !URL.canParse(value, document.baseURI)) return;
  const { href, protocol } = new URL(value, document.baseURI);
  if (protocol === "http:" || protocol === "https:" || protocol === "mailto:") copy.setAttribute(name, href);
}
