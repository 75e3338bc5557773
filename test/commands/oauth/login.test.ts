import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { urlToHttpOptions } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writePagelessBrowser } from "../../support/browser/fake-browser.ts";
import { startKeyring } from "../../support/cli/keyring.ts";
import { type Home, runCli, startCli, temporaryHome } from "../../support/cli/run-cli.ts";
import { startService, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { type AuthorizedService, authorizedService } from "./support/authorization-server.ts";
import { declines, logsIn, persons, typesCode } from "./support/person.ts";

const person = persons();
let service: TestService;
beforeAll(async () => {
  service = await startService({ browser: writePagelessBrowser() });
});
afterAll(async () => {
  await service.stop();
});

interface StoredContext {
  token?: string;
  oauth?: { issuer: string; client_id: string; refresh_token?: string; expires_at?: string };
}

function contextOf({ configDir }: Home): StoredContext | undefined {
  const { contexts } = JSON.parse(readFileSync(join(configDir, "settings.json"), "utf8"));
  return Object.values(contexts as Record<string, StoredContext>)[0];
}

/** Address that a login shows. */
async function addressOf(running: ReturnType<typeof startCli>): Promise<string> {
  return await until(() => /Log in here: (\S+)/.exec(running.stderr())?.[1], { what: () => running.stderr() });
}

/** Address that a login shows, with what its answer needs. */
async function callbackOf(
  running: ReturnType<typeof startCli>,
): Promise<Record<"address" | "redirectUri" | "state", string>> {
  const address = await addressOf(running);
  const { searchParams } = new URL(address);
  return { address, redirectUri: searchParams.get("redirect_uri") ?? "", state: searchParams.get("state") ?? "" };
}

/** Logs a home in, as a person does. */
async function loggedIn({ url }: AuthorizedService, home = temporaryHome(), ...flags: string[]): Promise<Home> {
  const running = startCli(["login", "--base-url", url, "--web", ...flags], { home });
  const page = await person();
  await page.goto(await addressOf(running));
  expect(await logsIn(page)).toContain("You may close this page");
  const { code, stderr } = await running.done;
  expect(code, stderr).toBe(0);
  return home;
}

test("login --web logs in with the browser, stores the grant, and shows how long it is valid", async () => {
  const server = await authorizedService(service);
  const home = await loggedIn(server);
  const context = contextOf(home);
  expect(context?.oauth).toMatchObject({ issuer: server.issuer, refresh_token: expect.any(String) });
  const status = await runCli(["auth", "status", "-o", "json"], { home });
  const [row] = JSON.parse(status.stdout);
  expect(row).toMatchObject({
    state: "valid",
    stored_in: expect.stringContaining(`OAuth login at ${server.issuer}, until`),
  });
  const doctor = await runCli(["doctor", "--only", "service", "-o", "json"], { home });
  expect(doctor.stdout).toContain("renewed by itself");
  const shown = [status, doctor].map(({ stdout, stderr }) => stdout + stderr).join("");
  expect(shown).not.toContain(context?.token);
  expect(shown).not.toContain(context?.oauth?.refresh_token);
  expect(server.grants).toEqual(["authorization_code 200"]);
});

test("a token that is about to expire is renewed, once for parallel processes", async () => {
  const server = await authorizedService(service);
  server.lifetime = 30;
  const home = await loggedIn(server);
  const before = contextOf(home);
  server.lifetime = 3_600;
  const runs = await Promise.all(Array.from({ length: 4 }, () => runCli(["whoami", "-o", "json"], { home })));
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  const after = contextOf(home);
  expect(after?.token).not.toBe(before?.token);
  expect(after?.oauth?.refresh_token).not.toBe(before?.oauth?.refresh_token);
  expect(server.grants).toEqual(["authorization_code 200", "refresh_token 200"]);
});

test("a token that the service refuses is renewed, and a grant that has ended says how to log in again", async () => {
  const server = await authorizedService(service);
  const home = await loggedIn(server);
  const { oauth, token = "" } = contextOf(home) ?? {};
  await (await server.provider.AccessToken.find(token))?.destroy();
  expect((await runCli(["whoami"], { home })).code).toBe(0);
  const { oauth: renewed, token: next = "" } = contextOf(home) ?? {};
  expect(renewed?.refresh_token).not.toBe(oauth?.refresh_token);
  await (await server.provider.AccessToken.find(next))?.destroy();
  await (await server.provider.RefreshToken.find(renewed?.refresh_token ?? ""))?.destroy();
  const ended = await runCli(["whoami"], { home });
  expect(ended.code).toBe(3);
  expect(ended.stderr).toMatch(/the login of context ".*" at .* has ended\nhint: browserctl login --context \S+ --web/);
});

test("logout revokes the grant", async () => {
  const server = await authorizedService(service);
  const home = await loggedIn(server);
  const { oauth, token = "" } = contextOf(home) ?? {};
  expect((await runCli(["logout"], { home })).code).toBe(0);
  expect(contextOf(home)?.oauth).toBeUndefined();
  expect(await server.provider.RefreshToken.find(oauth?.refresh_token ?? "")).toBeUndefined();
  expect(await server.provider.AccessToken.find(token)).toBeUndefined();
});

test("login --device logs in by a code that a person types on another device", async () => {
  const server = await authorizedService(service);
  server.change = (path, body) => (path === "/device/auth" ? { ...body, interval: 0.05 } : body);
  const home = temporaryHome();
  const running = startCli(["login", "--base-url", server.url, "--device", "-o", "json"], { home });
  const shown = await until(() => /Open (\S+) on any device, and type the code (\S+)/.exec(running.stderr()), {
    what: () => running.stderr(),
  });
  const page = await person();
  await page.goto(shown[1] ?? "");
  await typesCode(page, shown[2] ?? "");
  await page.waitForSelector("button[type=submit]");
  await Promise.all([page.waitForNavigation(), page.click("button[type=submit]")]);
  await logsIn(page);
  const { code, stderr, stdout } = await running.done;
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ issuer: server.issuer, checked: true });
  expect(server.grants.at(-1)).toBe("urn:ietf:params:oauth:grant-type:device_code 200");
});

test("a login that is denied, or answered by another issuer, ends with its reason and stores nothing", async () => {
  const server = await authorizedService(service);
  const denied = startCli(["login", "--base-url", server.url, "--web"]);
  const page = await person();
  await page.goto(await addressOf(denied));
  expect(await declines(page)).toContain("The login did not work; the terminal says why");
  const refused = await denied.done;
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain("the login was denied");

  const running = startCli(["login", "--base-url", server.url, "--web"]);
  const { redirectUri, state } = await callbackOf(running);
  await fetch(`${redirectUri}?code=x&state=${state}&iss=https://evil.example.com`);
  const { code, stderr } = await running.done;
  expect([code, stderr]).toEqual([3, expect.stringContaining("iss")]);
});

test("requests of other pages do not end a login that waits for the browser", async () => {
  const server = await authorizedService(service);
  const running = startCli(["login", "--base-url", server.url, "--web"]);
  const { redirectUri, state, address } = await callbackOf(running);
  for (const query of ["", "?code=x", "?code=x&state=another", "?error=access_denied", `?code=x&state=${state}0`]) {
    const response = await fetch(`${redirectUri}${query}`);
    expect([query, response.status]).toEqual([query, 404]);
    expect(await response.text()).toContain("this request does not");
  }
  // Targets that are no addresses, which fetch would not send.
  for (const path of ["//", "http://["]) {
    const [response] = (await once(get({ ...urlToHttpOptions(new URL(redirectUri)), path }), "response")) as [
      IncomingMessage,
    ];
    expect([path, response.resume().statusCode]).toEqual([path, 404]);
  }
  const posted = await fetch(`${redirectUri}?code=x&state=${state}`, { method: "POST" });
  expect(posted.status).toBe(404);
  const page = await person();
  await page.goto(address);
  expect(await logsIn(page)).toContain("The terminal finishes the login");
  expect((await running.done).code).toBe(0);
});

test("metadata of another issuer, an issuer over plain http and a service without metadata are errors", async () => {
  const server = await authorizedService(service);
  server.change = (path, body) =>
    path.startsWith("/.well-known") ? { ...body, issuer: "https://evil.example.com" } : body;
  const other = await runCli(["login", "--base-url", server.url, "--web"]);
  expect([other.code, other.stderr]).toEqual([3, expect.stringContaining("issuer")]);
  server.named = "http://auth.example.com";
  const plain = await runCli(["login", "--base-url", server.url, "--web"]);
  expect([plain.code, plain.stderr]).toEqual([1, expect.stringContaining("http://auth.example.com/ is not https")]);
  server.named = "http://127.0.0.1:1";
  const silent = await runCli(["login", "--base-url", server.url, "--web"]);
  expect([silent.code, silent.stderr]).toEqual([5, expect.stringContaining("connection refused")]);
  const without = await runCli(["login", "--base-url", service.baseUrl, "--web"]);
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining("it has no OAuth metadata")]);
});

test("a port that is in use is named, and Ctrl-C in the middle of a login stores nothing", async () => {
  const server = await authorizedService(service);
  const used = new URL(server.issuer).port;
  const busy = await runCli(["login", "--base-url", server.url, "--web", "--callback-port", used]);
  expect([busy.code, busy.stderr]).toEqual([1, expect.stringContaining(`port ${used} is in use`)]);
  const home = temporaryHome();
  const running = startCli(["login", "--base-url", server.url, "--web"], { home });
  const { redirectUri } = await callbackOf(running);
  running.kill("SIGINT");
  expect((await running.done).code).toBe(130);
  await expect(fetch(redirectUri)).rejects.toThrow();
});

test("the code of a device that expires, and a server that asks for a slower pace", async () => {
  const server = await authorizedService(service);
  let asked = 0;
  server.change = (path, body) => {
    if (path === "/device/auth") return { ...body, expires_in: 3, interval: 1 };
    if (path !== "/token") return body;
    asked += 1;
    return asked === 1 ? { error: "slow_down" } : body;
  };
  const late = await runCli(["login", "--base-url", server.url, "--device"]);
  expect([late.code, late.stderr]).toEqual([3, expect.stringContaining("nobody typed the code within")]);
  // The second question would come 5 s after the first.
  expect(asked).toBe(1);
});

test("login at a terminal offers the browser where the service has an authorization server, and still takes a token", async () => {
  const server = await authorizedService(service);
  const home = temporaryHome();
  const running = startCli(["login", "--base-url", server.url], { home, tty: true, columns: 2_000 });
  await running.shows("empty to log in with the browser");
  running.write("\r");
  const address = await until(() => /Log in here: (http\S+)/.exec(running.stdout())?.[1], {
    what: () => running.stdout(),
  });
  const page = await person();
  await page.goto(address);
  await logsIn(page);
  expect((await running.done).code).toBe(0);
  expect(contextOf(home)?.oauth?.issuer).toBe(server.issuer);

  const piped = await runCli(["login", "--base-url", service.baseUrl, "--token-stdin"], { home, stdin: service.token });
  expect(piped.code, piped.stderr).toBe(0);
});

test("flags of a login by the browser contradict those of a token", async () => {
  const { code, stderr } = await runCli([
    ...["login", "--base-url", "https://browsers.example.com", "--web", "--device", "--token-stdin"],
    ...["--callback-port", "0", "--client-id", "x"],
  ]);
  expect(code).toBe(2);
  for (const text of [
    "--token-stdin: cannot be used together with --web",
    "--device: cannot be used together with --web",
    "--client-id: is for --web and --device",
    "--callback-port: must be 1 to 65535, not 0",
  ])
    expect(stderr).toContain(text);
  const store = await runCli(["login", "--base-url", "https://browsers.example.com", "--web", "--store", "env"]);
  expect(store.stderr).toContain("--web: keeps the token in a file or the keychain, not --store env");
});

test("login --web --store keychain keeps both tokens in the keychain, renews them there and removes them at logout", async () => {
  await using keyring = await startKeyring();
  const server = await authorizedService(service);
  server.lifetime = 30;
  const home = temporaryHome();
  Object.assign(home.env, keyring.env);
  await loggedIn(server, home, "--store", "keychain");
  const text = (): string => readFileSync(join(home.configDir, "settings.json"), "utf8");
  expect(text()).not.toMatch(/"(token|refresh_token)"/);
  server.lifetime = 3_600;
  expect((await runCli(["whoami"], { home })).code).toBe(0);
  expect(server.grants).toEqual(["authorization_code 200", "refresh_token 200"]);
  expect(await keyring.entries()).toBe(2);
  // Another login replaces both.
  await loggedIn(server, home, "--store", "keychain");
  expect(await keyring.entries()).toBe(2);
  expect((await runCli(["logout"], { home })).code).toBe(0);
  expect(text()).not.toMatch(/keychain/);
  expect(await keyring.entries()).toBe(0);
});
