import { pause, within } from "../../../core/pause.ts";
import { type Key, MODIFIERS } from "../../../input-rules/keyboard-layout.ts";
import type { InputPage } from "./input-page.ts";

const { alt, control, shift } = MODIFIERS;

type Act = "newTab" | "newWindow" | "closeTab" | "reload" | "back" | "forward";

/** Key (`code`) and modifiers of what a browser with a window does by itself. */
const shortcuts: Readonly<Record<string, Act>> = {
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
};

/** A page never hears of these first. */
const reserved: readonly Act[] = ["newTab", "newWindow", "closeTab"];
/** A page that has not dealt with the key by then does not object. */
const ASK_BOUND_MS = 500;
/** A tab opens and closes within this time, or is not waited for. */
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
 * Action of a browser for a pressed key, to be called after the key: Chromium without a window leaves its own
 * shortcuts out (measured). A page can prevent reload, back and forward. Undefined for a key that is no shortcut.
 * assumed: new tab and window, close, reload, back and forward; no others.
 */
export async function browserShortcut(
  page: InputPage,
  key: Key,
  modifiers: number,
): Promise<(() => Promise<void>) | undefined> {
  const act = shortcuts[`${key.code} ${modifiers}`];
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
    await connection.send("Target.closeTarget", { targetId });
    await closed(page);
  } else if (act === "reload") await page.send("Page.reload", {});
  else {
    const { currentIndex, entries } = await page.send("Page.getNavigationHistory");
    const entry = entries[currentIndex + (act === "back" ? -1 : 1)];
    if (entry) await page.send("Page.navigateToHistoryEntry", { entryId: entry.id });
  }
}

/** Waits until the page is one no more, so that what comes next goes to another; a page may ask before it closes. */
async function closed({ connection, targetId }: InputPage): Promise<void> {
  const watch = connection.pageWatch;
  const end = performance.now() + TAB_BOUND_MS;
  while (performance.now() < end && (await watch.pages()).some((page) => page.targetId === targetId)) await pause(5);
}
