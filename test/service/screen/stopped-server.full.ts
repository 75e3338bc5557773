import { afterAll, beforeAll, expect, test } from "vitest";
import { SessionApi } from "../../support/machine/processes.ts";
import { ScreenAgent, startScreenService } from "../../support/screen/screen-agent.ts";
import { type ScreenSite, startScreenSite } from "../../support/screen/screen-site.ts";
import type { TestService } from "../../support/service/service.ts";

let service: TestService;
let site: ScreenSite;

beforeAll(async () => {
  [service, site] = await Promise.all([startScreenService(), startScreenSite()]);
});

afterAll(async () => {
  await Promise.all([service.stop(), site.stop()]);
});

test("a display that is stopped is named by every call that needs it, and goes on when it is continued", async () => {
  const { session_id: id } = await service.create({ viewport: { width: 800, height: 600 } });
  const agent = new ScreenAgent(service, site, id);
  const processes = new SessionApi(service, id);
  await processes.sh("pkill -STOP Xvnc");
  const answers = await Promise.all([
    agent.call("screenshot"),
    agent.call("click_mouse", { x: 100, y: 300 }),
    agent.call("type", { text: "some text" }),
    service.api("PATCH", `/browsers/${id}`, { json: { viewport: { width: 700, height: 500 } } }),
  ]);
  for (const { status, body } of answers) {
    expect([status, body.message]).toEqual([504, "the screen of the session does not answer within 10 s"]);
  }
  await processes.sh("pkill -CONT Xvnc");
  await agent.open("text");
  await agent.click("text", "input");
  await agent.type("again");
  await site.report("text", "input", ({ value }) => value === "again");
  await processes.sh("pkill -STOP Xvnc");
  expect((await service.api("DELETE", `/browsers/${id}`)).status).toBe(204);
});
