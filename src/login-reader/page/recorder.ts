import { type DescribedControl, MET, type RecordedAction, type RecordedEvent } from "../described-control.ts";
import { isGenuine } from "./acting.ts";
import { clickedControl, describe, isContentField, isList, isToggle, isTypable } from "./describe.ts";
import { $, type AnyElement, isElement, matches, treeOf } from "./dom.ts";
import { kept } from "./kept.ts";
import { MAX_CONTROLS } from "./limits.ts";
import { flush, inOrder, meet } from "./met-hosts.ts";
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

/** Element under the pointer, and the button that it belongs to. */
interface Pressed {
  readonly element: AnyElement;
  readonly control: DescribedControl | undefined;
  isReported: boolean;
}

/** Element under the pointer when it went down: the page may replace it before the click, which then is about another. */
let pressed: Pressed | undefined;

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

/** Asks the service for the closed shadow root of the host that was met. */
function search(): void {
  waiting.push(MET);
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

/** Element that an event reaches outside of shadow roots that are closed; the path of an event ends with its dispatch. */
function targetOf(event: Event): AnyElement | undefined {
  const [target] = event[$.composedPath]();
  return target instanceof Node && isElement(target) ? target : undefined;
}

/** Element of an event, in open and closed shadow roots. */
function elementOf(event: Event, target: AnyElement): AnyElement {
  let found = target;
  for (let root = rootOf(found); root; root = rootOf(found)) {
    const inner: Element | null =
      event instanceof MouseEvent && (event.detail > 0 || event.type !== "click")
        ? root[$.elementFromPoint](event.clientX, event.clientY)
        : root[$.activeElement];
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}

/** Listener of genuine events, in the order in which they come. */
function listening<E extends Event>(
  handle: (event: E, element: AnyElement, isLate: boolean) => void,
): (event: E) => void {
  return (event) => {
    const target = isGenuine(event) ? targetOf(event) : undefined;
    if (!target) return;
    const element = (): AnyElement => elementOf(event, target);
    inOrder({ element, work: (isLate) => handle(event, element(), isLate) }, search);
  };
}

/** Meets a host to which the pointer or the focus comes, before something is done in it. */
function onMeeting(event: Event): void {
  const target = targetOf(event);
  if (target) meet(() => elementOf(event, target), search);
}

function onInput(_event: Event, element: AnyElement, isLate: boolean): void {
  if (!isContentField(element)) {
    if (!isToggle(element)) report({ did: "other" });
    return;
  }
  // The focus may have gone to another field of the root since.
  if (isLate) for (const field of changedFields(element)) reportFill(field);
  reportFill(element);
}

function reportFill(element: AnyElement): void {
  const options = isList(element) ? [...(element[$.options] ?? [])] : [];
  const chosen = options.find((option) => option[$.selected]);
  const text = chosen ? clean(chosen[$.label], 200) : (element[$.value] ?? "");
  report(text.length > MAX_CONTENT ? { did: "other" } : { did: "fill", control: describe(element), text });
}

/** Fields around a field that have another text than the page has given them. */
function changedFields(element: AnyElement): AnyElement[] {
  const fields = [...treeOf(element)[$.querySelectorAll]<AnyElement>("input, textarea")];
  return fields
    .slice(0, MAX_CONTROLS)
    .filter((field) => field !== element && isTypable(field) && field[$.value] !== field[$.defaultValue]);
}

function onClick(event: MouseEvent, element: AnyElement): void {
  onPointerUp();
  const isReported = pressed?.isReported;
  pressed = undefined;
  if (isReported) return;
  const isDrawn = matches(element, DRAWN);
  if (isDrawn) report({ did: "other" });
  const control = isDrawn ? undefined : clickedControl(element);
  if (!control || isForwarded(element, control)) return;
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

function onKey(event: KeyboardEvent, element: AnyElement): void {
  if (event.isComposing) return;
  hasEntered = false;
  pressed = undefined;
  if (isList(element) || isToggle(element)) return;
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

/** Remembers the pressed control as it is now: the page may replace it before its turn comes. */
function onPointerDown(event: PointerEvent): void {
  const target = event.button === 0 && isGenuine(event) ? targetOf(event) : undefined;
  if (!target) return;
  const known = pressedAt(elementOf(event, target));
  const element = (): AnyElement => elementOf(event, target);
  const work = (): void => {
    hasEntered = false;
    const inner = element();
    pressed = inner === known.element ? known : pressedAt(inner);
  };
  inOrder({ element, work }, search);
}

function pressedAt(element: AnyElement): Pressed {
  const control = matches(element, DRAWN) ? undefined : clickedControl(element);
  const isButton = control && !isContentField(control) && !isToggle(control) && !isForwarded(element, control);
  return { element, control: isButton ? describe(control) : undefined, isReported: false };
}

/** Reports the pressed control if the page has replaced it: no click will be about it. */
function onPointerUp(): void {
  if (!pressed?.control || pressed.isReported || pressed.element[$.isConnected]) return;
  pressed.isReported = true;
  report({ did: "click", control: pressed.control });
}

/** Records what is done in a document, once. Other scripts cannot detect it. */
kept("browserctlRecorder", () => {
  const inCapture = { capture: true, passive: true };
  addEventListener("input", listening(onInput), inCapture);
  addEventListener("click", listening(onClick), inCapture);
  addEventListener("keydown", listening(onKey), inCapture);
  addEventListener("pointerdown", onPointerDown, inCapture);
  addEventListener("pointerup", listening(onPointerUp), inCapture);
  addEventListener("pointerover", onMeeting, inCapture);
  addEventListener("focusin", onMeeting, inCapture);
  // When the next document replaces this one, nothing more reaches the service.
  addEventListener("beforeunload", flush, inCapture);
  addEventListener("pagehide", flush, inCapture);
  return true;
});
