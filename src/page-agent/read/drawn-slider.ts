import { oneLine } from "../page-text.ts";
import { type DomNode, walk } from "./dom-node.ts";
import { isFocusable, typeOf } from "./roles.ts";
import { isShown } from "./visible.ts";

/** Size below which a field shows no text, in CSS pixels. */
const MAX_HIDDEN = 10;
const numbers = /^-?\d+(?:\.\d+)?(?:\s*[;,]\s*-?\d+(?:\.\d+)?)*$/;

/**
 * Sliders that a page draws among the children of an element, each with its field beside it: one without a size that only
 * the page itself changes. `sliderField` in `page/slider.ts` finds the same ones.
 */
export function drawnSliders(children: readonly DomNode[]): ReadonlyMap<DomNode, DomNode> {
  const found = new Map<DomNode, DomNode>();
  let before: DomNode | undefined;
  let field: DomNode | undefined;
  for (const node of children) {
    if (node.tag.startsWith("#") || node.tag.startsWith("::")) continue;
    if (field && isDrawing(node)) found.set(node, field);
    field = undefined;
    if (isHiddenField(node)) {
      if (before && !found.has(before) && isDrawing(before)) found.set(before, node);
      else field = node;
    }
    before = node;
  }
  return found;
}

function isHiddenField(node: DomNode): boolean {
  const { attributes, box, tag } = node;
  if (tag !== "input" || typeOf(node) !== "text") return false;
  if (!attributes.has("readonly") || attributes.get("tabindex") !== "-1") return false;
  const isTiny = !box || box.width < MAX_HIDDEN || box.height < MAX_HIDDEN;
  return isTiny && numbers.test(oneLine(node.value ?? ""));
}

/** True for an element that takes the focus at one place, which is no control of its own. */
function isDrawing(node: DomNode): boolean {
  if (node.tag === "input" || !isShown(node)) return false;
  const places: DomNode[] = [];
  walk(node, (at) => {
    if (isFocusable(at)) places.push(at);
    return places.length < 2;
  });
  const [place] = places;
  return (
    places.length === 1 && place !== undefined && place.attributes.has("tabindex") && !place.attributes.has("role")
  );
}
