import { $, type AnyElement, matches, treeOf } from "./dom.ts";
import { MAX_ADDRESS } from "./limits.ts";

function isSubmit(element: AnyElement): boolean {
  return matches(element, "button, input") && (element[$.type] === "submit" || element[$.type] === "image");
}

/** First button of each form of a document or shadow root, which are searched once. */
const searched = new Map<Node, Map<HTMLFormElement, AnyElement>>();

function firstButton(form: HTMLFormElement): AnyElement | undefined {
  const tree = treeOf(form);
  let buttons = searched.get(tree);
  if (!buttons) {
    buttons = new Map();
    for (const one of tree[$.querySelectorAll]<AnyElement>("button, input")) {
      const own = one[$.form];
      if (own && isSubmit(one) && !buttons.has(own)) buttons.set(own, one);
    }
    searched.set(tree, buttons);
  }
  return buttons.get(form);
}

/** Origin of an address that is too long, because a truncated address could name another host. */
function bounded(address: string): string {
  return address.length <= MAX_ADDRESS ? address : (URL.parse(address)?.origin ?? "null");
}

/**
 * Address that a control submits its form to: directly for a button, by Enter for a field, which presses the first
 * button.
 */
export function sendsTo(element: AnyElement): string {
  const form = element[$.form];
  if (!form || (!isSubmit(element) && matches(element, "button, input[type=button]"))) return "";
  const button = isSubmit(element) ? element : firstButton(form);
  const own = button?.[$.hasAttribute]("formaction") ? button[$.formAction] : undefined;
  return bounded(own ?? form[$.action]);
}
