import type { Reference } from "../references.ts";
import { Refusal } from "../requests.ts";
import type { TargetSession } from "../target.ts";
import { wait } from "../waiting.ts";
import { inPageOf } from "./aim.ts";
import { type CheckedElement, checkElement, type Needs } from "./check-element.ts";
import type { FoundElement } from "./element-handle.ts";

/** Time for a page to show what belongs to a row that the mouse has come to, and the time between two looks, in milliseconds. */
const SHOWN_BOUND_MS = 400;
const LOOK_MS = 40;

/**
 * Checks an element as {@link checkElement} does. One that is not visible is looked for as a person would do it: pages show
 * the buttons of a row, and the items of a menu, only while the mouse is there. The mouse moves, and presses nothing.
 */
export async function reachElement(
  mouse: TargetSession,
  found: FoundElement,
  reference: Reference,
  needs: Needs,
  force: boolean,
): Promise<CheckedElement> {
  try {
    return await checkElement(found, reference, needs, force);
  } catch (error) {
    const isHidden = error instanceof Refusal && error.code === "not_visible";
    if (!isHidden || !(await showByMouse(mouse, found))) throw error;
    return checkElement(found, reference, needs, force);
  }
}

/** Moves the mouse to what is around an element. True when the element is in view then. */
async function showByMouse(mouse: TargetSession, found: FoundElement): Promise<boolean> {
  const around = await found.element.run("pointAround");
  if (!around) return false;
  const { cover, point } = await inPageOf(found, around);
  if (cover !== undefined) return false;
  await mouse.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...point });
  const end = performance.now() + SHOWN_BOUND_MS;
  do {
    await wait(LOOK_MS);
    if (await found.element.run("comesIntoView")) return true;
  } while (performance.now() < end);
  return false;
}
