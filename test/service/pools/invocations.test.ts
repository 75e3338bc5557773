import { expect, onTestFinished, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { deployed, invoke } from "../../support/service/app.ts";
import { until } from "../../support/until.ts";
import { PoolCalls } from "./support/pool-calls.ts";

test("a browser that an invocation acquires belongs to it, and its place comes back when the invocation ends", async () => {
  const service = await startServiceWithFakeBrowser();
  onTestFinished(() => service.stop());
  const calls = new PoolCalls(service);
  await calls.full({ name: "ready" });
  const action = `async () => {
    await fetch(process.env.BROWSERCTL_BASE_URL + "/browser_pools/ready/acquire", {
      method: "POST",
      headers: { authorization: "Bearer " + process.env.BROWSERCTL_TOKEN },
    });
    await new Promise(() => setInterval(() => {}, 1_000));
  }`;
  await deployed(service, `take: ${action}`);
  const { id } = await invoke(service, "take", { async: true });
  const [session] = await until(
    async () => (await service.api("GET", `/invocations/${id}/browsers`)).body.browsers,
    (browsers) => browsers.length === 1,
  );
  expect(session.pool.name).toBe("ready");
  const json = { status: "failed", output: '"enough"' };
  expect((await service.api("PATCH", `/invocations/${id}`, { json })).status).toBe(200);
  expect(await calls.has("ready", 1)).toMatchObject({ acquired_count: 0 });
  expect((await service.api("GET", `/browsers/${session.session_id}`)).body.code).toBe("browser_deleted");
});
