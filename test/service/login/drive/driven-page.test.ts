import { vi } from "vitest";
import { activePage } from "../../../../src/service/chromium/pages.ts";
import { DrivenPages } from "../../../../src/service/login/drive/driven-page.ts";
import { evaluate } from "../../../support/browser/chromium.ts";
import { loginTest, never } from "../../../support/browser/login-browser.ts";
import { until } from "../../../support/until.ts";

const test = loginTest();

/** Followers that know which sessions they follow. */
function countingFollowers() {
  const followed = new Set<string>();
  const follow = ({ id }: { readonly id: string }) => {
    followed.add(id);
    return () => void followed.delete(id);
  };
  return { followed, followers: { requests: { follow } as never } };
}

test("a frame with its own process is not followed after its end", async ({ browser, expect, onTestFinished }) => {
  await browser.at("/cross-frame");
  const { connection } = browser;
  const { followed, followers } = countingFollowers();
  const pages = await DrivenPages.start(connection, followers);
  const { page } = await pages.current();
  // The first document of the frame is still in the process of its page.
  await until(async () => {
    await page.read(never);
    return followed.size === 2;
  });
  const { session } = await activePage(connection);
  await evaluate(session, `document.querySelector("iframe").remove()`);
  await until(() => followed.size === 1);
  await page.read(never);
  const send = vi.spyOn(connection, "send");
  onTestFinished(() => send.mockRestore());
  pages.leave();
  await browser.connection.pageWatch.pages();
  const detached = send.mock.calls.flatMap(([method, params]) =>
    method === "Target.detachFromTarget" ? [params] : [],
  );
  expect(detached).toEqual([{ sessionId: page.session.id }]);
  expect([...followed]).toEqual([]);
});

test("a login that has ended does not listen for new pages", async ({ browser, expect, onTestFinished }) => {
  await browser.at("/password");
  const { pageWatch } = browser.connection;
  const listen = pageWatch.onOpen.bind(pageWatch);
  let listeners = 0;
  const onOpen = vi.spyOn(pageWatch, "onOpen").mockImplementation((listener) => {
    const stop = listen(listener);
    listeners += 1;
    return () => {
      listeners -= 1;
      stop();
    };
  });
  onTestFinished(() => onOpen.mockRestore());
  const pages = await DrivenPages.start(browser.connection, countingFollowers().followers);
  expect(listeners).toBe(1);
  pages.leave();
  expect(listeners).toBe(0);
});
