import { expect } from "vitest";
import { evaluate } from "../../../support/browser/chromium.ts";
import { until } from "../../../support/until.ts";
import { eventLog, type InputBrowser, showBody } from "./input-page.ts";

/** Text field of a page, which has the focus. */
export const area = `<textarea id="t" autofocus></textarea>`;

/**
 * Expects that a dialog without listeners is answered while an event of typing waits for it, and that no key is lost.
 */
export async function expectDialogAnswered(browser: InputBrowser, dialog: string, type: string): Promise<void> {
  const page = await browser.show(`${area}<script>
    const asks = (e) => e.key === "b" || e.key === "Shift" || e.data === "b";
    addEventListener("${type}", (e) => { if (asks(e)) ${dialog}("x") }, true);
  </script>`);
  await browser.act("type_text", { text: "abcbAéB\nb" });
  expect(await evaluate(page, "t.value")).toBe("abcbAéB\nb");
  const [downs, ups] = [await eventLog(page, "keydown"), await eventLog(page, "keyup")];
  expect(ups.length).toBeGreaterThanOrEqual(downs.length - 2);
}

/** Expects that an action and the next one fail when the page crashes, and that a new document works again. */
export async function expectCrashReported(browser: InputBrowser, act: () => Promise<unknown>): Promise<void> {
  const page = await browser.show(area);
  const acting = act();
  acting.catch(() => {});
  await until(async () => (await eventLog(page)).length > 1, { what: "the first event" });
  page.send("Page.crash").catch(() => {});
  await expect(acting).rejects.toMatchObject({ kind: "page-crashed" });
  await expect(browser.act("type_text", { text: "x" })).rejects.toMatchObject({ kind: "page-crashed" });
  await showBody(page, area);
  await browser.act("type_text", { text: "back" });
  expect(await evaluate(page, "t.value")).toBe("back");
}
