import type { FramePoint } from "../page/operations.ts";
import { described } from "../references.ts";
import { Refusal } from "../requests.ts";
import type { AgentPage } from "../target.ts";
import { aimAt } from "./aim.ts";
import type { CheckedElement } from "./check-element.ts";

/** Time for the element to get what the mouse did, in milliseconds. */
const RECEIVED_BOUND_MS = 150;

/** Page whose mouse is moved. */
export type MousePage = Pick<AgentPage, "dialog" | "session">;
export type MouseButton = "left" | "middle" | "right";

/** Bits of the buttons in events of the mouse. */
const BUTTON_BITS = { left: 1, right: 2, middle: 4 } as const;

/** Presses an element with a button `times` times. Throws {@link Refusal} `not_received` when it got no event. */
export async function pressElement(
  page: MousePage,
  checked: CheckedElement,
  times: number,
  force: boolean,
  name: MouseButton = "left",
): Promise<void> {
  await checked.target.run("listen");
  const { inPage } = await aimAt(page.session, checked, force);
  await pressAt(page, inPage, times, name);
  await checkReceived(page, checked, force);
}

/** Presses what is at a point of the page, `times` times. */
export async function pressAt(
  page: MousePage,
  point: FramePoint,
  times: number,
  name: MouseButton = "left",
): Promise<void> {
  await unlessBlocked(page, async () => {
    for (let clickCount = 1; clickCount <= times; clickCount += 1) {
      await button(page, "mousePressed", point, clickCount, name);
      await button(page, "mouseReleased", point, clickCount, name);
    }
  });
}

/** Moves the mouse onto an element. */
export async function hoverElement(page: AgentPage, checked: CheckedElement, force: boolean): Promise<void> {
  await checked.target.run("listen");
  await aimAt(page.session, checked, force);
  await checkReceived(page, checked, force);
}

/** Presses or releases a button at a point. */
export async function button(
  { session }: MousePage,
  type: "mousePressed" | "mouseReleased",
  point: FramePoint,
  clickCount: number,
  name: MouseButton = "left",
): Promise<void> {
  const buttons = type === "mousePressed" ? BUTTON_BITS[name] : 0;
  await session.send("Input.dispatchMouseEvent", { type, ...point, button: name, buttons, clickCount });
}

/** Runs work that ends when the page opens a dialog, which holds back the answers of the browser. */
export async function unlessBlocked(page: MousePage, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!page.dialog()) throw error;
  }
}

/** Throws {@link Refusal} `not_received` when an element got no event of the mouse since it was listened to. */
export async function checkReceived(
  page: MousePage,
  { reference, target }: CheckedElement,
  force: boolean,
): Promise<void> {
  if (force) return;
  const end = performance.now() + RECEIVED_BOUND_MS;
  do {
    if (page.dialog()) return;
    // A page that was left has no element any more that could say what it got.
    const received = await target.run("received").catch(() => true);
    if (received || page.dialog()) return;
  } while (performance.now() < end);
  const words = `${described(reference)} did not get the mouse event; something else may have got it`;
  throw new Refusal("not_received", words, "snapshot");
}
