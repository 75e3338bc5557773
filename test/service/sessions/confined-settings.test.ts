import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService, withoutContainers } from "../../support/service/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: withoutContainers });
});
afterAll(() => service.stop());

const why = "needs a browser in a container, which this machine does not run; `browserctl local status` says why";

test.each([
  [{ network: { allowed_hosts: ["a.example.com"] } }, "network"],
  [{ network: { private_hosts: [] } }, "network"],
  [{ chrome_policy: { BookmarkBarEnabled: true } }, "chrome_policy"],
])("without a container, %j is 501 with the reason, for sessions and pools", async (body, path) => {
  for (const [url, json] of [
    ["/browsers", { headless: true, ...body }],
    ["/browser_pools", { size: 1, headless: true, ...body }],
  ] as const) {
    const answer = await service.api("POST", url, { json });
    expect([answer.status, answer.body.code, answer.body.details]).toEqual([
      501,
      "not_supported_locally",
      [{ code: "not_supported_locally", message: `${path}: ${why}` }],
    ]);
  }
  expect((await service.api("GET", "/browser_pools")).body).toEqual([]);
  const pool = await service.api("POST", "/browser_pools", { json: { size: 1, headless: true } });
  expect((await service.api("PATCH", `/browser_pools/${pool.body.id}`, { json: body })).status).toBe(501);
  await service.api("DELETE", `/browser_pools/${pool.body.id}`, { json: { force: true } });
});

test("without a container, routes and an empty network are served", async () => {
  const config = { host: "127.0.0.1", port: 9 };
  const proxy = await service.api("POST", "/proxies", { json: { type: "custom", config } });
  const network = { proxy_routes: [{ hosts: ["a.localhost"], proxy: { id: proxy.body.id } }] };
  const { status, body } = await service.api("POST", "/browsers", {
    json: { headless: true, network, chrome_policy: {} },
  });
  expect([status, body.network]).toEqual([200, network]);
  const curl = await service.api("POST", `/browsers/${body.session_id}/curl`, { json: { url: "http://a.localhost/" } });
  expect(curl.body.net_error_name).toBe("ERR_PROXY_CONNECTION_FAILED");
});
