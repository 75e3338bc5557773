import { afterAll, beforeAll, expect, test } from "vitest";
import { Client, open, withMux } from "../../support/browser/cdp-client.ts";
import { withServer } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";
import { type InputBrowser, startInputBrowser } from "./support/input-page.ts";
import type { Attached, Info } from "./support/mux-targets.ts";

let browser: InputBrowser;
beforeAll(async () => {
  browser = await startInputBrowser();
});
afterAll(() => browser.stop());

test("a frame that a client has attached to changes for its page's session, and is not created there", async () => {
  const { url } = await withServer((request, response) => {
    response.setHeader("content-type", "text/html");
    const frame = new URL("/frame", `http://${request.headers.host}`.replace("127.0.0.1", "localhost"));
    response.end(request.url === "/frame" ? "<p>frame" : `<iframe src="${frame}"></iframe>`);
  });
  const client = await Client.open(await withMux(browser.connection));
  await client.send("Target.setDiscoverTargets", { discover: true });
  const { session } = await open(client);
  const params = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
  await client.send("Target.setAutoAttach", params, session);
  await client.send("Page.navigate", { url }, session);
  const { sessionId, targetInfo } = await until(
    () => {
      const attached = client.events("Target.attachedToTarget").map((event) => event.params as Attached);
      return attached.find((each) => each.targetInfo.type === "iframe");
    },
    { what: "the frame" },
  );
  await client.send("Runtime.runIfWaitingForDebugger", undefined, sessionId);
  const told = (method: string, of: string | undefined): Info[] =>
    client
      .events(method)
      .filter((event) => event.sessionId === of)
      .map((event) => (event.params as { targetInfo: Info }).targetInfo)
      .filter((info) => info.targetId === targetInfo.targetId);
  const change = (of: string | undefined) => () =>
    told("Target.targetInfoChanged", of).find((info) => info.url.endsWith("/frame"));
  expect(await until(change(session), { what: "the change for the page" })).toMatchObject({ attached: true });
  await until(change(undefined), { what: "the change for the browser" });
  expect(told("Target.targetCreated", session)).toEqual([]);
  expect(told("Target.targetCreated", undefined)).toHaveLength(1);
});
