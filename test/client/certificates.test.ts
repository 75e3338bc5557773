import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliResult, jsonError, runCli, temporaryHome } from "../support/cli/run-cli.ts";
import { apiServer, session } from "../support/servers/api-server.ts";
import { token } from "../support/servers/loopback.ts";
import { certificate, tlsServer } from "../support/servers/tls-server.ts";

const run = (url: string, env: Record<string, string> = {}): Promise<CliResult> =>
  runCli(["browsers", "list", "-o", "json"], { env: { BROWSERCTL_BASE_URL: url, BROWSERCTL_TOKEN: token, ...env } });

describe("certificates", () => {
  test("a certificate of an unknown authority is refused before the token is sent, with a hint", async () => {
    const server = await tlsServer("trusted", []);
    const error = jsonError(await run(server.url));
    expect(error).toMatchObject({ exit_code: 5, hint: expect.stringContaining("NODE_EXTRA_CA_CERTS") });
    expect(error.message).toContain("TLS");
    expect(server.tokens).toEqual([]);
  });
  test.each(["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"])("%s adds a certificate authority", async (name) => {
    const server = await tlsServer("trusted", [session()]);
    const result = await run(server.url, { [name]: certificate("trusted") });
    expect([result.code, result.stderr]).toEqual([0, ""]);
    expect(server.tokens).toEqual([`Bearer ${token}`]);
  });
  test.each(["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"])(
    "%s may be a bundle with the right authority last",
    async (name) => {
      const home = temporaryHome();
      const bundle = join(home.dir, "ca.pem");
      writeFileSync(
        bundle,
        ["elsewhere", "unknown", "trusted"]
          .map((each) => readFileSync(certificate(each as "trusted"), "utf8"))
          .join("\n"),
      );
      const server = await tlsServer("trusted", []);
      const result = await run(server.url, { [name]: bundle });
      expect([result.code, result.stderr]).toEqual([0, ""]);
    },
  );
  test("a certificate of another host and an expired one are always refused", async () => {
    for (const name of ["elsewhere", "expired"] as const) {
      const server = await tlsServer(name, []);
      expect(jsonError(await run(server.url, { NODE_EXTRA_CA_CERTS: certificate(name) })).exit_code, name).toBe(5);
      expect(server.tokens).toEqual([]);
    }
  });
  test("a certificate file that is missing or has no certificate is exit 10", async () => {
    const home = temporaryHome();
    writeFileSync(join(home.dir, "empty.pem"), "nothing\n");
    const server = await tlsServer("trusted", []);
    for (const path of [join(home.dir, "nowhere.pem"), join(home.dir, "empty.pem")]) {
      const error = jsonError(await run(server.url, { SSL_CERT_FILE: path }));
      expect(error).toMatchObject({ exit_code: 10, message: expect.stringContaining("SSL_CERT_FILE") });
    }
    expect(server.tokens).toEqual([]);
  });
  test("a redirect from https to plain http never gets the token", async () => {
    const plain = await apiServer({ request: "GET /browsers", answer: { json: [] }, times: "any" });
    const server = await tlsServer("trusted", undefined, `${plain.url}/browsers`);
    await run(server.url, { NODE_EXTRA_CA_CERTS: certificate("trusted") });
    expect(server.tokens).toEqual([`Bearer ${token}`]);
    expect(plain.requests.map(({ headers }) => headers.authorization).filter(Boolean)).toEqual([]);
  });
  test("https to a port that speaks http is exit 5", async () => {
    const server = await apiServer();
    expect(jsonError(await run(server.url.replace("http:", "https:").replace("127.0.0.1", "localhost")))).toMatchObject(
      { exit_code: 5 },
    );
  });
});

describe("plain http to another machine", () => {
  test("plain http to another machine is refused before anything is sent, each time", async () => {
    const error = jsonError(await run("http://browsers.example.com"));
    expect(error).toMatchObject({
      code: "insecure_http",
      exit_code: 2,
      hint: expect.stringContaining("--insecure-http"),
    });
  });
});
