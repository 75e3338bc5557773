import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { startViewerBrowser } from "../../support/screen/live-viewer.ts";
import { HostedServer } from "./support/hosted-server.ts";
import { hasNoBarrier, narrow } from "./support/open-page.ts";
import { plainStates } from "./support/page-states.ts";

let server: HostedServer;
let browser: Browser;
let tab: Page;
beforeAll(async () => {
  [server, browser] = await Promise.all([HostedServer.start(), startViewerBrowser()]);
  server.liveViewUrl = `${server.baseUrl}/live`;
  tab = await browser.newPage(narrow);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

test.each(Object.entries(plainStates))("the page has no barrier: %s", async (_name, reach) => {
  await hasNoBarrier(tab, server.begin(), reach);
});
