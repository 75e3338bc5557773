import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runHere, startCli, temporaryHome } from "../../support/cli/run-cli.ts";
import { type ApiServer, apiServer, session } from "../../support/servers/api-server.ts";
import { certificate } from "../../support/servers/tls-server.ts";

const id = "x5p2r9o4x7y1k8e3n6t0l9m2";
const proxy = (more: object = {}) => ({ id, type: "custom", name: "office", protocol: "http", ...more });
const server = (request: string, json: object = proxy(), headers = {}): Promise<ApiServer> =>
  apiServer({ request, answer: { json, headers } });
const settings = ["--host", "127.0.0.1", "--port", "3128"];
const withUser = [...settings, "--username", "ada"];

describe("proxies create", () => {
  test("sends its settings and reads the CA bundle from a file", async () => {
    const pem = certificate("trusted");
    const { env, requests } = await server("POST /proxies");
    const flags = ["--ca-bundle", `@${pem}`, "--bypass-host", "intranet", "--bypass-host", "*.internal"];
    const result = await runHere(["proxies", "create", "office", ...withUser, ...flags, "-q"], { env });
    expect([result.code, result.stdout], result.stderr).toEqual([0, `${id}\n`]);
    expect(requests[0]?.json).toEqual({
      type: "custom",
      name: "office",
      config: { host: "127.0.0.1", port: 3128, username: "ada", ca_bundle: readFileSync(pem, "utf8") },
      bypass_hosts: ["intranet", "*.internal"],
    });
  });

  test.each<[string[], object]>([
    [
      ["office", "http://ada:p%40ss%3Aword@proxy.example.com:3128"],
      {
        name: "office",
        protocol: "http",
        config: { host: "proxy.example.com", port: 3128, username: "ada", password: "p@ss:word" },
      },
    ],
    [["https://[::1]"], { protocol: "https", config: { host: "::1", port: 443 } }],
    [
      ["http://ada@127.0.0.1:3128", "--name", "office", "--password", "hunter22"],
      {
        name: "office",
        protocol: "http",
        config: { host: "127.0.0.1", port: 3128, username: "ada", password: "hunter22" },
      },
    ],
  ])("takes the address %j", async (words, body) => {
    const { env, requests } = await server("POST /proxies");
    const result = await runHere(["proxies", "create", ...words, "-q"], { env });
    expect([result.code, result.stderr]).toEqual([0, ""]);
    expect(requests[0]?.json).toEqual({ type: "custom", ...body });
  });

  test.each<[string[], string]>([
    [["socks5://127.0.0.1:1080"], "<name>: must be http://HOST:PORT or https://HOST:PORT"],
    [["office", "127.0.0.1:3128"], "<url>: must be http://HOST:PORT"],
    [["office", "http://127.0.0.1:3128/path"], "and nothing behind the port"],
    [["office", "http://ada:50%@127.0.0.1:3128"], "<url>: has a user or password with a %"],
    [["office", "http://127.0.0.1:3128", "--port", "3129"], "--port: cannot be used together with <url>"],
    [["http://a:secret77@127.0.0.1:3128", "--password", "x"], "--password: cannot be used together with <name>"],
    [["office", "--name", "other", ...settings], "--name: cannot be used together with <name>"],
    [["office", "http://127.0.0.1:0"], "--port: must be 1 to 65535"],
  ])("refuses %j and repeats no password", async (words, message) => {
    const { env, requests } = await apiServer();
    const { code, stderr } = await runHere(["proxies", "create", ...words], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toMatch(/secret77|50%@/);
    expect(requests).toEqual([]);
  });

  test("reads the password from stdin, a file, a variable or --input, without the line break at its end", async () => {
    const home = temporaryHome();
    writeFileSync(join(home.dir, "password.txt"), "hunter22\n");
    const ways: { args: string[]; stdin?: string }[] = [
      { args: ["--password-stdin"], stdin: "hunter22\n" },
      { args: ["--password", "-"], stdin: "hunter22\r\n" },
      { args: ["--password", `@${join(home.dir, "password.txt")}`] },
      { args: ["--password", "env:PROXY_PASSWORD"] },
      { args: ["--input", "-"], stdin: '{"config":{"password":"hunter22"}}' },
    ];
    for (const { args, stdin } of ways) {
      const { env, requests } = await server("POST /proxies");
      const result = await runHere(["proxies", "create", ...withUser, ...args, "--debug"], {
        home,
        env: { ...env, PROXY_PASSWORD: "hunter22" },
        ...(stdin !== undefined && { stdin }),
      });
      expect([result.code, requests[0]?.json], result.stderr).toMatchObject([0, { config: { password: "hunter22" } }]);
      expect(result.stdout + result.stderr).not.toContain("hunter22");
      expect(result.stderr).toContain('"password":"***"');
    }
  });

  test.each(["--dry-run", "--print=curl", "--print=browserctl"])("%s shows no password", async (flag) => {
    const args = ["proxies", "create", ...withUser, "--password", "hunter22", ...flag.split("=")];
    const result = await runHere(args, {
      env: { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: "sk-x-0123456789" },
    });
    expect(result.stdout + result.stderr).toMatch(/127\.0\.0\.1|--print/);
    expect(result.stdout + result.stderr).not.toContain("hunter22");
  });

  test("asks for the password at a terminal and does not show it", async () => {
    const { env, requests } = await server("POST /proxies");
    const terminal = startCli(["proxies", "create", ...withUser], { env, tty: true });
    await terminal.shows("Password of ada (empty for none)");
    terminal.write("hunter22\r");
    const { code, stdout } = await terminal.done;
    expect([code, requests[0]?.json]).toMatchObject([0, { config: { password: "hunter22" } }]);
    expect(stdout).not.toContain("hunter22");
  });

  test.each<[string[], string]>([
    [["--host", "h:1", "--port", "1"], "--host: must be a host name or an IP address"],
    [["--host", "h", "--port", "70000"], "--port: must be 1 to 65535"],
    [[...withUser, "--password", "four"], "--password: must have at least 5 characters"],
    [[...withUser, "--password", "x", "--password-stdin"], "--password-stdin: cannot be used together with --password"],
    [[...settings, "--type", "vpn"], "--type: must be one of datacenter, isp, residential, mobile, custom"],
    [[...settings, "--bypass-host", "a:80"], "--bypass-host[0]: must be a host name"],
    [[...settings, "--ca-bundle", "@missing.pem"], "missing.pem"],
  ])("refuses %j before anything is sent", async (args, message) => {
    const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: "sk-x-0123456789" };
    const result = await runHere(["proxies", "create", ...args], { env });
    expect([2, 10]).toContain(result.code);
    expect(result.stderr).toContain(message);
    expect(result.stderr).not.toContain("four");
  });
});

describe("proxies check", () => {
  test("exits 0 for a proxy that works, and 8 with the reason for one that does not", async () => {
    const works = await server(`POST /proxies/${id}/check`, proxy({ status: "available" }));
    const fine = await runHere(["proxies", "check", id, "-o", "json"], { env: works.env });
    expect([fine.code, JSON.parse(fine.stdout).status]).toEqual([0, "available"]);
    const headers = { "x-browserctl-notice": encodeURIComponent("it refused"), "x-browserctl-local": "1" };
    const broken = await server(`POST /proxies/${id}/check`, proxy({ status: "unavailable" }), headers);
    const failed = await runHere(["proxies", "check", id, "--url", "https://example.com"], { env: broken.env });
    expect([failed.code, failed.stdout]).toEqual([8, expect.stringMatching(/^status\tunavailable$/m)]);
    expect(failed.stderr).toBe(`error: proxy ${id} is unavailable: it refused\n`);
    expect(broken.requests[0]?.json).toEqual({ url: "https://example.com" });
    const again = await server(`POST /proxies/${id}/check`, proxy({ status: "unavailable" }), headers);
    const asJson = await runHere(["proxies", "check", id, "-o", "json"], { env: again.env });
    expect([asJson.code, JSON.parse(asJson.stdout).status]).toEqual([8, "unavailable"]);
    expect(JSON.parse(asJson.stderr).error).toMatchObject({
      code: "proxy_unavailable",
      message: `proxy ${id} is unavailable: it refused`,
      reason: "it refused",
    });
  });
});

describe("--proxy", () => {
  test.each([
    ["office", { name: "office" }],
    [id, { id }],
    ["none", { mode: "direct" }],
  ])("of browsers create and update takes %s", async (word, choice) => {
    const created = await server("POST /browsers", session());
    expect((await runHere(["browsers", "create", "--proxy", word], { env: created.env })).code).toBe(0);
    expect(created.requests[0]?.json).toEqual({ proxy: choice });
    const updated = await server("PATCH /browsers/s1", session());
    expect((await runHere(["browsers", "update", "s1", "--proxy", word], { env: updated.env })).code).toBe(0);
    expect(updated.requests[0]?.json).toEqual({ proxy: choice });
  });
});
