import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli, startCli, temporaryHome } from "../../support/cli/run-cli.ts";
import { onLoopback } from "../../support/servers/loopback.ts";
import { until } from "../../support/until.ts";

type Members = Readonly<Record<string, unknown>>;

/** Members that a hostile authorization server sends in place of the usual ones. */
interface Lies {
  readonly metadata?: Members;
  readonly resource?: Members;
  readonly device?: Members;
  readonly token?: Members;
  readonly registration?: Members;
}

/** A service that is its own authorization server. */
async function hostileServer(lies: Lies) {
  const asked: string[] = [];
  let url = "";
  const answers: Readonly<Record<string, () => Members>> = {
    "/.well-known/oauth-protected-resource": () => ({
      resource: url,
      authorization_servers: [url],
      ...lies.resource,
    }),
    "/.well-known/oauth-authorization-server": () => ({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      device_authorization_endpoint: `${url}/device`,
      registration_endpoint: `${url}/register`,
      ...lies.metadata,
    }),
    "/register": () => ({ client_id: "client", ...lies.registration }),
    "/device": () => ({
      device_code: "device",
      user_code: "ABCD-EFGH",
      verification_uri: "https://auth.example.com/device",
      expires_in: 600,
      interval: 1,
      ...lies.device,
    }),
    "/token": () => lies.token ?? { error: "authorization_pending" },
  };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "";
    asked.push(path);
    const body = answers[path]?.();
    const status = body === undefined ? 404 : path === "/register" ? 201 : body["error"] === undefined ? 200 : 400;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body ?? {}));
  });
  ({ url } = await onLoopback(server));
  return { url, asked };
}

const way = ["--skip-check", "--timeout", "60s"];
const token = { access_token: "token", token_type: "bearer" };

test.each<[what: string, flag: string, lies: Lies, said: string]>([
  [
    "a page that is a script",
    "--web",
    { metadata: { authorization_endpoint: "javascript:alert(1)" } },
    "no web address",
  ],
  ["a page that is a file", "--web", { metadata: { authorization_endpoint: "file:///etc/passwd" } }, "no web address"],
  ["a page over http", "--web", { metadata: { authorization_endpoint: "http://evil.example.com/" } }, "is not https"],
  ["a token over http", "--web", { metadata: { token_endpoint: "http://evil.example.com/" } }, "is not https"],
  ["scopes that are a number", "--web", { metadata: { scopes_supported: 5 } }, "must be a list of texts"],
  ["scopes that are a text", "--web", { resource: { scopes_supported: "abc" } }, "must be a list of texts"],
  [
    "a code with a line of its own",
    "--device",
    { device: { user_code: "A\nLog in here: https://evil" } },
    "nobody can type",
  ],
  ["a code with escape sequences", "--device", { device: { user_code: "A\u001b]52;c;aGk=\u0007" } }, "nobody can type"],
  [
    "a page with escape sequences",
    "--device",
    { device: { verification_uri: "https://x/\u001b[2J" } },
    "no web address",
  ],
  [
    "a page for the code over http",
    "--device",
    { device: { verification_uri: "http://evil.example.com" } },
    "is not https",
  ],
  ["a refresh token of two lines", "--device", { token: { ...token, refresh_token: "a\nb" } }, "visible characters"],
  ["a client id of two lines", "--device", { registration: { client_id: "a\nb" } }, "visible characters"],
])("a login ends with its reason for %s", async (_, flag, lies, said) => {
  const { url } = await hostileServer(lies);
  const home = temporaryHome();
  const { code, stderr } = await runCli(["login", "--base-url", url, flag, ...way], { home });
  expect([code, stderr]).toEqual([3, expect.stringContaining(said)]);
  expect(stderr).not.toContain("\u001b");
  expect(stderr).not.toMatch(/^Log in here/m);
});

test("a service elsewhere names no authorization server on this machine", async () => {
  const { requireSecure } = await import("../../../src/oauth/http.ts");
  const own = new URL("http://127.0.0.1:9");
  expect(() => requireSecure(own, new URL("https://browsers.example.com"))).toThrow("is not https");
  expect(requireSecure(own, new URL("http://localhost:8"))).toBe(own);
});

test("a device code that is valid for thousands of years is asked for once a second at most", async () => {
  const { url, asked } = await hostileServer({ device: { interval: 1e10, expires_in: 1e12 } });
  const running = startCli(["login", "--base-url", url, "--device", "--skip-check"]);
  await until(() => running.stderr().includes("type the code"), { what: () => running.stderr() });
  const fast = await hostileServer({ device: { interval: 1e-6, expires_in: 3 } });
  const late = await runCli(["login", "--base-url", fast.url, "--device", "--skip-check"]);
  expect([late.code, late.stderr]).toEqual([3, expect.stringContaining("nobody typed the code")]);
  const count = (paths: readonly string[]): number => paths.filter((path) => path === "/token").length;
  expect(count(fast.asked)).toBeLessThanOrEqual(3);
  expect(count(asked)).toBe(0);
  expect(running.stderr()).not.toContain("Warning");
  running.kill("SIGINT");
  await running.done;
});

test("a token that is valid for longer than a date can say is stored with a date", async () => {
  const { url } = await hostileServer({ token: { ...token, expires_in: 1e300 } });
  const home = temporaryHome();
  const { code, stderr } = await runCli(["login", "--base-url", url, "--device", ...way], { home });
  expect(code, stderr).toBe(0);
  expect(readFileSync(join(home.configDir, "settings.json"), "utf8")).toMatch(/"expires_at": "\d{4}-/);
});
