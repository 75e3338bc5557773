import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../../support/until.ts";
import { FilteredSessions } from "./filtered-sessions.ts";

const own = new FilteredSessions();
beforeAll(() => own.open());
afterAll(() => own.close());

const update = (id: string, json: object) => own.service.api("PATCH", `/browsers/${id}`, { json });

/** Opens a WebSocket in a page under a name; its last state is `window[name]`. */
async function openSocket(page: Page, name: string, host: string): Promise<void> {
  await page.evaluate(`new Promise((resolve, reject) => {
    const socket = new WebSocket("ws://${host}:${own.good.port}/");
    socket.onopen = () => { window.${name} = "open"; resolve(); };
    socket.onclose = ({ code }) => { window.${name} = "closed"; reject(new Error("${host} closed with " + code)); };
    window.${name}Socket = socket;
  })`);
}

test("a new list applies at once: connections to removed hosts are cut, others go on in the same browser", async () => {
  const { id, page } = await own.session({
    network: { allowed_hosts: ["good.localhost", "kept.localhost", "gone.localhost"] },
  });
  await openSocket(page, "kept", "kept.localhost");
  await openSocket(page, "gone", "gone.localhost");
  const reading = page.evaluate(
    `fetch("http://gone.localhost:${own.good.port}/endless").then((it) => (window.isReading = true, it.text())).then(() => "ended", () => "cut")`,
  );
  // Before its answer has begun, the browser would send the request again, and get a refusal as its answer.
  await until(() => page.evaluate<boolean>("window.isReading === true"));
  const answer = await update(id, {
    network: { allowed_hosts: [" KEPT.localhost", "good.localhost", "kept.localhost"] },
  });
  expect(answer.body.network).toEqual({ allowed_hosts: ["kept.localhost", "good.localhost"] });
  expect(await reading).toBe("cut");
  await until(async () => (await page.evaluate("window.gone")) === "closed");
  const echo = await page.evaluate<string>(`new Promise((resolve, reject) => {
    window.keptSocket.onmessage = ({ data }) => resolve(data);
    window.keptSocket.onclose = ({ code }) => reject(new Error("closed with " + code));
    if (window.kept === "closed") reject(new Error("closed before"));
    window.keptSocket.send("still");
  })`);
  expect([echo, await page.evaluate("window.kept")]).toEqual(["echo still", "open"]);
  expect(await own.curl(id, own.url("gone.localhost"))).toBe("ERR_BLOCKED_BY_CLIENT");
  const added = await update(id, { network: { allowed_hosts: ["good.localhost", "gone.localhost"] } });
  expect(added.status).toBe(200);
  expect(await own.curl(id, own.url("gone.localhost"))).toBe(200);
});

test("null removes the list for good, and a change without it leaves it alone", async () => {
  const { id } = await own.session({ network: { allowed_hosts: ["good.localhost"] } });
  for (const json of [{ network: {} }, { name: "kept" }]) {
    expect((await update(id, json)).body.network).toEqual({ allowed_hosts: ["good.localhost"] });
  }
  expect(await own.curl(id, own.url("evil.localhost"))).toBe("ERR_BLOCKED_BY_CLIENT");
  expect((await update(id, { network: { allowed_hosts: null } })).body.network).toBeUndefined();
  expect(await own.curl(id, own.url("evil.localhost"))).toBe(200);
  const again = await update(id, { network: { allowed_hosts: ["good.localhost"] } });
  expect([again.status, again.body.details[0].message]).toEqual([
    400,
    "network.allowed_hosts: cannot be added: this session has no allowed hosts; create one with them",
  ]);
});

test("a start page must be allowed, by the new list when both are changed", async () => {
  const refused = await own.service.api("POST", "/browsers", {
    json: { start_url: own.url("evil.localhost"), network: { allowed_hosts: ["good.localhost"] } },
  });
  const message = 'start_url: "evil.localhost" is not among network.allowed_hosts';
  expect([refused.status, refused.body.details[0].message]).toEqual([400, message]);
  const { id, page } = await own.session({
    start_url: own.url("good.localhost", "/first"),
    network: { allowed_hosts: ["good.localhost"] },
  });
  const other = await update(id, { start_url: own.url("evil.localhost") });
  expect([other.status, other.body.details[0].message]).toEqual([400, message]);
  await update(id, { start_url: own.url("next.localhost", "/next"), network: { allowed_hosts: ["next.localhost"] } });
  await until(
    () => page.title().catch(() => ""),
    (title) => title === "friendly /next",
  );
});

test("a list that is wrong changes nothing", async () => {
  const { id } = await own.session({ network: { allowed_hosts: ["good.localhost"] } });
  for (const allowed_hosts of [[], ["*.com"], ["10.0.0.1"], ["good.localhost:80"]]) {
    expect((await update(id, { network: { allowed_hosts } })).status).toBe(400);
  }
  expect(await own.curl(id, own.url("evil.localhost"))).toBe("ERR_BLOCKED_BY_CLIENT");
  expect((await own.service.api("GET", `/browsers/${id}`)).body.network).toEqual({ allowed_hosts: ["good.localhost"] });
});

test("the list outlives a restart of the browser, with the tabs that it may show", async () => {
  const { id } = await own.session({ network: { allowed_hosts: ["good.localhost"] } });
  // A profile is loaded by a restart.
  const profile = await own.service.api("POST", "/profiles", { json: { name: "restarts" } });
  expect(profile.status).toBe(201);
  expect((await update(id, { profile: { name: "restarts" } })).status).toBe(200);
  expect(await own.arrived(() => own.curl(id, own.url("evil.localhost")))).toEqual([]);
  expect(await own.curl(id, own.url("good.localhost"))).toBe(200);
});
