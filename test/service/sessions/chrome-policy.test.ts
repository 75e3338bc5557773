import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chosenPolicy } from "../../../src/service/sessions/chrome-policy.ts";
import { startService, type TestService } from "../../support/service/service.ts";
import { runInSession } from "../../support/service/session-code.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const create = (json: object) =>
  service.api("POST", "/browsers", { json: { headless: true, timeout_seconds: 600, ...json } });

/** Network error of a navigation, or nothing. */
const visit = (id: string, url: string) =>
  runInSession(
    service,
    id,
    `return await page.goto(${JSON.stringify(url)}).then(() => "", (e) => /net::[A-Z_]+/.exec(e.message)?.[0] ?? e.message)`,
  );

test("policies reach the browser of a session alone, and are in its record", async () => {
  const chrome_policy = {
    URLBlocklist: ["blocked.localhost", "view-source:*"],
    ManagedBookmarks: [{ name: "A", url: "https://a.example/" }],
  };
  const { body, status, text } = await create({ chrome_policy });
  expect(status, text).toBe(200);
  expect(body.chrome_policy).toEqual(chrome_policy);
  expect(await visit(body.session_id, "http://blocked.localhost/")).toBe("net::ERR_BLOCKED_BY_ADMINISTRATOR");
  const shown = await runInSession(
    service,
    body.session_id,
    `await page.goto("chrome://policy/");
     const row = page.locator("policy-row").filter({ hasText: "URLBlocklist" }).first();
     await row.waitFor();
     return await row.evaluate((it) => it.shadowRoot.querySelector(".policy.row").textContent);`,
  );
  expect(String(shown)).toMatch(/URLBlocklist.*Platform.*Machine.*Mandatory.*OK/s);
  const other = await create({});
  expect(other.body).not.toHaveProperty("chrome_policy");
  expect(await visit(other.body.session_id, "http://blocked.localhost/")).not.toBe("net::ERR_BLOCKED_BY_ADMINISTRATOR");
  for (const { session_id } of [body, other.body]) await service.api("DELETE", `/browsers/${session_id}`);
});

test("processes of the session do not see its policies, and the machine has none of them", async () => {
  const { body } = await create({ chrome_policy: { HomepageLocation: "https://secret.example/" } });
  const { body: seen } = await service.api("POST", `/browsers/${body.session_id}/process/exec`, {
    json: { command: "sh", args: ["-c", "grep -rl secret.example /etc /run 2>/dev/null; echo end"] },
  });
  expect(Buffer.from(seen.stdout_b64, "base64").toString()).toBe("end\n");
  expect(await readdir("/etc/chromium/policies").catch(() => [])).toEqual([]);
  await service.api("DELETE", `/browsers/${body.session_id}`);
});

test("policies outlive a restart of the browser", async () => {
  const { body } = await create({ chrome_policy: { URLBlocklist: ["blocked.localhost"] } });
  await service.api("POST", "/profiles", { json: { name: "restart" } });
  const changed = await service.api("PATCH", `/browsers/${body.session_id}`, {
    json: { profile: { name: "restart" } },
  });
  expect(changed.body.chrome_policy).toEqual({ URLBlocklist: ["blocked.localhost"] });
  expect(await visit(body.session_id, "http://blocked.localhost/")).toBe("net::ERR_BLOCKED_BY_ADMINISTRATOR");
  await service.api("DELETE", `/browsers/${body.session_id}`);
});

test("a pool gives its policies to its browsers, and {} removes them", async () => {
  const chrome_policy = { URLBlocklist: ["blocked.localhost"] };
  const made = await service.api("POST", "/browser_pools", {
    json: { name: "policed", size: 1, headless: true, chrome_policy },
  });
  expect(made.body.browser_pool_config.chrome_policy).toEqual(chrome_policy);
  const { body } = await service.api("POST", "/browser_pools/policed/acquire", { json: {} });
  expect(body.chrome_policy).toEqual(chrome_policy);
  expect(await visit(body.session_id, "http://blocked.localhost/")).toBe("net::ERR_BLOCKED_BY_ADMINISTRATOR");
  const cleared = await service.api("PATCH", "/browser_pools/policed", { json: { chrome_policy: {} } });
  expect(cleared.body.browser_pool_config).not.toHaveProperty("chrome_policy");
  await service.api("DELETE", "/browser_pools/policed", { json: { force: true } });
});

test.each([
  ["ExtensionInstallForcelist", ["a"], "the service manages extensions"],
  ["ExtensionSettings", {}, "the service manages extensions"],
  ["BlockExternalExtensions", true, "the service manages extensions"],
  ["ProxySettings", {}, "the service manages proxies"],
  ["ProxyMode", "direct", "the service manages proxies"],
  ["RemoteDebuggingAllowed", false, "its debugging protocol"],
  ["DeveloperToolsAvailability", 2, "0 and 1 are allowed"],
  ["DeveloperToolsDisabled", true, "its debugging protocol"],
  ["HeadlessMode", 2, "its debugging protocol"],
])("%s is refused by its name", async (name, value, why) => {
  const { status, body } = await create({ chrome_policy: { BookmarkBarEnabled: true, [name]: value } });
  expect([status, body.details.length]).toEqual([400, 1]);
  expect(body.details[0].message).toMatch(new RegExp(`^chrome_policy\\.${name}: cannot be set: .*${why}`));
});

test("a policy for WebRTC is refused beside allowed hosts only", async () => {
  const chrome_policy = { WebRtcIPHandling: "default" };
  const refused = await create({ chrome_policy, network: { allowed_hosts: ["a.example.com"] } });
  expect([refused.status, refused.body.details[0].message]).toEqual([
    400,
    "chrome_policy.WebRtcIPHandling: cannot be set: it could lead WebRTC around network.allowed_hosts",
  ]);
  expect(chosenPolicy(chrome_policy, false)).toEqual(chrome_policy);
  expect(chosenPolicy({ DeveloperToolsAvailability: 1 }, true)).toEqual({ DeveloperToolsAvailability: 1 });
});

test("more than 5 MiB are refused with the limit", async () => {
  const { status, body } = await create({ chrome_policy: { URLBlocklist: ["x".repeat(5 * 2 ** 20)] } });
  expect([status, body.details[0].message]).toEqual([
    400,
    "chrome_policy: must have at most 5 MiB as JSON, not 5.0 MiB",
  ]);
  expect(() => chosenPolicy({ A: "x".repeat(5 * 2 ** 20 - 8) }, false)).not.toThrow();
});
