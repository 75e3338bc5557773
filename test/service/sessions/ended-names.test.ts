import { afterAll, beforeAll, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import type { TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser();
});
afterAll(() => service.stop());

const get = (idOrName: string, query = "") => service.api("GET", `/browsers/${encodeURIComponent(idOrName)}${query}`);

test("the name of an ended session gives time and reason, in every call that accepts a name", async () => {
  const { session_id: id } = await service.create({ name: "shop 1", timeout_seconds: 10 });
  await service.clock.advance(16_000);
  await until(
    async () => (await get(id)).status,
    (status) => status === 404,
  );
  const said = new RegExp(
    `^session "shop 1" \\(${id}\\) ended at \\d{4}-.*Z: nothing used it for 10 s \\(timeout_seconds\\)$`,
  );
  for (const [method, json] of [["GET"], ["DELETE"], ["PATCH", { tags: { a: "b" } }]] as const) {
    const answer = await service.api(method, "/browsers/shop%201", json ? { json } : {});
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      404,
      "browser_deleted",
      expect.stringMatching(said),
    ]);
  }
  expect((await get("shop 1", "?include_deleted=true")).body.session_id).toBe(id);
});

test("a name of several ended sessions means the last one", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { session_id: id } = await service.create({ name: "again" });
    ids.push(id);
    expect((await service.api("DELETE", "/browsers/again")).status).toBe(204);
    await service.clock.advance(1_000);
  }
  expect((await get("again")).body.message).toContain(`"again" (${ids[1]}) ended at`);
});

test("a live session with the name is preferred to an ended one, and an id to a name", async () => {
  const { session_id: old } = await service.create({ name: "taken" });
  await service.api("DELETE", `/browsers/${old}`);
  const { session_id: id } = await service.create({ name: "taken" });
  expect((await get("taken")).body.session_id).toBe(id);
  const other = await service.create({ name: old });
  expect((await get(old)).body.session_id).toBe(other.session_id);
  await service.api("DELETE", `/browsers/${other.session_id}`);
  expect((await get(old)).body.message).toMatch(`session "${old}" ended at`);
});

test("a name that no session ever had is not found, and a renamed one goes by its last name", async () => {
  expect((await get("never")).body.code).toBe("not_found");
  const { session_id: id } = await service.create({ name: "first" });
  await service.api("PATCH", `/browsers/${id}`, { json: { name: "second" } });
  await service.api("DELETE", `/browsers/${id}`);
  expect((await get("first")).body.code).toBe("not_found");
  expect((await get("second")).body.code).toBe("browser_deleted");
});
