import { afterAll, beforeAll, test } from "vitest";
import { type InputBrowser, startInputBrowser } from "./support/input-page.ts";
import { expectEveryPopup } from "./support/popup-ways.ts";

let browser: InputBrowser;
beforeAll(async () => {
  browser = await startInputBrowser();
  await browser.connection.pageWatch.pages();
});
afterAll(() => browser.stop());

test.each(["attached alone", "with target discovery", "attaching without waiting"] as const)(
  "every way of opening a popup answers, for a client %s",
  async (mode) => {
    await expectEveryPopup(browser, mode);
  },
);
