import { expect, test } from "vitest";
import { jsonError, runHere } from "../../../support/cli/run-cli.ts";
import { apiServer } from "../../../support/servers/api-server.ts";
import {
  connection,
  connectionId,
  connectionPath,
  patched,
  updateServer,
} from "../../../support/servers/connection-server.ts";
import { token } from "../../../support/servers/loopback.ts";

const nowhere = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: token };
const update = ["auth", "connections", "update", connectionId];

/** Body that these words send. */
async function sent(...words: string[]): Promise<unknown> {
  const result = await runHere([...update, ...words, "--dry-run", "-o", "json"], { env: nowhere });
  expect([result.code, result.stderr]).toEqual([0, ""]);
  return JSON.parse(result.stdout).body;
}

/** Problems of these words, which never reach a service. */
async function refused(...words: string[]): Promise<string[]> {
  const result = await runHere([...update, ...words, "-o", "json"], { env: nowhere });
  expect(result.code).toBe(2);
  return (jsonError(result)["details"] as { message: string }[]).map(({ message }) => message);
}

test("every flag sets its field", async () => {
  expect(
    await sent(
      ...["--allowed-domain", "a.example.com", "--allowed-domain", "b.example.com", "--auto-reauth"],
      ...["--no-health-checks", "--health-check-interval", "30m", "--login-url", "https://a.example.com/login"],
      ...["--record-session", "--no-save-credentials", "--no-stealth", "--proxy-name", "office"],
      ...["--credential", "shop", "--telemetry", "on", "--telemetry-category", "console=on"],
      ...["--telemetry-category", "captcha=off"],
    ),
  ).toEqual({
    allowed_domains: ["a.example.com", "b.example.com"],
    auto_reauth: true,
    health_checks: false,
    health_check_interval: 1800,
    login_url: "https://a.example.com/login",
    record_session: true,
    save_credentials: false,
    credential: { name: "shop" },
    browser: {
      stealth: false,
      proxy: { name: "office" },
      telemetry: { enabled: true, browser: { console: { enabled: true }, captcha: { enabled: false } } },
    },
  });
});

test("--clear-allowed-domains sends [] and --clear-login-url an empty address", async () => {
  expect(await sent("--clear-allowed-domains", "--clear-login-url")).toEqual({ allowed_domains: [], login_url: "" });
});

test.each([
  [["--proxy-id", "p1"], { browser: { proxy: { id: "p1" } } }],
  [["--proxy-mode", "direct"], { browser: { proxy: { mode: "direct" } } }],
  [["--telemetry", "off"], { browser: { telemetry: { enabled: false } } }],
  [["--telemetry-category", "page=on"], { browser: { telemetry: { browser: { page: { enabled: true } } } } }],
  [["--credential-provider", "vault", "--credential-path", "a/b"], { credential: { provider: "vault", path: "a/b" } }],
  [["--credential-provider", "vault", "--credential-auto"], { credential: { provider: "vault", auto: true } }],
  [["--health-check-interval", "1800"], { health_check_interval: 1800 }],
])("%j alone sends nothing else", async (words, body) => {
  expect(await sent(...words)).toEqual(body);
});

test("flags merge into the object of --input and replace what they exclude", async () => {
  const input = JSON.stringify({
    auto_reauth: true,
    browser: { stealth: false, proxy: { id: "p1" }, telemetry: null },
    credential: { provider: "vault", path: "a/b" },
  });
  expect(await sent("--input", input, "--proxy-name", "office", "--credential", "shop", "--telemetry", "on")).toEqual({
    auto_reauth: true,
    browser: { stealth: false, proxy: { name: "office" }, telemetry: { enabled: true } },
    credential: { name: "shop" },
  });
});

test("flags that exclude each other are refused together", async () => {
  expect(
    await refused(
      ...["--proxy-id", "a", "--proxy-name", "b", "--proxy-mode", "direct", "--allowed-domain", "d"],
      ...["--clear-allowed-domains", "--login-url", "http://a.example.com", "--clear-login-url", "--credential", "c"],
      ...["--credential-provider", "p", "--credential-path", "q", "--credential-auto"],
    ),
  ).toEqual([
    "--clear-allowed-domains: cannot be used together with --allowed-domain",
    "--clear-login-url: cannot be used together with --login-url",
    "--proxy-name: cannot be used together with --proxy-id",
    "--proxy-mode: cannot be used together with --proxy-id",
    "--credential-provider: cannot be used together with --credential",
    "--credential-path: cannot be used together with --credential",
    "--credential-auto: cannot be used together with --credential",
  ]);
});

test.each([
  [
    ["--credential-provider", "p"],
    "--credential-provider: must be one of: name; provider and path; provider and auto true",
  ],
  [["--credential-path", "q"], "--credential-path: must be one of: name; provider and path; provider and auto true"],
  [["--credential-auto"], "--credential-auto: must be one of: name; provider and path; provider and auto true"],
  [
    ["--credential-provider", "p", "--credential-path", "q", "--credential-auto"],
    "--credential-auto: cannot be used together with --credential-path",
  ],
  [
    ["--telemetry", "off", "--telemetry-category", "console=on"],
    "--telemetry-category: cannot be used together with --telemetry off",
  ],
  [["--telemetry-category", "console=maybe"], '--telemetry-category: must be NAME=on|off, not "console=maybe"'],
  [
    ["--telemetry-category", "sound=on"],
    expect.stringMatching(/^--telemetry-category\.sound: unknown property; known: control, /),
  ],
  [["--telemetry", "loud"], expect.stringMatching(/^--telemetry: must be one of on, off, not "loud"/)],
  [["--health-check-interval", "4m"], "--health-check-interval: must be 5m to 1d, not 4m"],
  [["--proxy-id", ""], "--proxy-id: must not be empty"],
  [["--input", '{"auto_reauth":"yes"}'], '--input: auto_reauth: must be true or false, not "yes"'],
])("%j is refused before the network", async (words, message) => {
  expect(await refused(...words)).toEqual([message]);
});

test("without a change it is refused with the flags", async () => {
  const result = await runHere(update, { env: nowhere });
  expect(result.code).toBe(2);
  expect(result.stderr).toMatch(/^error: nothing to change: add --allowed-domain, --auto-reauth, .* or another flag\n/);
  expect((await refused("--input", "{}"))[0]).toContain("nothing to change");
});

test("a terminal shows what changed, before and after, without the deprecated twins", async () => {
  const before = connection({ proxy_id: "p1", browser: { stealth: true, proxy: { id: "p1" }, telemetry: null } });
  const after = connection({
    allowed_domains: [],
    auto_reauth: false,
    health_check_interval: 1800,
    proxy_id: "p2",
    browser: { stealth: true, proxy: { id: "p2" }, telemetry: null },
    newer_field: "more",
  });
  const server = await updateServer(before, after);
  const words = ["--no-auto-reauth", "--health-check-interval", "30m", "--clear-allowed-domains", "--proxy-id", "p2"];
  const result = await runHere([...update, ...words, "--no-color"], {
    env: server.env,
    tty: { stdout: true },
    width: 80,
  });
  expect(result.stdout).toBe(
    [
      `Changed auth connection ${connectionId} (shop.example.com):`,
      "FIELD                  BEFORE             AFTER",
      "allowed_domains        login.example.com  any domain",
      "auto_reauth            true               false",
      "browser.proxy.id       p1                 p2",
      "health_check_interval  1h                 30m",
      "newer_field            none               more",
      "",
    ].join("\n"),
  );
});

test("values that do not fit a line stand below each other, whole and without control characters", async () => {
  const long = `https://login.example.com/${"a".repeat(60)}`;
  const telemetry = { enabled: true, browser: { control: { enabled: true }, console: { enabled: false } } };
  const after = connection({ login_url: `${long}\u001b[31m`, browser: { stealth: true, telemetry } });
  const server = await updateServer(connection(), after);
  const words = [...update, "--login-url", long, "--telemetry", "on", "--no-color"];
  const result = await runHere(words, { env: server.env, tty: { stdout: true }, width: 80 });
  expect(result.stdout.split("\n").slice(1)).toEqual([
    "browser.telemetry.enabled",
    "  before  none",
    "  after   true",
    "browser.telemetry.browser",
    "  before  none",
    "  after   on: control; off: console",
    "login_url",
    "  before  https://shop.example.com/login",
    expect.stringMatching(new RegExp(`^ {2}after {3}${long}`)),
    "",
  ]);
  expect(result.stdout).not.toContain("\u001b");
});

test("a pipe gets fields with their values before and after; without a difference it gets nothing", async () => {
  const changing = await updateServer(connection(), connection({ health_check_interval: 1800, auto_reauth: false }));
  const changed = await runHere([...update, "--no-auto-reauth"], { env: changing.env });
  expect(changed.stdout).toBe("auto_reauth\ttrue\tfalse\nhealth_check_interval\t3600\t1800\n");
  const same = await updateServer(connection(), connection());
  const unchanged = await runHere([...update, "--auto-reauth"], { env: same.env });
  expect([unchanged.stdout, unchanged.stderr]).toEqual([
    "",
    `Nothing changed: auth connection ${connectionId} (shop.example.com) had these settings.\n`,
  ]);
});

test("-o json is the whole record of the one request, with members that are not known", async () => {
  const after = connection({
    can_reauth_reason: "a_newer_reason",
    newer: { deep: [1, { x: null }] },
    hosted_url: null,
  });
  const server = await apiServer(patched(after));
  const result = await runHere([...update, "--auto-reauth", "-o", "json"], { env: server.env });
  expect(JSON.parse(result.stdout)).toEqual(after);
  expect(server.requests.map(({ method, json }) => [method, json])).toEqual([["PATCH", { auto_reauth: true }]]);
});

test("the deprecated proxy and browser_telemetry of --input are sent, with a warning each", async () => {
  const server = await apiServer(patched(connection()));
  const input = { proxy: { name: "office" }, browser_telemetry: null };
  const words = [...update, "--input", "-", "-o", "json"];
  const { code, stderr } = await runHere(words, { env: server.env, stdin: JSON.stringify(input) });
  expect([code, server.requests[0]?.json]).toEqual([0, input]);
  expect(stderr).toBe(
    "warning: --input: proxy is deprecated; use browser.proxy\nwarning: --input: browser_telemetry is deprecated; use browser.telemetry\n",
  );
});

test("a refusal of the service names the flag", async () => {
  const details = [{ code: "invalid_input", message: 'browser.proxy.name: there is no proxy "office"' }];
  const answer = { status: 400, json: { code: "bad_request", message: "the request is not valid", details } };
  const server = await apiServer(
    { request: `GET ${connectionPath}`, answer: { json: connection() } },
    { request: `PATCH ${connectionPath}`, answer },
  );
  const { code, stderr } = await runHere([...update, "--proxy-name", "office"], { env: server.env });
  expect([code, stderr]).toEqual([1, 'error: there is no proxy "office"\nhint: browserctl proxies list\n']);
});
