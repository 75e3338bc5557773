import { afterAll, beforeAll, expect, test } from "vitest";
import { bypass_hosts, failureTests } from "./session/failures.ts";
import { ProxiedSession } from "./session/proxied-session.ts";
import { trafficTests } from "./session/traffic.ts";
import { updateTests } from "./session/update.ts";

const own = new ProxiedSession();
beforeAll(() => own.open());
afterAll(() => own.close());

trafficTests(own);
updateTests(own);
failureTests(own);

test("a restart of the service ends the session, whose record names the proxy that is gone", async () => {
  const id = await own.store(own.second, { name: "short-lived", bypass_hosts, config: { ca_bundle: own.ca } });
  await own.update(own.session, { proxy: { id } });
  await own.service.api("DELETE", `/proxies/${id}`);
  await own.restart();
  const { body } = await own.service.api("GET", `/browsers/${own.session}?include_deleted=true`);
  expect([body.proxy, body.proxy_id, typeof body.deleted_at]).toEqual([{ id, name: "short-lived" }, id, "string"]);
  const again = await own.service.api("POST", "/browsers", { json: { proxy: { id } } });
  expect([again.status, again.body.details[0].message]).toEqual([400, `proxy.id: there is no proxy "${id}"`]);
  const kept = await own.service.api("POST", `/proxies/${own.ids.first}/check`);
  expect([kept.body.status, kept.headers.get("x-browserctl-notice")]).toEqual(["available", null]);
});
