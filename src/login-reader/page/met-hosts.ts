import { $, type AnyElement, boxOf } from "./dom.ts";
import { kept } from "./kept.ts";
import { clean, textsOf } from "./texts.ts";
import { keepRoot, rootOf } from "./tree.ts";

/** Maximum number of events that wait for the service, which gives no answers after the end of a login. */
const MAX_WAITING = 1_000;

/** Elements on which a page can put a shadow root, besides custom elements. */
const HOST_NAMES = /^(article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;

/** Work on an event, and the innermost known element that the event is about. */
interface Waiting {
  readonly element: () => AnyElement | undefined;
  /** `isLate` is true for work that had to wait: the page may have gone on. */
  readonly work: (isLate: boolean) => void;
}

const waiting: Waiting[] = [];
/** Sizes at which elements were searched: a root that is added later changes the size. */
const searched = new WeakMap<Element, string>();
/** True while the service looks, however long that takes: what is done meanwhile is about the root that it looks for. */
let isSearching = false;

/** Hosts that the service looks at, in the form in which it finds those of a reading. */
const met = kept("browserctlMet", () => ({ hosts: [] as Element[], keepRoot, resume }));

/**
 * Runs work on an event, after the work on earlier events. When the event is about an element that could have a closed
 * shadow root, the service looks for the root first: only the debugging protocol sees it.
 */
export function inOrder(next: Waiting, search: () => void): void {
  waiting.push(next);
  askService = search;
  if (!isSearching) proceed(false);
  else if (waiting.length > MAX_WAITING) flush();
}

let askService = (): void => {};

/** Has the service look for the closed shadow root of an element, before something is done in it. */
export function meet(element: () => AnyElement | undefined, search: () => void): void {
  inOrder({ element, work: () => {} }, search);
}

/** Continues after the service has looked. */
function resume(): void {
  isSearching = false;
  proceed(true);
}

function proceed(isLate: boolean): void {
  for (let next = waiting[0]; next; next = waiting[0]) {
    const element = next.element();
    if (element && isUnknownHost(element)) {
      searched.set(element, sizeOf(element));
      met.hosts = [element];
      isSearching = true;
      askService();
      return;
    }
    waiting.shift();
    next.work(isLate);
  }
}

/** Runs all work that waits, at the end of a document. */
export function flush(): void {
  isSearching = false;
  for (const { work } of waiting.splice(0)) work(true);
}

/** True for an element that could have a closed shadow root: it shows something and has no text of its own. */
function isUnknownHost(element: AnyElement): boolean {
  const name = element[$.localName];
  if (!(name.includes("-") || HOST_NAMES.test(name)) || rootOf(element)) return false;
  return searched.get(element) !== sizeOf(element) && clean(textsOf(element).join(" ")) === "";
}

function sizeOf(element: Element): string {
  const { width, height } = boxOf(element);
  return `${Math.round(width)}x${Math.round(height)}`;
}
