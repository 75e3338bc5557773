import { pause, within } from "../../core/pause.ts";
import { table } from "../../core/table.ts";
import type { BrowserConnection } from "../chromium/browser-connection.ts";
import type { Clipboard } from "../chromium/input/clipboard.ts";
import { InputPage } from "../chromium/input/input-page.ts";
import { Keyboard } from "../chromium/input/keyboard.ts";
import { typeText } from "../chromium/input/type-text.ts";
import { evaluateApart } from "../chromium/isolated-world.ts";
import { activePage } from "../chromium/pages.ts";
import type { RfbClient } from "./rfb/rfb-client.ts";

const CONTROL_L = 0xffe3;
const [LETTER_V, RETURN, TAB] = [0x76, 0xff0d, 0xff09];
const keysymsOfControls = table<number>({ "\n": RETURN, "\r": RETURN, "\r\n": RETURN, "\t": TAB });
/** Time limit for a page to say whether it has the focus. */
const FOCUS_BOUND_MS = 300;
/** Number of answers of the browser after which it has received the events of its display. */
const BROWSER_ROUNDS = 3;
/** Time limit in milliseconds for a busy machine to forward events of a display to the browser. */
const BROWSER_BOUND_MS = 5_000;
/** Time limit for a page to handle the keys of a paste: the next text on the clipboard would take its place. */
const PAGE_BOUND_MS = 3_000;
/** Time limit to put the text of the clipboard back. */
const RESTORE_BOUND_MS = 5_000;
/** Time for a paste to appear, and the pause that its receiver needs afterwards, in milliseconds. */
const PASTE = { boundMs: 150, restMs: 30 } as const;

export interface DisplayText {
  rfb: RfbClient;
  connection: BrowserConnection;
  clipboard: Clipboard;
  signal: AbortSignal;
}

/**
 * Writes a text for which there are no keys. An X server has keys for only about twenty characters beyond its layout,
 * and loses further ones without an error. A page with the focus gets the text from the browser; the address bar and
 * dialogs get it from the clipboard, whose text is restored.
 */
export async function writeText(context: DisplayText, text: string, delayMs: number): Promise<void> {
  const { rfb, connection, signal } = context;
  // Otherwise a text for a page would overtake the click before it.
  await eventsTaken(rfb, connection);
  if (!(await pageHasFocus(connection))) return pasteText(context, text, delayMs);
  await InputPage.use(connection, signal, (page) => typeText(page, new Keyboard(page), text, delayMs));
}

/**
 * Resolves when the browser has received all events of the display so far, or after 5 s. The server answers before it
 * forwards the input, and the browser reads it between two commands.
 */
export async function eventsTaken(rfb: RfbClient, connection: BrowserConnection): Promise<void> {
  const taken = async (): Promise<void> => {
    await rfb.handled();
    for (let round = 0; round < BROWSER_ROUNDS; round++) await connection.send("Browser.getVersion");
  };
  await within(taken(), BROWSER_BOUND_MS);
}

/** Resolves when the shown page has handled the input from the browser, or at the time limit. */
export async function pageAnswers(connection: BrowserConnection, boundMs: number): Promise<void> {
  const page = await activePage(connection);
  if (page.crashed || page.dialog) return;
  await within(
    evaluateApart(page.session, "0").catch(() => {}),
    boundMs,
  );
}

/**
 * assumed: false with a CDP client, because a client such as Playwright makes every page believe that it has the focus.
 */
async function pageHasFocus(connection: BrowserConnection): Promise<boolean> {
  const page = await activePage(connection);
  if (page.crashed || page.dialog || connection.attachments.has(page.targetId)) return false;
  const focused = evaluateApart<boolean>(page.session, "document.hasFocus()").catch(() => false);
  return (await within(focused, FOCUS_BOUND_MS)) === true;
}

async function pasteText(context: DisplayText, text: string, delayMs: number): Promise<void> {
  const { rfb, clipboard, signal } = context;
  const before = await clipboard.read(signal);
  try {
    let first = true;
    for (const part of text.split(/(\r\n|[\n\r\t])/)) {
      if (part === "") continue;
      if (!first) await pause(delayMs, signal);
      first = false;
      const control = keysymsOfControls.get(part);
      if (control !== undefined) stroke(rfb, [control]);
      else await paste(context, part);
    }
  } finally {
    // Also when the client has disconnected.
    await clipboard.write(before, AbortSignal.timeout(RESTORE_BOUND_MS));
  }
}

async function paste({ rfb, connection, clipboard, signal }: DisplayText, text: string): Promise<void> {
  await clipboard.write(text, signal);
  stroke(rfb, [CONTROL_L, LETTER_V]);
  // Another text on the clipboard would be pasted if it came before the keys were handled.
  await eventsTaken(rfb, connection);
  await pageAnswers(connection, PAGE_BOUND_MS);
  await rfb.change(AbortSignal.any([signal, AbortSignal.timeout(PASTE.boundMs)]));
  await pause(PASTE.restMs, signal);
}

function stroke(rfb: RfbClient, keysyms: readonly number[]): void {
  for (const keysym of keysyms) rfb.key(keysym, true);
  for (const keysym of [...keysyms].reverse()) rfb.key(keysym, false);
}
