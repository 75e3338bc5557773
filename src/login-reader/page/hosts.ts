import { $ } from "./dom.ts";
import { kept } from "./kept.ts";
import { MAX_HOSTS } from "./limits.ts";
import { rootOf } from "./tree.ts";

/** Sizes at which elements were found to be possible hosts. */
const asked = kept("browserctlAsked", () => new WeakMap<Element, string>());

/** Elements that may have a closed shadow root, for the service to ask the debugging protocol. */
export const hosts: Element[] = [];

/**
 * Adds an element that may have a closed shadow root, once for each of its sizes. The only sign of such a root is a
 * size without content; a root that is added later changes the size.
 */
export function noteHost(element: Element, box: DOMRect, display: string): void {
  if (display === "contents" ? !mayHostUnseen(element) : !mayHost(element, box)) return;
  hosts.push(element);
  if (display === "contents") return;
  asked.set(element, sizeOf(box));
}

function mayHost(element: Element, box: DOMRect): boolean {
  if (box.width <= 20 || box.height <= 20 || hosts.length >= MAX_HOSTS) return false;
  if (rootOf(element) || asked.get(element) === sizeOf(box)) return false;
  const name = element[$.localName];
  return name.includes("-") || (!element[$.firstElementChild] && HOST_NAMES.test(name));
}

/** True for a custom element without a box of its own, which has no size that would tell: it is asked each time. */
function mayHostUnseen(element: Element): boolean {
  if (hosts.length >= MAX_HOSTS || rootOf(element)) return false;
  return element[$.localName].includes("-") && !element[$.firstElementChild];
}

const HOST_NAMES = /^(article|aside|blockquote|div|footer|header|main|nav|p|section|span)$/;

function sizeOf({ width, height }: DOMRect): string {
  return `${Math.round(width)}x${Math.round(height)}`;
}
