import { $, type AnyElement, boxOf, isText, matches, treeOf } from "../../login-reader/page/dom.ts";
import type { FramePoint, HitPoint } from "./operations.ts";
import { isVisible, parentOf } from "./state.ts";
import { isDrawnOver } from "./surface.ts";

/** Maximum number of rectangles of an element that are tried; a link may have one in each line of text. */
const MAX_RECTANGLES = 4;
/** Places in a rectangle, as parts of its width and height: the middle first. */
const places = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
] as const;

/** Controls that can be in another one. */
const pressable = [
  ...["a[href]", "button", "input", "select", "textarea", "summary"],
  ...["button", "checkbox", "link", "menuitem", "option", "radio", "switch", "tab", "treeitem"].map(
    (role) => `[role=${role}]`,
  ),
].join();

/**
 * Points of an element in its viewport, each with what is in front of it; those that hit the element first, and those that
 * hit a control in it after them: that one would be pressed.
 */
export function hitPoints(element: Element): HitPoint[] {
  const isAround = element[$.querySelector](pressable) !== null;
  const own = isAround ? ownText(element) : undefined;
  const points: (HitPoint & { readonly rank: number })[] = [];
  for (const box of [...(own ? [own] : []), ...element[$.getClientRects]()].slice(0, MAX_RECTANGLES)) {
    for (const [across, down] of places) {
      const x = box.left + box.width * across;
      const y = box.top + box.height * down;
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight || box.width < 1 || box.height < 1) continue;
      const inner = innerAt(element, { x, y });
      const cover = coverAt(element, { x, y }) ?? (inner && isOther(element, inner) ? describe(inner) : undefined);
      points.push({ x, y, cover, rank: cover !== undefined ? 2 : inner ? 1 : 0 });
    }
  }
  return points.sort((a, b) => a.rank - b.rank).map(({ cover, x, y }) => ({ x, y, cover }));
}

/**
 * Element of a document or shadow root at a point of the viewport. Text that a component shows in its shadow root by a slot
 * counts as what is around the slot; `elementFromPoint` itself gives the component, as beside its shadow tree.
 */
function elementAt(tree: ReturnType<typeof treeOf>, { x, y }: FramePoint): Element | null {
  const hit = tree[$.elementFromPoint]?.(x, y) ?? null;
  if (!(tree instanceof ShadowRoot) || hit !== tree[$.host]) return hit;
  return tree[$.elementsFromPoint](x, y)[0] ?? null;
}

/** Control inside of an element, or what has a pointer of its own, that is hit in its place. */
function innerAt(element: Element, point: FramePoint): Element | undefined {
  let at: Node | null = elementAt(treeOf(element), point);
  const hasPointer = (one: Element): boolean => getComputedStyle(one).cursor === "pointer";
  const isPlain = !hasPointer(element);
  for (; at instanceof Element && at !== element; at = at[$.parentNode])
    if (matches(at, pressable) || (isPlain && hasPointer(at))) return at;
  return undefined;
}

/** True for a control in an item of a tree that is another item: pressing it does not press the item around it. */
function isOther(element: Element, inner: Element): boolean {
  return matches(element, "[role=treeitem]") && matches(inner, "[role=treeitem]");
}

/** Rectangle of the first text of an element that is not in a control in it. */
function ownText(element: Element): DOMRect | undefined {
  const pending: Node[] = [element];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node !== element && node instanceof Element && matches(node, pressable)) continue;
    if (isText(node) && (node[$.nodeValue] ?? "").trim() !== "") {
      const range = new Range();
      range.selectNodeContents(node);
      const [box] = range.getClientRects();
      if (box && box.width > 1) return box;
    }
    for (const child of [...node[$.childNodes]].reverse()) pending.push(child);
  }
  return undefined;
}

/** Description of what is in front of a point of an element; undefined when the element is hit. */
export function coverAt(element: Element, point: FramePoint): string | undefined {
  let hit: Element | null = null;
  // The tree of the element is asked last: only it knows what is inside of a closed shadow root.
  for (const tree of treesAround(element)) {
    hit = elementAt(tree, point);
    if (hit && !contains(hit, element) && !belongsTo(element, hit)) return describe(hit);
  }
  return hit && belongsTo(element, hit) ? undefined : describe(hit);
}

/** Trees from the document down to that of the element. */
function treesAround(element: Element): ReturnType<typeof treeOf>[] {
  const trees: ReturnType<typeof treeOf>[] = [];
  let at: Element | undefined = element;
  while (at) {
    const tree = treeOf(at);
    trees.unshift(tree);
    at = tree instanceof ShadowRoot ? tree[$.host] : undefined;
  }
  return trees;
}

/** True when `outer` is the element, or around it through any shadow roots. */
export function contains(outer: Element, inner: Element): boolean {
  for (let at: Node | null = inner; at; ) {
    if (at === outer) return true;
    at = at instanceof ShadowRoot ? at[$.host] : at[$.parentNode];
  }
  return false;
}

/**
 * True when pressing `hit` presses the element: it is in it, it is its label or its component, or it draws what the element
 * shows.
 */
export function belongsTo(element: AnyElement, hit: Element): boolean {
  if (contains(element, hit) || isDrawnOver(element, hit) || takesPointerOf(element, hit)) return true;
  return [...(element[$.labels] ?? [])].some((label) => contains(label, hit));
}

/** True for a component that takes the pointer in place of its only control. */
function takesPointerOf(element: Element, hit: Element): boolean {
  const tree = treeOf(element);
  if (!(tree instanceof ShadowRoot) || tree[$.host] !== hit) return false;
  return getComputedStyle(element).pointerEvents === "none" && tree[$.querySelectorAll](pressable).length === 1;
}

/** Maximum number of elements between a control and the row, or the item of a menu, that it is in. */
const MAX_ROW_LEVELS = 8;

/**
 * Point of the nearest visible element around one: a row or an item of a menu, which is smaller than half of the view. It is
 * scrolled into view.
 */
export function pointAround(element: Element): FramePoint | undefined {
  let at = parentOf(element);
  for (let level = 0; level < MAX_ROW_LEVELS && at; level += 1, at = parentOf(at)) {
    if (!isVisible(at)) continue;
    const { height, width } = boxOf(at);
    if (height * width > (innerHeight * innerWidth) / 2) return undefined;
    at[$.scrollIntoView]({ block: "nearest", inline: "nearest", behavior: "instant" });
    const point = hitPoints(at).find(({ cover }) => cover === undefined);
    if (point) return { x: point.x, y: point.y };
  }
  return undefined;
}

/** Maximum number of elements between the item of a list and what it is dragged by. */
const MAX_HANDLE_LEVELS = 2;

/** True when another item of the list that an element, or what is around it, is in is at a point. */
export function isBeside(element: Element, point: FramePoint): boolean {
  const hit = elementAt(treeOf(element), point);
  let item: Node | null = element;
  for (let level = 0; level <= MAX_HANDLE_LEVELS && item instanceof Element; level += 1, item = item[$.parentNode]) {
    let at: Node | null = hit;
    while (at instanceof Element && at[$.parentNode] !== item[$.parentNode]) at = at[$.parentNode];
    if (at instanceof Element) return at !== item && at[$.localName] === item[$.localName];
  }
  return false;
}

function describe(hit: Element | null): string {
  if (!hit) return "nothing";
  const named = hit[$.closest]("[aria-label],dialog,[role=dialog],[role=alertdialog]") ?? hit;
  const label = named[$.getAttribute]("aria-label");
  const text = (label ?? textOf(named)).replace(/\s+/g, " ").trim().slice(0, 40);
  const id = hit[$.id];
  const { height, width } = boxOf(hit);
  return text ? `"${text}"` : id ? `#${id}` : `a ${hit[$.localName]} of ${Math.round(width)}x${Math.round(height)}`;
}

/** Text of an element without its styles and scripts; a component may have them beside what it shows. */
function textOf(element: Element): string {
  if (matches(element, "style,script")) return "";
  if (!element[$.querySelector]("style,script")) return element[$.textContent] ?? "";
  return [...element[$.childNodes]].map(childText).join("");
}

function childText(node: Node): string {
  return node instanceof Element ? textOf(node) : isText(node) ? (node[$.nodeValue] ?? "") : "";
}
