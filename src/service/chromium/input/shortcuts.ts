import { within } from "../../../core/pause.ts";
import { table } from "../../../core/table.ts";
import { type Key, MODIFIERS } from "../../../input-rules/keyboard-layout.ts";
import type { InputPage } from "./input-page.ts";

const { alt, control, shift } = MODIFIERS;

type Act = "newTab" | "newWindow" | "closeTab" | "reload" | "back" | "forward";

/** Keys (`code`) and modifiers of the shortcuts of a browser with a window. */
const shortcuts = table<Act>({
  [`KeyT ${control}`]: "newTab",
  [`KeyN ${control}`]: "newWindow",
  [`KeyW ${control}`]: "closeTab",
  [`F4 ${control}`]: "closeTab",
  [`KeyR ${control}`]: "reload",
  [`KeyR ${control | shift}`]: "reload",
  "F5 0": "reload",
  [`F5 ${control}`]: "reload",
  "BrowserRefresh 0": "reload",
  [`ArrowLeft ${alt}`]: "back",
  "BrowserBack 0": "back",
  [`ArrowRight ${alt}`]: "forward",
  "BrowserForward 0": "forward",
});

/** Shortcuts that a page cannot prevent. */
const reserved: readonly Act[] = ["newTab", "newWindow", "closeTab"];
/** Time for a page to prevent a shortcut. */
const ASK_BOUND_MS = 500;
/** Maximum wait for a tab to open or close. */
const TAB_BOUND_MS = 2_000;

const HEAR = `globalThis.browserctlPrevented = new Promise((resolve) => {
  const hear = (event) => {
    if (["Control", "Alt", "Shift", "Meta"].includes(event.key)) return;
    removeEventListener("keydown", hear, true);
    setTimeout(() => resolve(event.defaultPrevented));
  };
  addEventListener("keydown", hear, true);
}), 0`;

/**
 * Browser's action for a key, to run after the key was sent: Chromium without a window has no shortcuts of its own
 * (measured). A page can prevent reload, back and forward. Undefined for a key that is not a shortcut. assumed: new tab
 * and window, close, reload, back and forward; no others.
 */
export async function browserShortcut(
  page: InputPage,
  key: Key,
  modifiers: number,
): Promise<(() => Promise<void>) | undefined> {
  const act = shortcuts.get(`${key.code} ${modifiers}`);
  if (act === undefined) return undefined;
  if (reserved.includes(act)) return () => perform(page, act);
  await page.evaluate(HEAR);
  return async () => {
    const prevented = page.evaluate<boolean>("globalThis.browserctlPrevented", true).catch(() => false);
    if ((await within(prevented, ASK_BOUND_MS)) !== true) await perform(page, act);
  };
}

async function perform(page: InputPage, act: Act): Promise<void> {
  const { connection, targetId } = page;
  if (act === "newTab" || act === "newWindow") {
    const target = { url: "about:blank", newWindow: act === "newWindow" };
    const opened = await connection.send("Target.createTarget", target);
    await connection.pageWatch.page(opened.targetId, AbortSignal.timeout(TAB_BOUND_MS));
  } else if (act === "closeTab") {
    page.expectClose();
    await connection.send("Target.closeTarget", { targetId });
    // Later input goes to another page.
    await connection.pageWatch.closed(targetId, AbortSignal.timeout(TAB_BOUND_MS));
  } else if (act === "reload") await page.send("Page.reload", {});
  else {
    const { currentIndex, entries } = await page.send("Page.getNavigationHistory");
    const entry = entries[currentIndex + (act === "back" ? -1 : 1)];
    if (entry) await page.send("Page.navigateToHistoryEntry", { entryId: entry.id });
  }
}
