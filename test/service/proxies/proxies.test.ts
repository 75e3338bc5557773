import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { checkProxy } from "../../../src/service/proxies/check-proxy.ts";
import type { StoredProxy } from "../../../src/service/proxies/proxy-table.ts";
import { onLoopback } from "../../support/servers/loopback.ts";
import { NAMELESS_HOST } from "../../support/servers/nameless-host.ts";
import { proxyServer, type StartedProxy, startProxy } from "../../support/servers/proxy-server.ts";
import { certificate, tlsServer } from "../../support/servers/tls-server.ts";
import { type Answer, startService, type TestService } from "../../support/service/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const config = { host: "127.0.0.1", port: 9 };
const post = (json: object): Promise<Answer> => service.api("POST", "/proxies", { json });
const custom = (more: object = {}): Promise<Answer> => post({ type: "custom", config, ...more });
const bundle = (): Promise<string> => readFile(certificate("trusted"), "utf8");

describe("a proxy", () => {
  test("a proxy is created, found, renamed and deleted, and never shows its secrets", async () => {
    const ca_bundle = `# Office CA\n${await bundle()}`;
    const made = await post({
      type: "custom",
      name: "  office ",
      protocol: "https",
      config: { host: "proxy.example.com", port: 8443, username: "scraper", password: "correct-horse", ca_bundle },
      bypass_hosts: ["intranet", "*.example.com", "10.0.0.1"],
    });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toEqual({
      id: made.body.id,
      type: "custom",
      name: "office",
      protocol: "https",
      config: { host: "proxy.example.com", port: 8443, username: "scraper", has_password: true, has_ca_bundle: true },
      bypass_hosts: ["intranet", "*.example.com", "10.0.0.1"],
    });
    const path = `/proxies/${made.body.id}`;
    expect((await service.api("GET", path)).body).toEqual(made.body);
    expect((await service.api("GET", "/proxies?name=OFFICE")).body).toEqual([made.body]);
    expect((await service.api("GET", "/proxies?query=ffi")).body).toEqual([made.body]);
    expect((await service.api("GET", `/proxies?query=${made.body.id}`)).body).toEqual([made.body]);
    const renamed = await service.api("PATCH", path, { json: { name: " home " } });
    expect(renamed.body).toEqual({ ...made.body, name: "home" });
    const all = await Promise.all([custom(), service.api("GET", "/proxies?limit=100")]);
    expect(JSON.stringify([made, renamed, ...all])).not.toMatch(/correct-horse|BEGIN CERT/);
    expect(service.log.join("\n")).not.toContain("correct-horse");
    expect((await service.api("DELETE", path)).status).toBe(204);
    for (const [method, json] of [["GET"], ["DELETE"], ["PATCH", { name: "x" }]] as const) {
      const answer = await service.api(method, path, json ? { json } : {});
      expect([answer.status, answer.body.message]).toEqual([404, `there is no proxy "${made.body.id}"`]);
    }
    expect((await service.api("POST", `${path}/check`)).status).toBe(404);
  });

  test("a proxy is found only by its id; several may share a name", async () => {
    const [one, two] = await Promise.all([custom({ name: "twin" }), custom({ name: "twin" })]);
    expect(one.body).toMatchObject({ protocol: "http", config: { has_password: false, has_ca_bundle: false } });
    expect(one.body).not.toHaveProperty("bypass_hosts");
    expect((await service.api("GET", "/proxies/twin")).status).toBe(404);
    expect((await service.api("GET", "/proxies?name=twin&limit=1")).headers.get("x-has-more")).toBe("true");
    const twins = (await service.api("GET", "/proxies?name=twin")).body.map(({ id }: { id: string }) => id);
    expect(twins.sort()).toEqual([one.body.id, two.body.id].sort());
  });

  test("the password of a proxy is not in the database's file", async () => {
    await custom({ config: { ...config, password: "in-no-file-at-all" } });
    const { stateDir } = service;
    const files = await Promise.all(
      ["state.db", "state.db-wal"].map((name) => readFile(`${stateDir}/${name}`, "latin1")),
    );
    expect(files.join("")).toContain("127.0.0.1");
    expect(files.join("")).not.toContain("in-no-file-at-all");
  });

  test.each(["datacenter", "isp", "residential", "mobile"])("of type %s is not supported, by name", async (type) => {
    const answer = await post({ type, config: { country: "US" } });
    expect([answer.status, answer.body.code]).toEqual([501, "not_supported_locally"]);
    expect(answer.body.message).toBe(`the local service does not support proxies of type ${type}`);
    expect(answer.body.details[0].message).toMatch(new RegExp(`^type: ${type} proxies are servers`));
  });

  const many = (count: number) => Array.from({ length: count }, (_, at) => `h${at}.test`);
  const long = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`;
  test.each<[object, string]>([
    [{ type: "socks" }, "type: must be one of datacenter, isp, residential, mobile, custom"],
    [{ config: undefined }, "config.host: is missing"],
    [{ config: { host: "h" } }, "config.port: is missing"],
    [{ config: { ...config, port: 0 } }, "config.port: must be 1 to 65535"],
    [{ config: { ...config, port: 65_536 } }, "config.port: must be 1 to 65535"],
    [{ config: { ...config, host: "http://h" } }, "config.host: must be a host name or an IP address"],
    [{ config: { ...config, host: "h:3128" } }, "config.host: must be a host name or an IP address"],
    [{ config: { ...config, host: "cafe:3128" } }, "config.host: must be a host name or an IP address"],
    [{ config: { ...config, host: "" } }, "config.host: must be a host name or an IP address"],
    [{ config: { ...config, username: "a:b" } }, "config.username: must be text without colons"],
    [{ config: { ...config, password: "four" } }, "config.password: must have at least 5 characters"],
    [{ config: { ...config, password: "with\nbreak" } }, "config.password: must be text without line breaks"],
    [{ config: { ...config, country: "US" } }, "config.country: is not for proxies of type custom"],
    [{ config: { ...config, token: "x" } }, "config.token: unknown property"],
    [{ config: { ...config, ca_bundle: "garbage" } }, "config.ca_bundle: must be certificates in PEM"],
    [{ config: { ...config, ca_bundle: pem("CERTIFICATE") } }, "config.ca_bundle: certificate 1 of 1 cannot be read"],
    [{ config: { ...config, ca_bundle: pem("PRIVATE KEY") } }, "config.ca_bundle: must have certificates only"],
    [{ config: { ...config, ca_bundle: "x".repeat(65_537) } }, "config.ca_bundle: must have 1 to 65536 characters"],
    [{ config: { ...config, ca_bundle: "é".repeat(40_000) } }, "config.ca_bundle: must have at most 65536 bytes"],
    [{ name: " " }, "name: must be text that is not blank"],
    [{ name: "n".repeat(256) }, "name: must have at most 255 characters"],
    [{ protocol: "socks5" }, "protocol: must be one of http, https"],
    [{ bypass_hosts: many(101) }, "bypass_hosts: must have at most 100 items, not 101"],
    [{ bypass_hosts: [`${long}xx`] }, "bypass_hosts[0]: must have at most 253 characters"],
    [{ bypass_hosts: ["a.test:80"] }, "bypass_hosts[0]: must be a host name or"],
    [{ bypass_hosts: ["*"] }, "bypass_hosts[0]: must be a host name or"],
    [{ bypass_hosts: ["a.*.test"] }, "bypass_hosts[0]: must be a host name or"],
    [{ bypass_hosts: ["a;b"] }, "bypass_hosts[0]: must be a host name or"],
    [{ extra: 1 }, "extra: unknown property"],
  ])("a proxy with %j is 400", async (json, message) => {
    const answer = await custom(json);
    expect([answer.status, answer.body.code], answer.text).toEqual([400, "bad_request"]);
    expect(answer.body.details[0].message).toContain(message);
    expect(answer.text).not.toMatch(/four|with\\n/);
  });

  test("a proxy accepts the largest values", async () => {
    const pem = await bundle();
    const ca_bundle = pem + "#".repeat(65_536 - Buffer.byteLength(pem));
    const hosts = [long, ...many(99)];
    const largest = { ...config, port: 65_535, password: "five5", ca_bundle };
    const answer = await custom({ config: largest, bypass_hosts: hosts, name: "😀".repeat(255) });
    expect(answer.status, answer.text).toBe(201);
    expect([answer.body.bypass_hosts.length, answer.body.config.port]).toEqual([100, 65_535]);
  });
});

function pem(label: string): string {
  return `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`;
}

describe("a check", () => {
  const proxyTo = async (proxy: { port: number }, more: object = {}, type: object = {}): Promise<string> =>
    (await custom({ config: { host: "127.0.0.1", port: proxy.port, ...more }, ...type })).body.id;
  const check = (id: string, url?: string): Promise<Answer> =>
    service.api("POST", `/proxies/${id}/check`, url === undefined ? {} : { json: { url } });
  const notice = ({ headers }: Answer): string => decodeURIComponent(headers.get("x-browserctl-notice") ?? "");

  test("a check queries the proxy, and stores the status with the service's time", async () => {
    const proxy = await proxyServer({}, "user:secret");
    const id = await proxyTo(proxy, { username: "user", password: "secret" });
    const answer = await check(id);
    expect([answer.status, answer.body.status, notice(answer)]).toEqual([200, "available", ""]);
    expect(Date.parse(answer.body.last_checked)).toBeGreaterThan(Date.now() - 60_000);
    expect(answer.body).not.toHaveProperty("ip_address");
    expect(proxy.asked).toEqual(["CONNECT check.invalid:443"]);
    expect((await service.api("GET", `/proxies/${id}`)).body).toEqual(answer.body);
    const wrong = await proxyTo(proxy, { username: "user", password: "wrong" });
    const refused = await check(wrong);
    expect(refused.body).toMatchObject({ status: "unavailable" });
    expect(notice(refused)).toMatch(/refused the user or the password \(407\)$/);
    expect(notice(await check(await proxyTo(proxy)))).toMatch(/needs a user and a password, and none are stored/);
  });

  test("a check with a URL requests it, follows no redirect, and does not change the stored status", async () => {
    const [secure, moved] = await Promise.all([
      tlsServer("trusted", {}),
      tlsServer("trusted", {}, "https://elsewhere.test/"),
    ]);
    const proxy = await proxyServer({ "localhost:443": secure.port, "localhost:444": moved.port });
    const id = await proxyTo(proxy, { ca_bundle: await bundle() });
    expect((await check(id, "https://localhost/x?y=1#z")).body.status).toBe("available");
    expect((await check(id, "https://localhost:444/")).body.status).toBe("available");
    expect(proxy.asked).toEqual(["CONNECT localhost:443", "CONNECT localhost:444"]);
    const unreached = await check(id, "http://nowhere.test/");
    expect(unreached.body.status).toBe("unavailable");
    expect(notice(unreached)).toMatch(/answered 502$/);
    expect(notice(await check(id, "https://nowhere.test/"))).toMatch(/answered 502$/);
    const stored = (await service.api("GET", `/proxies/${id}`)).body;
    expect([stored.status, stored.last_checked]).toEqual([undefined, undefined]);
    const distrusting = await proxyTo(proxy);
    expect(notice(await check(distrusting, "https://localhost/"))).toMatch(
      /no secure connection to localhost: self.signed/,
    );
  });

  test("a check of a TLS proxy trusts only its CA bundle", async () => {
    const proxy = await started({ hosts: {}, tls: "trusted" });
    const trusting = await proxyTo(proxy, { ca_bundle: await bundle() }, { protocol: "https" });
    expect((await check(trusting)).body.status).toBe("available");
    const distrusting = await check(await proxyTo(proxy, {}, { protocol: "https" }));
    expect(notice(distrusting)).toMatch(/has a certificate that is not trusted/);
    const plain = await proxyServer({});
    expect(notice(await check(await proxyTo(plain, {}, { protocol: "https" })))).toMatch(
      /does not speak TLS; is its protocol http\?/,
    );
    expect(notice(await check(await proxyTo(proxy)))).toMatch(/closed the connection|did not answer as an HTTP proxy/);
  });

  test("a check of a proxy that is down says so", async () => {
    const down = await started({ hosts: {} });
    await down.stop();
    const answer = await check(await proxyTo(down));
    expect(answer.body.status).toBe("unavailable");
    expect(notice(answer)).toBe(`the proxy at 127.0.0.1:${down.port} refused the connection`);
    const nameless = await custom({ config: { host: NAMELESS_HOST, port: 1 } });
    expect(notice(await check(nameless.body.id))).toMatch(/has no address \(DNS\)/);
  });

  test("a check of a proxy that never answers ends at its limit", async () => {
    const silent = await onLoopback(createServer());
    const row = { ...config, name: null, protocol: "http", username: null, password: null, caBundle: null };
    const proxy = { ...row, port: silent.port } as StoredProxy;
    const { signal } = new AbortController();
    expect(await checkProxy(proxy, undefined, { signal, boundMs: 50 })).toMatch(/^no answer through .* within 0.05 s$/);
    expect(await checkProxy(proxy, "http://a.test/", { signal, boundMs: 50 })).toMatch(/^no answer through/);
  });

  test.each([
    ["ftp://a.test/", "url: must be an http or https URL without user and password"],
    ["https://u:p@a.test/", "url: must be an http or https URL without user and password"],
    ["nothing", "url: must be an http or https URL"],
  ])("a check of %s is 400", async (url, message) => {
    const answer = await check((await custom()).body.id, url);
    expect([answer.status, answer.body.details[0].message]).toEqual([400, expect.stringContaining(message)]);
  });

  async function started(options: Parameters<typeof startProxy>[0]): Promise<StartedProxy> {
    const proxy = await startProxy(options);
    onTestFinished(() => proxy.stop());
    return proxy;
  }
});
