import type { RecordedAction, RecordedEvent } from "../described-control.ts";
import { isGenuine } from "./acting.ts";
import { clickedControl, describe, isContentField, isList, isToggle, isTypable } from "./describe.ts";
import { $, type AnyElement, isElement, matches } from "./dom.ts";
import { kept } from "./kept.ts";
import { clean } from "./texts.ts";
import { ascend, rootOf } from "./tree.ts";

declare global {
  /** Function of the service, which gets each event before the page goes on. It comes a little after the document. */
  var browserctlLesson: (event: string) => void;
}

/** Maximum length of a content that is compared with the values of the login. */
const MAX_CONTENT = 4_096;
/** Elements that draw their own controls. */
const DRAWN = "canvas, object, embed, video, area";

const RETRY_MS = 20;

/** Events that the service could not get yet. */
const waiting: string[] = [];

/** True after the Enter key in a field, which presses the button of its form. */
let hasEntered = false;

function report(action: RecordedAction): void {
  const event: RecordedEvent = {
    ...action,
    url: location.href,
    origin: globalThis.origin,
    isMainFrame: top === self,
    document: performance.timeOrigin,
  };
  waiting.push(JSON.stringify(event));
  send();
}

/** Sends the events that wait. Only an own property counts: a page can give an element any other name. */
function send(): void {
  if (!Object.hasOwn(globalThis, "browserctlLesson")) {
    if (waiting.length > 0) setTimeout(send, RETRY_MS);
    return;
  }
  for (const event of waiting.splice(0)) globalThis.browserctlLesson(event);
}

/** Element of an event, in open and closed shadow roots. */
function elementOf(event: Event): AnyElement | undefined {
  const [target] = event[$.composedPath]();
  if (!(target instanceof Node) || !isElement(target)) return undefined;
  let found: AnyElement = target;
  for (let root = rootOf(found); root; root = rootOf(found)) {
    const inner: Element | null =
      event instanceof MouseEvent && event.detail > 0
        ? root[$.elementFromPoint](event.clientX, event.clientY)
        : root[$.activeElement];
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}

function onInput(event: Event): void {
  const element = isGenuine(event) ? elementOf(event) : undefined;
  if (!element) return;
  if (!isContentField(element)) {
    if (!isToggle(element)) report({ did: "other" });
    return;
  }
  const options = isList(element) ? [...(element[$.options] ?? [])] : [];
  const chosen = options.find((option) => option[$.selected]);
  const text = chosen ? clean(chosen[$.label], 200) : (element[$.value] ?? "");
  report(text.length > MAX_CONTENT ? { did: "other" } : { did: "fill", control: describe(element), text });
}

function onClick(event: MouseEvent): void {
  const element = isGenuine(event) ? elementOf(event) : undefined;
  if (!element) return;
  const isDrawn = matches(element, DRAWN);
  if (isDrawn) report({ did: "other" });
  const control = isDrawn ? undefined : clickedControl(element);
  if (!control || isContentField(control) || isForwarded(element, control)) return;
  const isByEnter = hasEntered && event.isTrusted && event.detail === 0;
  hasEntered = false;
  if (isByEnter) return;
  if (isToggle(control)) report({ did: "check", control: describe(control), checked: control[$.checked] === true });
  else report({ did: "click", control: describe(control) });
}

/** True for a click on a label: the browser clicks its control next. */
function isForwarded(element: AnyElement, control: AnyElement): boolean {
  const label = ascend(element, (at) => at[$.localName] === "label") as HTMLLabelElement | null;
  const own = label?.[$.control];
  return own != null && own !== control && !ascend(element, (at) => matches(at, "a, button"));
}

function onKey(event: KeyboardEvent): void {
  if (!isGenuine(event) || event.isComposing) return;
  hasEntered = false;
  const element = elementOf(event);
  if (!element || isList(element) || isToggle(element)) return;
  if (isTypable(element)) {
    if (event.key !== "Enter" || element[$.localName] === "textarea") return;
    hasEntered = true;
    report({ did: "enter", control: describe(element) });
    return;
  }
  const isWriting =
    [...event.key].length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (isWriting) report({ did: "other" });
}

/** Records what is done in a document, once. Other scripts cannot detect it. */
kept("browserctlRecorder", () => {
  const inCapture = { capture: true, passive: true };
  addEventListener("input", onInput, inCapture);
  addEventListener("click", onClick, inCapture);
  addEventListener("keydown", onKey, inCapture);
  addEventListener("pointerdown", () => (hasEntered = false), inCapture);
  return true;
});
