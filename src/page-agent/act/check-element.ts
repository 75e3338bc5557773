import type { ElementState } from "../page/operations.ts";
import { bare, oneLine } from "../page-text.ts";
import { accessibleNode } from "../read/accessible.ts";
import { comparableRole, mouseRoles } from "../read/roles.ts";
import { MAX_ROW_TEXTS, rowText } from "../read/row-texts.ts";
import { described, type Reference } from "../references.ts";
import { Refusal } from "../requests.ts";
import { keptText } from "../snapshot/line.ts";
import { type ElementHandle, type FoundElement, stale } from "./element-handle.ts";
import { compareNames, isSameRecord } from "./same-record.ts";

/** Time for which an element stays in its place, and the time in which it has to come to rest, in milliseconds. */
const STILL_MS = 40;
const MOVING_BOUND_MS = 1_500;

/** Requirements of a verb for its element. */
export interface Needs {
  readonly enabled: boolean;
  readonly writable: boolean;
  /** Has a place on the page at which the mouse hits it. */
  readonly place: boolean;
}

/** Element that was found to be what the reference says, in the state that the verb needs. */
export interface CheckedElement extends FoundElement {
  readonly reference: Reference;
  readonly state: ElementState;
  /** Element that is pressed: itself, the label of a hidden check box, or what draws a field without a place. */
  readonly target: ElementHandle;
  /** New name, when a counter in it has changed. */
  readonly renamed: string | undefined;
}

/** Checks an element in the order of a person's look at it. Throws a {@link Refusal}; nothing was pressed then. */
export async function checkElement(
  found: FoundElement,
  reference: Reference,
  needs: Needs,
  force: boolean,
): Promise<CheckedElement> {
  const { element } = found;
  const state = await element.run("state");
  if (!state.connected) throw stale(reference, "the element was removed");
  const renamed = force ? undefined : await checkIdentity(element, reference);
  const label = described(reference);
  if (needs.enabled && state.disabled) {
    throw new Refusal("disabled", `${label} is disabled: ${state.disabled}`, "wait or do first what enables it");
  }
  if (needs.writable && state.readonly) throw readonly(reference);
  const target = needs.place ? await visibleTarget(element, state, label) : element;
  if (needs.place) {
    await comeToRest(target, label);
    if (!(await target.run("comesIntoView"))) throw outOfView(reference);
  }
  return { ...found, reference, state, target, renamed };
}

/**
 * The element once the act itself has changed what it is known by, which is not compared any more: the texts of its row, or
 * its name, where that was the hint of an empty field.
 */
export function changedByAct(checked: CheckedElement): CheckedElement {
  const { row: _row, rowId: _rowId, ...reference } = checked.reference;
  return { ...checked, reference: { ...reference, isGuessed: true } };
}

export function outOfView(reference: Reference): Refusal {
  const wayOut = "snapshot, or hover over what shows it";
  return new Refusal("not_visible", `${described(reference)} cannot be scrolled into view`, wayOut);
}

export function readonly(reference: Reference): Refusal {
  return new Refusal("readonly", `${described(reference)} is read-only`, "choose another field");
}

/** Compares role, name and row with what was printed. Returns the new name when only a counter in it has changed. */
export async function checkIdentity(element: ElementHandle, reference: Reference): Promise<string | undefined> {
  const now = await nameNow(element, reference);
  const change = now === undefined ? "same" : compareNames(reference.name, now);
  if (change === "other" && !(await looksTheSame(element, reference, now))) {
    const words = `${described(reference)} is ${JSON.stringify(now)} now`;
    throw new Refusal("changed_ref", words, "snapshot");
  }
  if (reference.row && reference.rowId !== undefined) {
    // A row is known by all of its texts, a control in it also by its own name.
    const own = reference.cells ? [] : [reference.name, now ?? reference.name];
    await checkRow(element, reference, reference.row, own);
  }
  return change === "digits" ? now : undefined;
}

/**
 * True where a name has become longer by what is not the element's own text: a hint that a style adds when the mouse comes,
 * or a widget that has opened in the label of a field.
 */
async function looksTheSame(element: ElementHandle, { name }: Reference, now: string | undefined): Promise<boolean> {
  if (name === "" || !now?.startsWith(name)) return false;
  return keptText(oneLine(await element.run("label"))) === name || (await element.run("isInCrowdedLabel"));
}

async function nameNow(element: ElementHandle, reference: Reference): Promise<string | undefined> {
  if (reference.isGuessed || reference.cells || reference.rowId === reference.backendId) return undefined;
  if (mouseRoles.has(reference.role) || reference.role === "canvas") {
    const name = reference.role === "canvas" ? reference.name : keptText(oneLine(await element.run("label")));
    return bare(name) === bare(reference.name) ? reference.name : name;
  }
  const accessible = await accessibleNode(element.session, element.backendId);
  // An element that is hidden has no name; that it is hidden is said later.
  if (!accessible || accessible.isIgnored) return undefined;
  const role = comparableRole(accessible.role);
  if (role !== undefined && comparableRole(reference.role) !== undefined && role !== reference.role) {
    throw new Refusal("changed_ref", `${described(reference)} is a ${role} now`, "snapshot");
  }
  return keptText(oneLine(accessible.name));
}

async function checkRow(
  element: ElementHandle,
  reference: Reference,
  before: readonly string[],
  own: readonly string[],
): Promise<void> {
  const texts = await rowNow(element, reference.rowId);
  if (texts && isSameRecord(before, texts, own)) return;
  const now = texts ? `is in the row ${JSON.stringify(texts.join(" · "))} now` : "is not in its row any more";
  throw new Refusal(
    "changed_ref",
    `${described(reference)} of the row ${JSON.stringify(before.join(" · "))} ${now}`,
    "snapshot",
  );
}

/** Texts of the row of an element; undefined when the row is gone. */
export async function rowNow(element: ElementHandle, rowId: number | undefined): Promise<string[] | undefined> {
  if (rowId === undefined) return undefined;
  const row = await element.sibling(rowId);
  const texts = await row?.run("rowTexts", MAX_ROW_TEXTS).catch(() => undefined);
  return texts?.map(rowText).filter((text) => text !== "");
}

/** Element to press: itself when it is visible, otherwise its label, or what draws it. */
async function visibleTarget(element: ElementHandle, state: ElementState, label: string): Promise<ElementHandle> {
  const isHittable = state.visible && state.hasPlace;
  if (isHittable && !state.isTransparent) return element;
  // A label gives a field for text the focus, but does not open the list that is drawn around it.
  const takesText = state.isEditable && !(await element.run("isSet"));
  if (takesText && isHittable) return element;
  const drawing = takesText ? await element.surfaceElement() : undefined;
  if (drawing) return drawing;
  const shown = await element.labelElement();
  if (shown && (await shown.run("state")).visible) return shown;
  if (isHittable) return element;
  const surface = await element.surfaceElement();
  if (surface) return surface;
  if (state.visible) return element;
  throw new Refusal("not_visible", `${label} is not visible`, "snapshot");
}

async function comeToRest(target: ElementHandle, label: string): Promise<void> {
  await target.run("scrollTo", false);
  if (await target.runLate("comesToRest", STILL_MS, MOVING_BOUND_MS)) return;
  throw new Refusal("moving", `${label} does not stop moving`, "wait, or use --force");
}
