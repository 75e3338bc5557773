import { $, type AnyElement, isElement } from "./dom.ts";
import { kept } from "./kept.ts";
import { MAX_ASCENT } from "./limits.ts";

/** Closed shadow roots by their host, as the service has found them. */
const closedRoots = kept("browserctlRoots", () => new WeakMap<Element, ShadowRoot>());

/** Stores a closed shadow root; only this script can reach the store. */
export function keepRoot(root: ShadowRoot): void {
  closedRoots.set(root[$.host], root);
}

/** Shadow root of an element, open or closed. */
export function rootOf(element: Element): ShadowRoot | undefined {
  return element[$.shadowRoot] ?? closedRoots.get(element);
}

/** Parent of a node in the layout of the page: a slot, or the host of a shadow root. */
export function parentOf(node: Node & Partial<Slottable>): Node | null {
  const parent = node[$.assignedSlot] ?? node[$.parentNode];
  return parent instanceof ShadowRoot ? parent[$.host] : parent;
}

/** Children of an element in the layout of the page. */
export function childrenOf(element: AnyElement): Iterable<Node> {
  const root = rootOf(element);
  if (root) return root[$.childNodes];
  if (element[$.localName] !== "slot") return element[$.childNodes];
  const assigned = element[$.assignedNodes]?.() ?? [];
  return assigned.length ? assigned : element[$.childNodes];
}

/** Nearest accepted element, from a node outwards. */
export function ascend(node: Node | null, accepts: (element: AnyElement) => boolean): AnyElement | null {
  for (let at = node, steps = 0; at && steps < MAX_ASCENT; at = parentOf(at), steps++) {
    if (isElement(at) && accepts(at)) return at;
  }
  return null;
}

/** True if `outer` is `inner` or contains it. */
export function holds(outer: Element, inner: Node): boolean {
  return ascend(inner, (at) => at === outer) !== null;
}
