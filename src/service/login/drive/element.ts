import { CdpError } from "../../chromium/cdp.ts";
import type { Point } from "../../input/device.ts";
import type { ReadFrame } from "../page/frames.ts";
import { DOM } from "../page/page-dom.ts";

const FOCUS = `function () {
  const $ = ${DOM};
  this[$.scrollIntoView]({ block: "center", inline: "center", behavior: "instant" });
  this[$.focus]({ preventScroll: true });
  this[$.select]?.();
}`;

const HAS_FOCUS = `function () {
  const $ = ${DOM};
  return this[$.isConnected] && document[$.hasFocus]() && this[$.getRootNode]()[$.activeElement] === this;
}`;

/** Compares in the page, so that no value is read out. `loose` ignores what a page inserts to lay out digits. */
const HOLDS = `function (value, loose) {
  const $ = ${DOM};
  const plain = (text) => loose ? text.replace(/[\\s()+.-]/g, "") : text;
  return this[$.isConnected] ? plain(this[$.value]) === plain(value) : undefined;
}`;

/** Sets the value as the class does, not by a setter that a framework has put on the element; then what a person's input would fire. */
const SET = `function (value) {
  const $ = ${DOM};
  this[$.value] = value;
  this[$.dispatchEvent](new InputEvent("input", { bubbles: true, composed: true, inputType: "insertText" }));
  this[$.dispatchEvent](new Event("change", { bubbles: true }));
}`;

/**
 * Chooses an option of a list by its value, else by its label. False when the list has none, undefined when it is no
 * longer in the document.
 */
const CHOOSE = `function (wanted) {
  const $ = ${DOM};
  if (!this[$.isConnected]) return undefined;
  const plain = (text) => text.replace(/\\s+/g, " ").trim().toLowerCase();
  const open = [...this[$.options]].filter((option) => !option[$.disabled]);
  const option = open.find((one) => one[$.value] === wanted) ??
    open.find((one) => plain(one[$.label]) === plain(wanted) || plain(one[$.value]) === plain(wanted));
  if (!option) return false;
  if (option[$.selected]) return true;
  this[$.focus]({ preventScroll: true });
  option[$.selected] = true;
  this[$.dispatchEvent](new Event("input", { bubbles: true, composed: true }));
  this[$.dispatchEvent](new Event("change", { bubbles: true }));
  return true;
}`;

const CLICK = `function () {
  const $ = ${DOM};
  this[$.click]();
}`;

const CLICK_POINT = `function () {
  const $ = ${DOM}, { deepest, holds, isShown } = browserctlLogin;
  if (!this[$.isConnected]) return undefined;
  const labels = [...this[$.labels] ?? []];
  const target = this[$.type] === "radio" && !isShown(this) ? labels.find((label) => isShown(label)) ?? this : this;
  target[$.scrollIntoView]({ block: "center", inline: "center", behavior: "instant" });
  const box = target[$.getClientRects]()[0] ?? target[$.getBoundingClientRect]();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const hit = deepest(x, y);
  return { x, y, reached: hit !== null && (holds(target, hit) || labels.some((label) => holds(label, hit))) };
}`;

/** Point of the frame's viewport at which a click meets the element; `reached` is false where something else is hit. */
export interface ClickPoint extends Point {
  readonly reached: boolean;
}

/**
 * Element of one reading of a frame. It ends with the document: later calls then reject with `CdpError`. An element that
 * is no longer in the document is not `connected`.
 */
export class PageElement {
  readonly frame: ReadFrame;
  readonly #objectId: string;

  private constructor(frame: ReadFrame, objectId: string) {
    this.frame = frame;
    this.#objectId = objectId;
  }

  static async of({ frame, index }: { frame: ReadFrame; index: number }): Promise<PageElement> {
    const expression = `browserctlLogin.elements[${index}]`;
    const { result } = await frame.session.send("Runtime.evaluate", { expression, contextId: frame.contextId });
    if (result.objectId === undefined) throw new CdpError("Runtime.evaluate", 0, "the element is gone");
    return new PageElement(frame, result.objectId);
  }

  /** Scrolls to the element, focuses it and selects its text. */
  async focus(): Promise<void> {
    await this.#call(FOCUS);
  }

  hasFocus(): Promise<boolean> {
    return this.#call(HAS_FOCUS);
  }

  /** True when its value is `value`; undefined when it is no longer in the document. */
  holds(value: string, loose: boolean): Promise<boolean | undefined> {
    return this.#call(HOLDS, value, loose);
  }

  async set(value: string): Promise<void> {
    await this.#call(SET, value);
  }

  /** Chooses the option with this value or label. False when the list has none, undefined when it is gone. */
  choose(value: string): Promise<boolean | undefined> {
    return this.#call(CHOOSE, value);
  }

  /** Scrolls to the element and finds the point for a click; undefined when it is no longer in the document. */
  clickPoint(): Promise<ClickPoint | undefined> {
    return this.#call(CLICK_POINT);
  }

  /** Clicks by script, as a gesture of a person. */
  async click(): Promise<void> {
    const click = { objectId: this.#objectId, functionDeclaration: CLICK };
    await this.frame.session.send("Runtime.callFunctionOn", { ...click, userGesture: true });
  }

  async #call<T>(functionDeclaration: string, ...values: (string | boolean)[]): Promise<T> {
    const call = { objectId: this.#objectId, functionDeclaration, arguments: values.map((value) => ({ value })) };
    const { result } = await this.frame.session.send("Runtime.callFunctionOn", { ...call, returnByValue: true });
    return result.value as T;
  }
}
