import type { BrowserConnection } from "../../../../src/service/chromium/browser-connection.ts";
import { loginTest, never } from "../../../support/browser/login-browser.ts";
import { until } from "../../../support/until.ts";

const test = loginTest();

/** Number of browser contexts beside that of the browser. */
async function contextsOf(connection: BrowserConnection): Promise<number> {
  return (await connection.send("Target.getBrowserContexts")).browserContextIds.length;
}

test("a look that was prepared shows the page of somebody who is not logged in, once", async ({ browser, expect }) => {
  const page = await browser.at("/password");
  page.prepareLook();
  await until(async () => (await contextsOf(browser.connection)) === 1);
  const visit = { url: browser.site.on("main", "/password"), as: "anonymous" } as const;
  const facts = await page.look(visit, never);
  expect([facts.title, facts.settled]).toEqual(["Sign in", true]);
  expect(await contextsOf(browser.connection)).toBe(0);
  expect((await page.look(visit, never)).title).toBe("Sign in");
});

test("a look that was prepared in vain leaves nothing", async ({ browser, expect }) => {
  const page = await browser.at("/password");
  page.prepareLook();
  await until(async () => (await contextsOf(browser.connection)) === 1);
  page.close();
  expect(
    await until(
      () => contextsOf(browser.connection),
      (count) => count === 0,
      { boundMs: 20_000 },
    ),
  ).toBe(0);
});
