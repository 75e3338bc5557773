import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../support/until.ts";
import { FilteredSessions } from "../proxies/egress/filtered-sessions.ts";

const own = new FilteredSessions();
beforeAll(() => own.open());
afterAll(() => own.close());

test("a pool's browsers reach its allowed hosts alone, and one whose list was changed is not used again", async () => {
  const { service } = own;
  const made = await service.api("POST", "/browser_pools", {
    json: {
      name: "held",
      size: 1,
      headless: true,
      fill_rate_per_minute: 1000,
      network: { allowed_hosts: ["Good.localhost"] },
    },
  });
  expect(made.body.browser_pool_config.network).toEqual({ allowed_hosts: ["good.localhost"] });
  const acquire = async () => (await service.api("POST", "/browser_pools/held/acquire", { json: {} })).body;
  const first = await acquire();
  expect(first.network).toEqual({ allowed_hosts: ["good.localhost"] });
  expect(await own.arrived(() => own.curl(first.session_id, own.url("evil.localhost")))).toEqual([]);
  expect(await own.curl(first.session_id, own.url("good.localhost"))).toBe(200);
  await service.api("PATCH", `/browsers/${first.session_id}`, { json: { network: { allowed_hosts: null } } });
  expect(await own.curl(first.session_id, own.url("evil.localhost"))).toBe(200);
  await service.api("POST", "/browser_pools/held/release", { json: { session_id: first.session_id } });
  const second = await acquire();
  expect(second.network).toEqual({ allowed_hosts: ["good.localhost"] });
  expect(await own.curl(second.session_id, own.url("evil.localhost"))).toBe("ERR_BLOCKED_BY_CLIENT");
  await service.api("POST", "/browser_pools/held/release", { json: { session_id: second.session_id } });
  const cleared = await service.api("PATCH", "/browser_pools/held", { json: { network: {}, discard_all_idle: true } });
  expect(cleared.body.browser_pool_config.network).toBeUndefined();
  const third = await until(acquire, ({ network }) => network === undefined);
  expect(await own.curl(third.session_id, own.url("evil.localhost"))).toBe(200);
  await service.api("DELETE", "/browser_pools/held", { json: { force: true } });
});

test("a pool names the entry of its network that is wrong, and a start page that its browsers may not reach", async () => {
  const message = async (json: object) =>
    (await own.service.api("POST", "/browser_pools", { json: { size: 1, ...json } })).body.details[0].message;
  expect(await message({ network: { allowed_hosts: ["*.com"] } })).toContain(
    "network.allowed_hosts[0]: must have two labels",
  );
  expect(await message({ network: { proxy_routes: [{ hosts: ["a.example.com"], proxy: { name: "nope" } }] } })).toBe(
    'network.proxy_routes[0].proxy.name: there is no proxy "nope"',
  );
  const network = { allowed_hosts: ["a.example.com"] };
  expect(await message({ network, start_url: "https://b.example.com/" })).toBe(
    'start_url: "b.example.com" is not among network.allowed_hosts',
  );
});
