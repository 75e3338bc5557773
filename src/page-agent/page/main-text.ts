import { Readability } from "@mozilla/readability";

/** Minimum length of a text that counts as the main one, in characters, and as a part of all text. */
const MIN_CHARACTERS = 200;
const MIN_PART = 0.15;
/** Part of the text outside of navigation above which all of it is taken. */
const MOST_PART = 0.6;

const around = ["nav", "header", "footer", "aside", "search"].join(",");
const roles = ["navigation", "banner", "contentinfo", "complementary", "search"]
  .map((role) => `[role=${role}]`)
  .join(",");

/**
 * Element with the main text of a copied page: what the page marks as such, otherwise what Readability finds, otherwise all
 * text outside of navigation.
 */
export function mainText(copy: Document): Element {
  const whole = lengthOf(copy.body);
  const isMost = (element: Element): boolean => lengthOf(element) >= Math.min(MIN_CHARACTERS, whole * MIN_PART);
  for (const selector of ["main,[role=main]", "article,[role=article]"]) {
    const outer = [...copy.querySelectorAll(selector)].filter((element) => !element.parentElement?.closest(selector));
    const [only] = outer;
    if (only && outer.length === 1 && isMost(only)) return withoutAround(only, `nav,aside,${roles}`);
  }
  const rest = withoutAround(copy.body, `${around},${roles}`);
  const article = readable(copy);
  // Readability drops parts of a text. Where nearly all is text, what it would leave out is not worth the loss.
  return article && lengthOf(article) < lengthOf(rest) * MOST_PART ? article : rest;
}

function readable(copy: Document): Element | undefined {
  // Readability changes the document that it reads.
  const own = copy.cloneNode(true) as Document;
  restoreWithoutText(own.body);
  const reader = new Readability<Element>(own, {
    disableJSONLD: true,
    keepClasses: true,
    serializer: (node) => node as Element,
  });
  const content = reader.parse()?.content;
  if (!content) return undefined;
  const length = lengthOf(content);
  return length >= MIN_CHARACTERS && length >= lengthOf(copy.body) * MIN_PART ? content : undefined;
}

/**
 * Readability keeps the body as text for its next attempt, and sets it again, which a policy of trusted types forbids. A copy
 * of the nodes takes the place of the text.
 */
function restoreWithoutText(body: HTMLElement): void {
  let kept = body.cloneNode(true);
  Object.defineProperty(body, "innerHTML", {
    get: () => {
      kept = body.cloneNode(true);
      return "";
    },
    set: () => body.replaceChildren(...kept.cloneNode(true).childNodes),
  });
}

/** An element without what stands around its text, unless nothing is left then. */
function withoutAround(element: Element, selector: string): Element {
  const rest = element.cloneNode(true) as Element;
  for (const other of rest.querySelectorAll(selector)) if (!other.querySelector("h1")) other.remove();
  return lengthOf(rest) > 0 ? rest : element;
}

function lengthOf(element: Element): number {
  return (element.textContent ?? "").replace(/\s+/g, " ").trim().length;
}
