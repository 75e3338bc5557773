import { beforeEach, expect, test } from "vitest";
import { proxyOf } from "../../../src/client/http/proxy-of.ts";
import { version } from "../../../src/core/version.ts";
import { type Home, startCli, temporaryHome } from "../../support/cli/run-cli.ts";
import { type Answer, apiServer, authContext } from "../../support/servers/api-server.ts";
import { token } from "../../support/servers/loopback.ts";
import { NAMELESS_HOST } from "../../support/servers/nameless-host.ts";
import { nowhere } from "../../support/servers/nowhere.ts";
import { rawServer } from "../../support/servers/raw-server.ts";
import { certificate, tlsServer } from "../../support/servers/tls-server.ts";
import { diagnose } from "./doctor-run.ts";

let home: Home;
beforeEach(() => {
  home = temporaryHome();
});

const way = ["network", "service"];

/** A service whose document and description of the token are these. */
async function service(document: Answer, context: Answer = { json: authContext }) {
  const { env } = await apiServer(
    { request: "GET /openapi.json", answer: document, times: "any" },
    { request: "GET /auth/context", answer: context, times: "any" },
  );
  return env;
}

test("a service that answers and accepts the token is fine", async () => {
  const env = await service({ json: { openapi: "3.1.0", paths: { "/browsers": { get: {} }, "/new": { post: {} } } } });
  const { code, of, rows } = await diagnose(way, { home, env });
  expect(code).toBe(0);
  expect(of("service.token")).toMatchObject({
    status: "ok",
    found: expect.stringContaining("BROWSERCTL_TOKEN: accepted"),
  });
  expect(of("network.clock").status).toBe("ok");
  expect(of("network.version").found).toMatch(/does not have .* and \d+ others; it has 1 more/);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("a refused token is exit 3, with the command for a new one", async () => {
  const env = await service({ status: 404, json: {} }, { status: 401, json: { code: "unauthorized", message: "no" } });
  const { code, of } = await diagnose(way, { home, env });
  expect(code).toBe(3);
  expect(of("service.token")).toMatchObject({ status: "error", found: expect.stringContaining("refuses the token") });
  expect(of("service.token").fix).toContain("BROWSERCTL_TOKEN");
  expect(of("network.version").status).toBe("note");
});

test("without any service there is a note, and no error", async () => {
  const { code, rows } = await diagnose(way, { home });
  expect(code).toBe(0);
  expect(rows).toMatchObject([{ id: "service.context", status: "note", fix: expect.stringContaining("local start") }]);
});

test("without a token the network is checked all the same", async () => {
  const { env } = await apiServer({ request: "GET /openapi.json", answer: { status: 404 }, times: "any" });
  const { code, of } = await diagnose(way, { home, env: { BROWSERCTL_BASE_URL: env.BROWSERCTL_BASE_URL } });
  expect(code).toBe(3);
  expect(of("network.connection").status).toBe("ok");
  expect(of("service.context").found).toContain("no token");
});

test("a closed port is exit 5, and the token is not sent", async () => {
  const { code, of } = await diagnose(way, { home, env: nowhere });
  expect(code).toBe(5);
  expect(of("network.connection")).toMatchObject({
    status: "error",
    found: expect.stringContaining("connection refused"),
  });
  expect(of("service.token")).toMatchObject({ status: "note", found: expect.stringContaining("not tried") });
});

test("a service that never answers is exit 6 within the limit", async () => {
  const { url } = await rawServer(() => {});
  const { code, of } = await diagnose(way, { home, env: { ...nowhere, BROWSERCTL_BASE_URL: url.origin } });
  expect(code).toBe(6);
  expect(of("network.connection").found).toContain("no response in time");
});

test("an interruption ends the network check at once", async () => {
  const { requests, url } = await rawServer(() => {});
  const cli = startCli(["doctor", ...way.flatMap((area) => ["--only", area])], {
    home,
    env: { ...nowhere, BROWSERCTL_BASE_URL: url.origin },
  });
  await expect.poll(() => requests.length, { timeout: 20_000 }).toBeGreaterThan(0);
  cli.kill("SIGINT");
  expect(await cli.done).toMatchObject({ code: 130, stdout: "" });
});

test("a clock that differs by more than five minutes is a warning", async () => {
  const date = new Date(Date.now() + 17 * 60_000).toUTCString();
  const env = await service({ json: {}, headers: { date } });
  const { code, of } = await diagnose(["network"], { home, env });
  expect(code).toBe(0);
  expect(of("network.clock")).toMatchObject({ status: "warning", found: expect.stringContaining("17 min behind") });
});

test("a local service of another version is a warning", async () => {
  const env = await service({ json: {}, headers: { "x-browserctl-local": "9.9.9" } });
  const { of } = await diagnose(["network"], { home, env });
  expect(of("network.version")).toMatchObject({
    status: "warning",
    found: `the local service is of version 9.9.9, this program of ${version}`,
    fix: "browserctl local stop && browserctl local start",
  });
});

test("a proxy that refuses is exit 5 and named without its password", async () => {
  const env = {
    BROWSERCTL_BASE_URL: "https://api.test",
    BROWSERCTL_TOKEN: "t",
    HTTPS_PROXY: "http://user:pass-word@127.0.0.1:9",
  };
  const { code, of, rows } = await diagnose(way, { home, env });
  expect(code).toBe(5);
  expect(of("network.proxy")).toMatchObject({
    status: "error",
    found: "the proxy 127.0.0.1:9 of HTTPS_PROXY refuses connections",
  });
  expect(JSON.stringify(rows)).not.toContain("pass-word");
});

test("a name without an address is exit 5", async () => {
  const env = { BROWSERCTL_BASE_URL: `https://${NAMELESS_HOST}`, BROWSERCTL_TOKEN: "t" };
  const { code, of } = await diagnose(["network"], { home, env });
  expect(code).toBe(5);
  expect(of("network.dns").status).toBe("error");
});

test.each([
  ["expired", "expired on ", "renew the certificate"],
  ["unknown", "does not trust", "NODE_EXTRA_CA_CERTS="],
] as const)("an %s certificate is exit 5 with its own fix", async (name, found, fix) => {
  const { url } = await tlsServer(name, {});
  const { code, of, rows } = await diagnose(["network"], { home, own: true, env: { BROWSERCTL_BASE_URL: url } });
  expect(code).toBe(5);
  expect(of("network.tls")).toMatchObject({
    status: "error",
    found: expect.stringContaining(found),
    fix: expect.stringContaining(fix),
  });
  expect(rows.filter(({ status }) => status === "error")).toHaveLength(1);
});

test("a certificate of an authority in SSL_CERT_FILE is accepted, and its last day is shown", async () => {
  const { url } = await tlsServer("trusted", {});
  const env = { BROWSERCTL_BASE_URL: url, SSL_CERT_FILE: certificate("trusted") };
  const { code, of } = await diagnose(["network"], { home, own: true, env });
  expect(code).toBe(0);
  expect(of("network.tls").found).toMatch(/valid until \d{4}-\d\d-\d\d$/);
});

test.each([
  ["", "http://p:1"],
  ["api.test", undefined],
  [".test", undefined],
  ["*.test", undefined],
  ["*", undefined],
  ["api.test:8443, other", "http://p:1"],
  ["api.test:443", undefined],
  ["pi.test", "http://p:1"],
])("NO_PROXY=%s leads https://api.test through %s", (none, through) => {
  const proxy = proxyOf({ HTTPS_PROXY: "http://p:1", NO_PROXY: none }, new URL("https://api.test/"));
  expect(proxy?.url.origin).toBe(through);
});
