import { pause } from "../../../core/pause.ts";
import type { ClickPoint } from "../../../login-reader/operations.ts";
import type { BrowserConnection } from "../../chromium/browser-connection.ts";
import { CdpError } from "../../chromium/cdp.ts";
import { InputPage } from "../../chromium/input/input-page.ts";
import { Keyboard } from "../../chromium/input/keyboard.ts";
import { typeText } from "../../chromium/input/type-text.ts";
import type { ReadFrame } from "../page/frames.ts";
import { isReplaced } from "../page/page-session.ts";
import type { DrivenPage } from "./driven-page.ts";
import { PageElement } from "./element.ts";

/** Maximum number of checks until a scrolling element counts as still. */
const MAX_LOOKS = 10;
const LOOK_EVERY_MS = 20;

/** Element among those of a reading of its frame. */
export interface ElementPlace {
  readonly frame: ReadFrame;
  readonly index: number;
}

/**
 * Clicks a button with the mouse, or by script when another element covers it. Resolves when the page has received the
 * click or shows a dialog. Rejects with `CdpError` when the button is gone; nothing was clicked then.
 */
export async function clickButton(page: DrivenPage, button: ElementPlace, signal: AbortSignal): Promise<void> {
  const element = await PageElement.of(button);
  const at = await stillPoint(page, element, signal);
  if (!at) throw new CdpError("Runtime.callFunctionOn", 0, "the element is gone");
  await page.whileOpen(at.reached ? clickAt(page, at) : afterwards(element.click()), signal);
}

/** Focuses a field and presses the Enter key. Resolves as {@link clickButton} does. */
export async function pressEnter(
  connection: BrowserConnection,
  page: DrivenPage,
  field: ElementPlace,
  signal: AbortSignal,
): Promise<void> {
  await (await PageElement.of(field)).focus();
  const press = (input: InputPage) => typeText(input, new Keyboard(input), "\n", 0);
  await page.whileOpen(afterwards(InputPage.use(connection, signal, press, page.watched)), signal);
}

/** Position in the viewport of the page. Frames of other processes scroll a little later than the call returns. */
async function stillPoint(
  page: DrivenPage,
  element: PageElement,
  signal: AbortSignal,
): Promise<ClickPoint | undefined> {
  let last: ClickPoint | undefined;
  for (let look = 0; look < MAX_LOOKS; look++) {
    const [point, offset] = await Promise.all([element.clickPoint(), page.offsetOf(element.frame)]);
    if (!point) return undefined;
    const at = { x: point.x + offset.x, y: point.y + offset.y, reached: point.reached };
    if (last && last.x === at.x && last.y === at.y && last.reached === at.reached) return at;
    last = at;
    await pause(LOOK_EVERY_MS, signal);
  }
  return last;
}

async function clickAt({ session }: DrivenPage, { x, y }: ClickPoint): Promise<void> {
  const mouse = (type: "mouseMoved" | "mousePressed" | "mouseReleased") =>
    session.send("Input.dispatchMouseEvent", {
      type,
      x,
      y,
      ...(type !== "mouseMoved" && { button: "left" as const, clickCount: 1 }),
      buttons: type === "mousePressed" ? 1 : 0,
    });
  await mouse("mouseMoved");
  // From here on the page may have received the click.
  await afterwards(mouse("mousePressed"));
  await afterwards(mouse("mouseReleased"));
}

/** Ignores the replacement of the document by the action itself. */
async function afterwards(done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!isReplaced(error)) throw error;
  }
}
