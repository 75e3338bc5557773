import { afterAll, beforeAll, expect, test } from "vitest";
import { SessionApi } from "../../support/machine/processes.ts";
import { type Answer, startService, type TestService } from "../../support/service/service.ts";

let service: TestService;
let session: SessionApi;
beforeAll(async () => {
  service = await startService();
  session = new SessionApi(service, (await service.create({ timeout_seconds: 600 })).session_id);
});
afterAll(() => service.stop());

const get = (operation: string): Promise<Answer> => session.call("GET", `fs/${operation}?path=/tmp/many`);

test("100 000 entries are listed; one more is not, nor packed or watched", async () => {
  await session.sh("mkdir -p /tmp/many; cd /tmp/many; seq 100000 | xargs touch");
  expect((await get("list_files")).body).toHaveLength(100_000);
  await session.sh("touch /tmp/many/more");
  expect((await get("list_files")).body.message).toMatch(/has more than 100000 entries/);
  expect((await get("download_dir_zip")).body.message).toMatch(/has more than 100000 files/);
  const watch = await session.call("POST", "fs/watch", { path: "/tmp/many" });
  expect([watch.status, watch.body.message]).toEqual([400, expect.stringMatching(/has more than 100000 files/)]);
  expect((await session.call("PUT", "fs/delete_directory", { path: "/tmp/many" })).status).toBe(200);
});
