import { afterAll, beforeAll, expect, test } from "vitest";
import { deployed, eventsOf, invoke, messages } from "../../support/service/app.ts";
import { startService, type TestService } from "../../support/service/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await deployed(
    service,
    `
    "browse": async (context: { createBrowser(options: object): Promise<{ cdp_ws_url: string; session_id: string }> }) => {
      const made = await context.createBrowser({ headless: true });
      const browser = await chromium.connectOverCDP(made.cdp_ws_url);
      const page = browser.contexts()[0]!.pages()[0]!;
      await page.setContent("<title>driven</title>");
      console.log(await page.title());
      return made.session_id;
    }
`,
    { before: 'import { chromium } from "playwright-core";' },
  );
});
afterAll(() => service.stop());

test("an invocation drives a real browser, which ends with it", async () => {
  const answer = await invoke(service, "browse");
  expect(answer.status, answer.status_reason).toBe("succeeded");
  expect(messages(await eventsOf(service, `/invocations/${answer.id}/events`))).toEqual(["driven"]);
  const gone = await service.api("GET", `/browsers/${JSON.parse(answer.output)}`);
  expect(gone).toMatchObject({
    status: 404,
    body: { message: expect.stringContaining(`its invocation ${answer.id} ended`) },
  });
});
