import { expect, test } from "vitest";
import { type LocalHome, localHome, sharedHome } from "../../../support/cli/local-home.ts";

interface Connection {
  id: string;
  profile_name: string;
  health_check_interval: number;
  [field: string]: unknown;
}

const home = sharedHome();
let connections = 0;

/** A new connection of a profile of its own. */
function created(at: LocalHome, ...words: string[]): Promise<Connection> {
  connections += 1;
  const profile = ["--profile-name", `customer-${connections}`];
  return at.json<Connection>(["auth", "connections", "create", "shop.example.com", ...profile, ...words]);
}

test("an update at a terminal of 80 columns shows what the service changed", async () => {
  const at = await home();
  const { id } = await created(
    at,
    "--allowed-domain",
    "*.Login.example.com",
    "--login-url",
    "https://shop.example.com/login",
  );
  const words = ["--clear-allowed-domains", "--health-check-interval", "30m", "--no-auto-reauth", "--clear-login-url"];
  const result = await at.cli(["auth", "connections", "update", id, ...words], {
    tty: true,
    columns: 80,
    env: { NO_COLOR: "1" },
  });
  expect(result.stdout).toBe(
    [
      `Values may be entered at any domain; limit them to its own with: browserctl auth connections update ${id} --allowed-domain shop.example.com`,
      `Changed auth connection ${id} (shop.example.com):`,
      "FIELD                  BEFORE                          AFTER",
      "allowed_domains        login.example.com               any domain",
      "auto_reauth            true                            false",
      "health_check_interval  1h                              30m",
      "login_url              https://shop.example.com/login  none",
      "",
    ].join("\n"),
  );
  const stored = await at.json<Connection>(["auth", "connections", "get", id]);
  expect(stored).toMatchObject({ allowed_domains: [], auto_reauth: false, health_check_interval: 1800 });
  expect(stored).not.toHaveProperty("login_url");
});

test("telemetry and proxy are merged, and the deprecated twins are not shown twice", async () => {
  const at = await home();
  const proxy = await at.json<{ id: string }>(["proxies", "create", "office", "--host", "127.0.0.1", "--port", "9"]);
  const { id } = await created(at, "--telemetry", "on");
  const words = ["--telemetry-category", "console=on", "--proxy-name", "office"];
  const result = await at.cli(["auth", "connections", "update", id, ...words]);
  expect(result.stdout.trimEnd().split("\n").sort()).toEqual([
    `browser.proxy.id\t\t${proxy.id}`,
    "browser.telemetry.browser.console.enabled\tfalse\ttrue",
  ]);
  const old = await at.cli([
    "auth",
    "connections",
    "update",
    id,
    "--input",
    '{"browser_telemetry":null}',
    "-o",
    "json",
  ]);
  expect(old.stderr).toBe("warning: --input: browser_telemetry is deprecated; use browser.telemetry\n");
  expect(JSON.parse(old.stdout)).toMatchObject({
    proxy_id: proxy.id,
    browser: { proxy: { id: proxy.id }, telemetry: null },
    browser_telemetry: null,
  });
});

test("refusals of the service name the flags, and change nothing", async () => {
  const at = await home();
  const { id } = await created(at);
  const words = ["--allowed-domain", "co.uk", "--proxy-id", "nope", "--credential", "nobody", "--no-auto-reauth"];
  const { code, stderr } = await at.cli(["auth", "connections", "update", id, ...words]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^ {2}--allowed-domain\[0\]: "co\.uk" is a public suffix/m);
  expect(stderr).toMatch(/^ {2}--proxy-id: there is no proxy "nope"$/m);
  expect(stderr).toMatch(/^ {2}--credential: there is no credential "nobody"$/m);
  expect(await at.json(["auth", "connections", "get", id])).toMatchObject({ auto_reauth: true });
});

test("a new connection is explained, listed and deleted; its profile stays", async () => {
  const at = await home();
  const { id, profile_name } = await created(at);
  const explained = await at.cli(["auth", "connections", "explain", id]);
  expect(explained.stdout).toContain("(no_prior_successful_login). The connection has never completed a login.");
  expect(explained.stdout).toContain(`  Log in: browserctl auth connections login ${id}\n`);
  const list = ["auth", "connections", "list", "--profile-name", profile_name];
  expect((await at.cli(list)).stdout).toBe(`${id}\tshop.example.com\t${profile_name}\tNEEDS_AUTH\tfalse\n`);
  expect((await at.cli(["auth", "connections", "delete", id, "--yes"])).code).toBe(0);
  expect((await at.cli(list)).stdout).toBe("");
  expect((await at.cli(["auth", "connections", "update", id, "--auto-reauth"])).code).toBe(4);
  expect((await at.cli(["profiles", "get", profile_name])).code).toBe(0);
});

test("the plan of the service is the minimum of the interval", async () => {
  const at = localHome();
  await at.json(["local", "start", "--plan", "free"]);
  const { id, health_check_interval } = await created(at);
  expect(health_check_interval).toBe(21_600);
  const words = ["auth", "connections", "update", id, "--health-check-interval"];
  const refused = await at.cli([...words, "1h"]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/--health-check-interval: must be at least 21600 .*, not 3600/);
  expect((await at.cli([...words, "7h"])).stdout).toBe("health_check_interval\t21600\t25200\n");
});
