import { $, type AnyElement, isElement } from "./dom.ts";
import { kept } from "./kept.ts";
import { ASCENT } from "./limits.ts";

/** Closed shadow roots by their host, as the service has found them. */
const closedRoots = kept("browserctlRoots", () => new WeakMap<Element, ShadowRoot>());

/** Keeps a closed shadow root, which no script but this one can reach then. */
export function keepRoot(root: ShadowRoot): void {
  closedRoots.set(root[$.host], root);
}

/** Shadow root of an element, open or closed. */
export function rootOf(element: Element): ShadowRoot | undefined {
  return element[$.shadowRoot] ?? closedRoots.get(element);
}

/** Node that surrounds another one as the page is laid out: a slot, or the host of a shadow root. */
export function parentOf(node: Node & Partial<Slottable>): Node | null {
  const parent = node[$.assignedSlot] ?? node[$.parentNode];
  return parent instanceof ShadowRoot ? parent[$.host] : parent;
}

/** Nodes in an element as the page is laid out. */
export function childrenOf(element: AnyElement): Iterable<Node> {
  const root = rootOf(element);
  if (root) return root[$.childNodes];
  if (element[$.localName] !== "slot") return element[$.childNodes];
  const assigned = element[$.assignedNodes]?.() ?? [];
  return assigned.length ? assigned : element[$.childNodes];
}

/** Nearest element from a node outwards that is accepted. */
export function ascend(node: Node | null, accepts: (element: AnyElement) => boolean): AnyElement | null {
  for (let at = node, steps = 0; at && steps < ASCENT; at = parentOf(at), steps++) {
    if (isElement(at) && accepts(at)) return at;
  }
  return null;
}

/** True for an element that is, or surrounds, another one. */
export function holds(outer: Element, inner: Node): boolean {
  return ascend(inner, (at) => at === outer) !== null;
}
