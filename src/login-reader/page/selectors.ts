import { $, type AnyElement, first, treeOf } from "./dom.ts";
import { MAX_NODES } from "./limits.ts";

/** Maximum lengths of an id and a name that select an element, and of a path to one. */
const MAX_ID = 200;
const MAX_NAME = 100;
const MAX_PATH = 40;

interface Place {
  /** Position of an element among siblings of the same name, from 1. */
  readonly at: number;
  /** Number of these siblings. */
  readonly of: number;
}

function isOnly(element: Element, selector: string): boolean {
  return treeOf(element)[$.querySelectorAll](selector).length === 1;
}

function hasOwnId(element: Element): boolean {
  const id = element[$.id];
  return id !== "" && id.length < MAX_ID && isOnly(element, `#${CSS.escape(id)}`);
}

/** Counts and positions of the children of a parent, which are counted only once. */
interface Siblings {
  readonly counts: Map<string, number>;
  readonly places: Map<Element, number>;
}

const siblings = new Map<ParentNode | null, Siblings>();

function siblingsOf(element: Element): Siblings {
  const parent = element[$.parentNode];
  const known = siblings.get(parent);
  if (known) return known;
  const counts = new Map<string, number>();
  const places = new Map<Element, number>();
  for (const child of first(parent?.[$.children] ?? [element], MAX_NODES)) {
    const count = (counts.get(child[$.localName]) ?? 0) + 1;
    counts.set(child[$.localName], count);
    places.set(child, count);
  }
  siblings.set(parent, { counts, places });
  return { counts, places };
}

function placeOf(element: Element): Place {
  const { counts, places } = siblingsOf(element);
  return { at: places.get(element) ?? 0, of: counts.get(element[$.localName]) ?? 0 };
}

function pathOf(element: Element, stepOf: (name: string, place: Place) => string, joint: string): string {
  const path: string[] = [];
  for (let at: Element | null = element; at && path.length < MAX_PATH; at = at[$.parentElement]) {
    path.unshift(stepOf(at[$.localName], placeOf(at)));
  }
  return path.join(joint);
}

/** CSS selector of an element in its document or shadow root. */
export function cssOf(element: AnyElement): string {
  if (hasOwnId(element)) return `#${CSS.escape(element[$.id])}`;
  const name = element[$.name];
  const named = name && name.length < MAX_NAME ? `${element[$.localName]}[name=${JSON.stringify(name)}]` : undefined;
  if (named !== undefined && isOnly(element, named)) return named;
  return pathOf(element, (tag, { at, of }) => CSS.escape(tag) + (of > 1 ? `:nth-of-type(${at})` : ""), " > ");
}

/** XPath of an element in its document or shadow root. */
export function xpathOf(element: Element): string {
  const id = element[$.id];
  if (hasOwnId(element) && !id.includes('"')) return `//*[@id="${id}"]`;
  return pathOf(element, (tag, { at }) => `/${tag}[${at}]`, "");
}
