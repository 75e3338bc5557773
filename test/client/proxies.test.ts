import { describe, expect, test } from "vitest";
import { jsonError, runCli } from "../support/cli/run-cli.ts";
import { apiServer, type Step, session } from "../support/servers/api-server.ts";
import { token } from "../support/servers/loopback.ts";
import { proxyServer } from "../support/servers/proxy-server.ts";
import { certificate, tlsServer } from "../support/servers/tls-server.ts";

// A proxy is set for the whole process: each of these is a process of its own.
const list: Step = { request: "GET /browsers", answer: { json: [session()] } };
const args = ["browsers", "list", "-o", "json", "--insecure-http"];
const api = { BROWSERCTL_BASE_URL: "http://api.test", BROWSERCTL_TOKEN: token };

describe("the proxy of the environment", () => {
  test.each(["HTTP_PROXY", "http_proxy"])("%s is the proxy for http, and the proxy resolves the name", async (name) => {
    const server = await apiServer(list);
    const proxy = await proxyServer({ "api.test:80": server.port });
    const result = await runCli(args, { env: { ...api, [name]: proxy.url } });
    expect([result.stderr, result.code]).toEqual(["", 0]);
    expect(JSON.parse(result.stdout)).toEqual([session()]);
    expect(proxy.asked).toHaveLength(1);
    expect(proxy.asked[0]).toMatch(/^(CONNECT api\.test:80|GET http:\/\/api\.test\/browsers)$/);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${token}`);
  });

  test.each(["HTTPS_PROXY", "https_proxy"])(
    "%s is the proxy for https, through a tunnel that checks the server's certificate",
    async (name) => {
      const server = await tlsServer("elsewhere", [session()]);
      const proxy = await proxyServer({ "elsewhere.example:443": server.port });
      const env = {
        BROWSERCTL_BASE_URL: "https://elsewhere.example",
        BROWSERCTL_TOKEN: token,
        NODE_EXTRA_CA_CERTS: certificate("elsewhere"),
        [name]: proxy.url,
      };
      const result = await runCli(args, { env });
      expect([result.stderr, result.code]).toEqual(["", 0]);
      expect(proxy.asked).toEqual(["CONNECT elsewhere.example:443"]);
      expect(server.tokens).toEqual([`Bearer ${token}`]);
    },
  );

  test("NO_PROXY bypasses the proxy", async () => {
    const proxy = await proxyServer({});
    for (const name of ["NO_PROXY", "no_proxy"]) {
      const result = await runCli([...args, "--timeout", "5s"], {
        env: { ...api, HTTP_PROXY: proxy.url, [name]: "other.test,api.test" },
      });
      // The name has no address, which some resolvers take longer to say.
      expect([5, 6]).toContain(jsonError(result).exit_code);
    }
    expect(proxy.asked).toEqual([]);
  });

  test("this machine is never reached through a proxy", async () => {
    const server = await apiServer({ ...list, times: 2 });
    const proxy = await proxyServer({});
    for (const base of [server.url, `http://localhost:${server.port}`]) {
      const env = { BROWSERCTL_BASE_URL: base, BROWSERCTL_TOKEN: token, HTTP_PROXY: proxy.url, http_proxy: proxy.url };
      const result = await runCli(["browsers", "list", "-o", "json"], { env });
      expect([result.stderr, result.code]).toEqual(["", 0]);
    }
    expect(proxy.asked).toEqual([]);
  });

  test("a proxy's password is sent to the proxy and never shown", async () => {
    const server = await apiServer(list);
    const proxy = await proxyServer({ "api.test:80": server.port }, "user:pa55word");
    const url = proxy.url.replace("//", "//user:pa55word@");
    const result = await runCli([...args, "--debug"], { env: { ...api, HTTP_PROXY: url } });
    expect(result.code).toBe(0);
    expect(result.stderr + result.stdout).not.toContain("pa55word");
    const refused = await runCli([...args, "--debug"], { env: { ...api, HTTP_PROXY: proxy.url } });
    expect([refused.code, refused.stdout]).toEqual([5, ""]);
  });

  test("an invalid proxy is exit 2 and not repeated, because it may hold a password", async () => {
    for (const value of ["user:pa55word", "socks5://user:pa55word@127.0.0.1:1", "127.0.0.1:3128", "http://"]) {
      const result = await runCli(args, { env: { ...api, HTTP_PROXY: value } });
      expect(jsonError(result), value).toMatchObject({
        exit_code: 2,
        message: "HTTP_PROXY: must be an http or https URL",
      });
      expect(result.stderr).not.toContain("pa55word");
    }
  });

  test("an unreachable proxy is exit 5", async () => {
    const result = await runCli(args, { env: { ...api, HTTP_PROXY: "http://127.0.0.1:9" } });
    expect(jsonError(result)).toMatchObject({ exit_code: 5 });
  });
});
