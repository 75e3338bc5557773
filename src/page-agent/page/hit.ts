import { $, type AnyElement, boxOf, treeOf } from "../../login-reader/page/dom.ts";
import type { FramePoint, HitPoint } from "./operations.ts";

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

/** Points of an element in its viewport, each with what is in front of it; those that hit the element first. */
export function hitPoints(element: Element): HitPoint[] {
  const points: HitPoint[] = [];
  for (const box of [...element[$.getClientRects]()].slice(0, MAX_RECTANGLES)) {
    for (const [across, down] of places) {
      const x = box.left + box.width * across;
      const y = box.top + box.height * down;
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight || box.width < 1 || box.height < 1) continue;
      points.push({ x, y, cover: coverAt(element, { x, y }) });
    }
  }
  return points.sort((a, b) => Number(a.cover !== undefined) - Number(b.cover !== undefined));
}

/** Description of what is in front of a point of an element; undefined when the element is hit. */
export function coverAt(element: Element, { x, y }: FramePoint): string | undefined {
  let hit: Element | null = null;
  // The tree of the element is asked last: only it knows what is inside of a closed shadow root.
  for (const tree of treesAround(element)) {
    hit = tree[$.elementFromPoint]?.(x, y) ?? null;
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

/** True when pressing `hit` presses the element: it is in it, or it is its label. */
function belongsTo(element: AnyElement, hit: Element): boolean {
  if (contains(element, hit)) return true;
  return [...(element[$.labels] ?? [])].some((label) => contains(label, hit));
}

function describe(hit: Element | null): string {
  if (!hit) return "nothing";
  const named = hit[$.closest]("[aria-label],dialog,[role=dialog],[role=alertdialog]") ?? hit;
  const label = named[$.getAttribute]("aria-label");
  const text = (label ?? named[$.textContent] ?? "").replace(/\s+/g, " ").trim().slice(0, 40);
  const id = hit[$.id];
  const { height, width } = boxOf(hit);
  return text ? `"${text}"` : id ? `#${id}` : `a ${hit[$.localName]} of ${Math.round(width)}x${Math.round(height)}`;
}
