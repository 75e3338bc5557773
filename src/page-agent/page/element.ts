import { $, type AnyElement, boxOf, treeOf } from "../../login-reader/page/dom.ts";
import { boxesFrom } from "./boxes.ts";
import { belongsTo, contains, coverAt, hitPoints, isBeside, pointAround } from "./hit.ts";
import type { Chosen, ElementOperations, FramePoint, LateOperations } from "./operations.ts";
import { cellsOf, textsOf } from "./row-parts.ts";
import { giveFocus, handlesOf, numbersOf } from "./slider.ts";
import { isEditable, isSet, isVisible, stateOf } from "./state.ts";
import { hasPlace, surfaceOf } from "./surface.ts";
import { comesToRest, turns } from "./turns.ts";

declare global {
  var browserctlElement: OfElement<ElementOperations> &
    OfElement<LateOperations> & {
      readonly cellElement: typeof cellElement;
      readonly fileField: typeof fileField;
      readonly labelElement: typeof labelElement;
      readonly surfaceElement: typeof surfaceOf;
    };
}

/** Operations as functions of their element. */
type OfElement<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (...values: infer Values) => infer Result
    ? (element: never, ...values: Values) => Result
    : never;
};

/** Elements that were pressed since {@link listen}. */
const pressed = new WeakSet<Element>();

const operations: OfElement<ElementOperations> = {
  state: (element: AnyElement) => stateOf(element),
  cellColumns: (row: Element) => cellsOf(row).map((cell) => cell[$.getAttribute]("aria-colindex") ?? ""),
  rowTexts: (row: Element, max) => textsOf(row, max),
  scrollTo(element: Element, centre): void {
    element[$.scrollIntoView]({ block: centre ? "center" : "nearest", inline: "nearest", behavior: "instant" });
  },
  hitPoints: (element: Element) => hitPoints(element),
  comesIntoView(element: Element): boolean {
    for (const block of ["nearest", "center"] as const) {
      element[$.scrollIntoView]({ block, inline: "nearest", behavior: "instant" });
      if (hitPoints(element).length > 0) return isVisible(element);
    }
    return false;
  },
  pointAround: (element: Element) => pointAround(element),
  coverAt: (element: Element, x, y) => coverAt(element, { x, y }),
  frameCorner(owner: HTMLElement): FramePoint {
    const [box, style] = [owner[$.getBoundingClientRect](), getComputedStyle(owner)];
    const x = box.left + owner[$.clientLeft] + Number.parseFloat(style.paddingLeft);
    return { x, y: box.top + owner[$.clientTop] + Number.parseFloat(style.paddingTop) };
  },
  label: (element: HTMLElement) => element[$.getAttribute]("aria-label") ?? element[$.innerText] ?? "",
  listen(element: AnyElement): void {
    pressed.delete(element);
    const note = (event: Event): void => {
      const [target] = event.composedPath();
      if (event.isTrusted && target instanceof Element && belongsTo(element, target)) pressed.add(element);
    };
    const tree = treeOf(element);
    for (const type of ["pointerdown", "mousedown", "click", "mousemove", "pointermove", "contextmenu"]) {
      globalThis.addEventListener(type, note, { capture: true, passive: true });
      // Events that a closed shadow root keeps for itself never show their target outside.
      if (tree instanceof ShadowRoot) tree.addEventListener(type, note, { capture: true, passive: true });
    }
  },
  received: (element: Element) => pressed.has(element),
  keepPlace(): void {
    const hold = (event: KeyboardEvent): void => event[$.preventDefault]();
    globalThis.addEventListener("keydown", hold);
    globalThis.addEventListener("keyup", () => globalThis.removeEventListener("keydown", hold), {
      capture: true,
      once: true,
    });
  },
  isDraggable: (element: Element) => element[$.closest]("[draggable=true],a[href],img") !== null,
  unselect(element: AnyElement): void {
    if (!isEditable(element)) getSelection()?.removeAllRanges();
  },
  isBeside: (element: Element, x, y) => isBeside(element, { x, y }),
  focus(element: HTMLElement): boolean {
    giveFocus(element);
    return holdsFocus(element);
  },
  hasValue: (element: Element) => hasValue(element),
  isAllSelected: (element: HTMLElement) => isAllSelected(element),
  isCompleted: (element: HTMLInputElement, text: string) =>
    hasValue(element) &&
    element[$.value].toLowerCase().startsWith(text.toLowerCase()) &&
    element[$.selectionStart] === text.length &&
    element[$.selectionEnd] === element[$.value].length,
  /** Selects what a field holds, so that text replaces it. */
  selectAll(element: HTMLInputElement): void {
    if (hasValue(element)) element[$.select]();
    else getSelection()?.selectAllChildren(element);
  },
  toEnd(element: HTMLInputElement): void {
    if (!hasValue(element)) {
      getSelection()?.selectAllChildren(element);
      getSelection()?.collapseToEnd();
      return;
    }
    const { length } = element[$.value];
    try {
      element[$.setSelectionRange](length, length);
    } catch {
      // A field for numbers or addresses has no selection; its cursor is at the end already.
    }
  },
  hasFocus: (element: Element) => holdsFocus(element),
  value(element: AnyElement): string {
    if (element[$.localName] === "select") return selectedOf(element as HTMLSelectElement).join(", ");
    return element[$.value] ?? (element as HTMLElement)[$.innerText] ?? "";
  },
  surfaceText(element: Element): string | undefined {
    if (hasPlace(element)) return undefined;
    return (surfaceOf(element) as HTMLElement | undefined)?.[$.innerText];
  },
  boxes: (element: AnyElement) => boxesFrom(element),
  numbers: (element: Element) => numbersOf(element),
  handles: (element: Element) => handlesOf(element),
  isExpanded: (element: Element) => element[$.getAttribute]("aria-expanded") === "true",
  isInCrowdedLabel(element: Element): boolean {
    const label = element[$.closest]("label");
    return label !== null && label[$.querySelectorAll]("a[href],button,input,select,textarea,[role]").length > 2;
  },
  isSet: (element: AnyElement) => isSet(element),
  isEditable: (element: AnyElement) => isEditable(element),
  /** By the setter of the class, not by one that a framework has put on the element. */
  setValue(element: HTMLInputElement, value): void {
    element[$.focus]({ preventScroll: true });
    element[$.value] = value;
    element[$.dispatchEvent](
      new InputEvent("input", { bubbles: true, composed: true, inputType: "insertReplacementText" }),
    );
    element[$.dispatchEvent](new Event("change", { bubbles: true }));
  },
  choose: (list: HTMLSelectElement, wanted) => choose(list, wanted),
  fileNames: (field: HTMLInputElement) => [...(field[$.files] ?? [])].map(({ name }) => name),
  isOn(element: AnyElement): boolean | "mixed" | undefined {
    if (element[$.localName] === "input")
      return (element as HTMLInputElement)[$.indeterminate] ? "mixed" : element[$.checked];
    const state = element[$.getAttribute]("aria-checked") ?? element[$.getAttribute]("aria-pressed");
    return state === null ? undefined : state === "mixed" ? "mixed" : state === "true";
  },
  scrollBy(element: Element, x, y): FramePoint {
    const scroller = scrollerOf(element, x, y);
    const [left, top] = [scroller[$.scrollLeft], scroller[$.scrollTop]];
    scroller[$.scrollBy]({ left: x, top: y, behavior: "instant" });
    return { x: scroller[$.scrollLeft] - left, y: scroller[$.scrollTop] - top };
  },
};

function holdsFocus(element: Element): boolean {
  const active = treeOf(element)[$.activeElement];
  return active !== null && active !== undefined && contains(element, active);
}

function isAllSelected(area: HTMLElement): boolean {
  if (hasValue(area)) return false;
  const plain = (text: string): string => text.replace(/\s+/g, "");
  return plain(String(getSelection() ?? "")) === plain(area[$.innerText]);
}

/** True for a field, false for an editing area. */
function hasValue(element: Element): boolean {
  return ["input", "textarea"].includes(element[$.localName]);
}

function selectedOf(list: HTMLSelectElement): string[] {
  return [...list[$.options]].filter((option) => option[$.selected]).map((option) => option[$.label]);
}

/** Maximum number of options that an error names. */
const MAX_NAMED = 30;

function choose(list: HTMLSelectElement, wanted: readonly string[]): Chosen {
  const plain = (text: string): string => text.replace(/\s+/g, " ").trim();
  const options = [...list[$.options]];
  const find = (text: string): HTMLOptionElement | undefined =>
    options.find((option) => option[$.value] === text) ??
    options.find((option) => plain(option[$.label]) === plain(text)) ??
    options.find((option) => plain(option[$.label]).toLowerCase() === plain(text).toLowerCase());
  const found: HTMLOptionElement[] = [];
  for (const text of wanted) {
    const option = find(text);
    const names = options.slice(0, MAX_NAMED).map((one) => plain(one[$.label]));
    if (!option) return { missing: text, options: names };
    const group = option[$.closest]("optgroup");
    if (option[$.disabled] || (group?.[$.getAttribute]("disabled") !== null && group)) return { disabled: text };
    found.push(option);
  }
  list[$.focus]({ preventScroll: true });
  const isChanged = options.some((option) => option[$.selected] !== found.includes(option));
  if (list[$.multiple]) for (const option of options) option[$.selected] = found.includes(option);
  else if (found[0]) found[0][$.selected] = true;
  if (isChanged) {
    list[$.dispatchEvent](new Event("input", { bubbles: true, composed: true }));
    list[$.dispatchEvent](new Event("change", { bubbles: true }));
  }
  return { chosen: found.map((option) => plain(option[$.label])) };
}

/** Nearest element that can be scrolled in a direction; the page itself otherwise. */
function scrollerOf(element: Element, x: number, y: number): Element {
  for (let at: Element | null = element; at; ) {
    const style = getComputedStyle(at);
    const canX = x !== 0 && at[$.scrollWidth] > at[$.clientWidth] && /auto|scroll/.test(style.overflowX);
    const canY = y !== 0 && at[$.scrollHeight] > at[$.clientHeight] && /auto|scroll/.test(style.overflowY);
    if (canX || canY) return at;
    const parent: Node | null = at[$.parentNode];
    at = parent instanceof ShadowRoot ? parent[$.host] : parent instanceof Element ? parent : null;
  }
  return document[$.scrollingElement] ?? document[$.documentElement];
}

/**
 * First visible label of an element, as an object of the world and not as JSON. Where the element is drawn in another place
 * than its label, a person presses the drawing.
 */
function labelElement(element: AnyElement): Element | undefined {
  const labels = [...(element[$.labels] ?? [])].filter((label) => boxOf(label).width > 1);
  const drawing = labels.length > 0 ? surfaceOf(element) : undefined;
  if (!drawing || !hasPointer(drawing)) return labels[0];
  return labels.find((label) => drawing[$.contains](label) || label[$.contains](drawing));
}

function hasPointer(root: Element): boolean {
  return [root, ...root[$.querySelectorAll]("*")].some((one) => getComputedStyle(one).cursor === "pointer");
}

/** Visible cell of a row, from 1. */
function cellElement(row: Element, place: number): Element | undefined {
  return cellsOf(row)[place - 1];
}

/** Field for files that is in no document: what it holds is not seen by the page. */
function fileField(): HTMLInputElement {
  return Object.assign(document.createElement("input"), { type: "file", multiple: true });
}

/**
 * Place of the first file of a field that cannot be read; -1 when all can. assumed: a file without content counts too,
 * because Chromium does not distinguish it from one that does not exist.
 */
async function unreadableFile(field: HTMLInputElement): Promise<number> {
  for (const [at, file] of [...(field[$.files] ?? [])].entries()) {
    const first = await file
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => undefined);
    if (!first?.byteLength) return at;
  }
  return -1;
}

const lateOperations: OfElement<LateOperations> = {
  turns: (_element, ms) => turns(ms),
  comesToRest: (element: AnyElement, ms, boundMs) => comesToRest(element, ms, boundMs),
  unreadableFile: (field: HTMLInputElement) => unreadableFile(field),
};

globalThis.browserctlElement = {
  ...operations,
  ...lateOperations,
  cellElement,
  fileField,
  labelElement,
  surfaceElement: surfaceOf,
};
