import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { apiAs, createKey, stateWithProjects } from "../../support/service/api-keys.ts";
import { type Answer, startService, type TestService } from "../../support/service/service.ts";

let service: TestService;
let ids: Record<string, string>;
let ofShop: Answer["body"];
beforeAll(async () => {
  const state = await stateWithProjects("shop", "other", "old");
  ids = state.ids;
  service = await startService({ stateDir: state.stateDir });
  ofShop = await createKey(service, { name: "of shop", project_id: ids["shop"] });
});
afterAll(() => service.stop());

const id = (project: string): string => ids[project] ?? "";
const asShop: TestService["api"] = (...call) => apiAs(service, ofShop.key)(...call);
const problems = ({ body }: Answer): string[] => body.details.map(({ message }: { message: string }) => message);

describe("create", () => {
  test("a creation shows the key once, masked afterwards, with its scope, expiry and creator", async () => {
    const { id: keyId, key, ...rest } = ofShop;
    const [start] = (await service.api("GET", "/org/api_keys?name=START-UP%20KEY")).body;
    expect(key).toMatch(/^bctl_[0-9a-f]{48}$/);
    expect(rest).toMatchObject({
      name: "of shop",
      masked_key: `${key.slice(0, 9)}...${key.slice(-4)}`,
      created_by: { id: start.id, email: "local@localhost", name: "start-up key" },
      expires_at: null,
      deleted_at: null,
      project_id: id("shop"),
      project_name: "shop",
    });
    const again = await service.api("GET", `/org/api_keys/${keyId}`);
    expect(again.body).toEqual({ id: keyId, ...rest });
    expect(again.text).not.toContain(key.slice(9, -4));
    const { expires_at, created_at } = await createKey(service, { days_to_expire: 3650 });
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(3650 * 86_400_000);
  });

  test.each([
    [{}, "name: is missing"],
    [{ name: "" }, "name: "],
    [{ name: "x".repeat(256) }, "name: "],
    [{ name: "a", days_to_expire: 0 }, "days_to_expire: must be 1 to 3650, not 0"],
    [{ name: "a", days_to_expire: 3651 }, "days_to_expire: must be 1 to 3650, not 3651"],
    [{ name: "a", days_to_expire: 1.5 }, "days_to_expire: "],
    [{ name: "a", days_to_expire: "30" }, "days_to_expire: "],
    [{ name: "a", project_id: "nowhere" }, 'project_id: there is no active project with the id "nowhere"'],
    [{ name: "a", project_id: "" }, "project_id: "],
    [{ name: "a", scope: "all" }, "scope: "],
  ])("a creation with %j is refused", async (json, message) => {
    const answer = await service.api("POST", "/org/api_keys", { json });
    expect(answer.status).toBe(400);
    expect(
      problems(answer).some((each) => each.startsWith(message)),
      answer.text,
    ).toBe(true);
  });

  test("an archived project cannot get keys", async () => {
    const answer = await service.api("POST", "/org/api_keys", { json: { name: "a", project_id: id("old") } });
    expect(answer).toMatchObject({ status: 400 });
    expect(problems(answer)[0]).toContain("there is no active project");
  });

  test("a key of one project makes keys only of that project, and reveals nothing of others", async () => {
    const named = (project_id?: unknown) =>
      asShop("POST", "/org/api_keys", { json: { name: "child", ...(project_id !== undefined && { project_id }) } });
    for (const answer of [await named(), await named(id("shop"))]) {
      expect(answer).toMatchObject({ status: 201, body: { project_id: id("shop"), created_by: { id: ofShop.id } } });
    }
    const refusals = [await named(null), await named(id("other")), await named(id("old")), await named("nowhere")];
    for (const { status } of refusals) expect(status).toBe(403);
    expect(new Set(refusals.map(({ text }) => text)).size).toBe(1);
  });
});

describe("list", () => {
  test("a list of keys filters by status, name and text, sorts and pages", async () => {
    const prefix = "list ";
    const made: Answer["body"][] = [];
    for (const [name, days_to_expire] of [
      ["Zoë", 5],
      ["ada", null],
      ["Bob", 3],
    ] as const) {
      made.push(await createKey(service, { name: prefix + name, days_to_expire }));
    }
    await service.api("DELETE", `/org/api_keys/${made[1].id}`);
    const names = async (query: string): Promise<string[]> =>
      (await service.api("GET", `/org/api_keys?query=${encodeURIComponent(prefix)}&${query}`)).body.map(
        ({ name }: { name: string }) => name.slice(prefix.length),
      );
    expect(await names("")).toEqual(["Bob", "Zoë"]);
    expect(await names("status=deleted")).toEqual(["ada"]);
    expect(await names("status=all")).toEqual(["Bob", "ada", "Zoë"]);
    expect(await names("include_deleted=true")).toEqual(["Bob", "ada", "Zoë"]);
    expect(await names("include_deleted=true&status=active")).toEqual(["Bob", "Zoë"]);
    expect(await names("status=all&sort_by=name")).toEqual(["ada", "Bob", "Zoë"]);
    expect(await names("status=all&sort_by=name&sort_direction=desc")).toEqual(["Zoë", "Bob", "ada"]);
    expect(await names("status=all&sort_by=expires_at")).toEqual(["Bob", "Zoë", "ada"]);
    expect(await names("status=all&sort_by=expires_at&sort_direction=desc")).toEqual(["Zoë", "Bob", "ada"]);
    expect(await names("status=all&sort_by=created_at&sort_direction=asc")).toEqual(["Zoë", "ada", "Bob"]);
    expect(await names("status=all&sort_by=name&limit=1&offset=1")).toEqual(["Bob"]);
    const exact = await service.api("GET", `/org/api_keys?name=${encodeURIComponent("LIST zoe")}`);
    expect(exact.body.map((key: { id: string }) => key.id)).toEqual([made[0].id]);
    const byId = await service.api("GET", `/org/api_keys?query=${made[2].id}`);
    expect(byId.body).toHaveLength(1);
    const bad = await service.api("GET", "/org/api_keys?status=gone&sort_by=key&limit=101");
    expect(bad.status).toBe(400);
    expect(problems(bad)).toHaveLength(3);
  });

  test("a list shows a key of one project only the keys of that project", async () => {
    const other = await createKey(service, { name: "of other", project_id: id("other") });
    const listed = await asShop("GET", "/org/api_keys?status=all&limit=100");
    expect(new Set(listed.body.map(({ project_id }: { project_id: string }) => project_id))).toEqual(
      new Set([id("shop")]),
    );
    const missing = await asShop("GET", "/org/api_keys/nothere");
    const foreign = [
      await asShop("GET", `/org/api_keys/${other.id}`),
      await asShop("GET", `/org/api_keys/${other.id}?include_deleted=true`),
      await asShop("PATCH", `/org/api_keys/${other.id}`, { json: { name: "mine" } }),
      await asShop("DELETE", `/org/api_keys/${other.id}`),
      await asShop("POST", `/org/api_keys/${other.id}/rotate`),
    ];
    for (const { status, text } of foreign) {
      expect(status).toBe(404);
      expect(text).toBe(missing.text.replace("nothere", other.id));
    }
    expect((await apiAs(service, other.key)("GET", "/auth/context")).status).toBe(200);
  });
});

describe("update, delete", () => {
  test("the name of a key can be changed and used twice", async () => {
    const [one, two] = [await createKey(service, { name: "one" }), await createKey(service, { name: "two" })];
    const renamed = await service.api("PATCH", `/org/api_keys/${one.id}`, { json: { name: "two" } });
    expect(renamed.body).toMatchObject({ id: one.id, name: "two" });
    expect((await service.api("PATCH", `/org/api_keys/${two.id}`, { json: {} })).status).toBe(400);
  });

  test("a deleted key is useless at once, and its record is returned on request", async () => {
    const { id: keyId, key } = await createKey(service);
    const use = apiAs(service, key);
    expect((await use("GET", "/auth/context")).status).toBe(200);
    expect((await service.api("DELETE", `/org/api_keys/${keyId}`)).status).toBe(204);
    expect(await use("GET", "/auth/context")).toMatchObject({
      status: 401,
      body: { code: "unauthorized", message: "the token is unknown to this service, or was revoked" },
    });
    expect((await service.api("GET", `/org/api_keys/${keyId}`)).status).toBe(404);
    const kept = await service.api("GET", `/org/api_keys/${keyId}?include_deleted=true`);
    expect(Date.parse(kept.body.deleted_at)).toBeGreaterThan(0);
    for (const [method, path] of [
      ["DELETE", ""],
      ["PATCH", ""],
      ["POST", "/rotate"],
    ] as const) {
      const answer = await service.api(method, `/org/api_keys/${keyId}${path}`, {
        ...(method === "PATCH" && { json: { name: "a" } }),
      });
      expect(answer.status).toBe(404);
    }
  });

  test("a key in place of its id is 404, masked, and says where the id is", async () => {
    const { key, masked_key } = await createKey(service);
    const message = `${masked_key} is an API key, not the id of one; browserctl api-keys list shows the ids`;
    for (const answer of [
      await service.api("DELETE", `/org/api_keys/${key}`),
      await asShop("POST", `/org/api_keys/${key}/rotate`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: "not_found", message } });
    }
    expect((await apiAs(service, key)("GET", "/auth/context")).status).toBe(200);
  });

  test("a key cannot delete itself, nor can anyone delete or rotate the start-up key", async () => {
    const { id: keyId, key } = await createKey(service);
    const own = await apiAs(service, key)("DELETE", `/org/api_keys/${keyId}`);
    expect(own).toMatchObject({ status: 400, body: { code: "cannot_delete_current_key" } });
    const start = (await service.api("GET", "/auth/context")).body.authentication.credential_id;
    expect(await service.api("DELETE", `/org/api_keys/${start}`)).toMatchObject({
      status: 400,
      body: { code: "cannot_delete_current_key", message: expect.stringContaining("browserctl local reset") },
    });
    for (const [method, path] of [
      ["DELETE", ""],
      ["POST", "/rotate"],
    ] as const) {
      const answer = await apiAs(service, key)(method, `/org/api_keys/${start}${path}`);
      expect(answer).toMatchObject({
        status: 409,
        body: { code: "conflict", message: expect.stringContaining("browserctl local reset") },
      });
      expect(answer.headers.get("x-should-retry")).toBe("false");
    }
    const renamed = await service.api("PATCH", `/org/api_keys/${start}`, { json: { name: "start-up key" } });
    expect(renamed.status).toBe(200);
  });
});

describe("rotate", () => {
  test("twenty rotations at once make one key; the others are told which", async () => {
    const { id: keyId, key } = await createKey(service, { days_to_expire: 30, project_id: id("shop") });
    const rotate = () => service.api("POST", `/org/api_keys/${keyId}/rotate`, { json: { expire_in_days: 1 } });
    const answers = await Promise.all(Array.from({ length: 20 }, rotate));
    const [made, ...refused] = answers.sort((a, b) => a.status - b.status);
    expect(made).toMatchObject({ status: 201, body: { project_id: id("shop"), name: "test" } });
    for (const each of refused) {
      expect(each).toMatchObject({ status: 409, body: { code: "conflict" } });
      expect(each.body.message).toContain(made?.body.id);
    }
    for (const each of [key, made?.body.key]) {
      const context = await apiAs(service, each)("GET", "/auth/context");
      expect(context.body.authorization.credential_scope.project_id).toBe(id("shop"));
    }
  });

  test("a key can rotate itself, and a rotation and a deletion at once leave a sound state", async () => {
    const { id: keyId, key } = await createKey(service);
    const own = await apiAs(service, key)("POST", `/org/api_keys/${keyId}/rotate`);
    expect(own.status).toBe(201);
    const [rotated, deleted] = await Promise.all([
      service.api("POST", `/org/api_keys/${own.body.id}/rotate`),
      service.api("DELETE", `/org/api_keys/${own.body.id}`),
    ]);
    expect(deleted.status).toBe(204);
    expect([201, 404]).toContain(rotated.status);
    expect((await apiAs(service, own.body.key)("GET", "/auth/context")).status).toBe(401);
  });

  test.each([
    [{ days_to_expire: 2, expire_in_days: 3 }, "days_to_expire: the new key would expire after 2 d"],
    [{ expire_in_days: -1 }, "expire_in_days: must be 0 to 3650, not -1"],
    [{ expire_in_days: 3651 }, "expire_in_days: must be 0 to 3650, not 3651"],
    [{ days_to_expire: 0 }, "days_to_expire: must be 1 to 3650, not 0"],
  ])("%j is refused", async (json, message) => {
    const { id: keyId } = await createKey(service);
    const answer = await service.api("POST", `/org/api_keys/${keyId}/rotate`, { json });
    expect(answer.status).toBe(400);
    expect(problems(answer)[0]).toContain(message);
  });
});

describe("a key of one project", () => {
  test("a key of one project cannot change the service; it sees only its own project", async () => {
    for (const [method, path, json] of [
      ["POST", "/_local/stop", undefined],
      ["PUT", "/_local/chaos", { spec: "error=1%" }],
      ["DELETE", "/_local/chaos", undefined],
    ] as const) {
      const answer = await asShop(method, path, { json });
      expect(answer).toMatchObject({
        status: 403,
        body: { code: "forbidden", message: expect.stringContaining("needs an organization-wide API key") },
      });
    }
    expect((await asShop("GET", "/_local/status")).body).toMatchObject({ active_sessions: 0, active_invocations: 0 });
  });

  test("a key of one project is refused alike for an existing and an unknown project", async () => {
    const answers = await Promise.all(
      ["other", id("other"), "old", "nowhere"].map((name) =>
        asShop("GET", "/browsers", { headers: { "X-Kernel-Project": name } }),
      ),
    );
    for (const { status } of answers) expect(status).toBe(403);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

test("deleting a key ends its streams; CDP connections continue", async () => {
  const { id: keyId, key } = await createKey(service);
  const use = apiAs(service, key);
  const { session_id, cdp_ws_url } = (await use("POST", "/browsers", { json: {} })).body;
  expect((await asShop("GET", "/_local/status")).body.active_sessions).toBe(0);
  expect((await use("GET", "/_local/status")).body.active_sessions).toBe(1);
  const watch = (await use("POST", `/browsers/${session_id}/fs/watch`, { json: { path: "/home/user" } })).body.watch_id;
  const events = `${service.baseUrl}/browsers/${session_id}/fs/watch/${watch}/events`;
  const stream = await fetch(events, { headers: { Authorization: `Bearer ${key}` } });
  expect(stream.status).toBe(200);
  const cut = stream.text().then(
    () => "ended",
    () => "cut",
  );
  const cdp = new WebSocket(cdp_ws_url);
  await once(cdp, "open");
  expect((await service.api("DELETE", `/org/api_keys/${keyId}`)).status).toBe(204);
  expect(await cut).toBe("cut");
  expect((await fetch(events, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(401);
  cdp.send(JSON.stringify({ id: 1, method: "Browser.getVersion" }));
  const [answer] = await once(cdp, "message");
  expect(JSON.parse(String(answer))).toMatchObject({ id: 1, result: { product: expect.any(String) } });
  cdp.close();
  expect((await service.api("DELETE", `/browsers/${session_id}`)).status).toBeLessThan(300);
});
