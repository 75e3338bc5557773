import { afterAll, afterEach, beforeAll, test } from "vitest";
import { closePages } from "../../support/browser/chromium.ts";
import { expectCrashReported, expectDialogAnswered } from "./support/input-faults.ts";
import { type InputBrowser, startInputBrowser } from "./support/input-page.ts";

let browser: InputBrowser;
beforeAll(async () => {
  browser = await startInputBrowser();
});
afterAll(() => browser.stop());
/** The next test needs a new page. */
afterEach(() => closePages(browser.connection));

test.each([
  ["confirm", "keypress"],
  ["alert", "keyup"],
])("%s on %s that nobody hears while typing is answered, and no key is lost", async (dialog, type) => {
  await expectDialogAnswered(browser, dialog, type);
});

test.each([
  ["a movement", () => browser.act("move_mouse", { x: 700, y: 500, duration_ms: 5_000 })],
  ["a long press", () => browser.act("press_key", { keys: ["x"], duration: 60_000 })],
])("a page that crashes during %s: 409, and the next input says so too", async (_what, act) => {
  await expectCrashReported(browser, act);
});
