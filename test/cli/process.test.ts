import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { commands } from "../../src/generate/all-commands.ts";
import { jsonError, program, quote, runCli, runHere, startCli, temporaryHome } from "../support/cli/run-cli.ts";
import { apiServer, session } from "../support/servers/api-server.ts";
import { token } from "../support/servers/loopback.ts";
import { proxyServer } from "../support/servers/proxy-server.ts";

const stalled = { request: "GET /browsers", answer: { stall: true } };

describe("words and help, in the built program", () => {
  test.each([
    [["--version"], 0, /^\d+\.\d+\.\d+\n$/],
    [["-V"], 0, /^\d+\.\d+\.\d+\n$/],
    [[], 0, /^Browsers for agents and scripts/],
    [["--help"], 0, /Start here:/],
    [["browsers", "--help"], 0, /^Browser sessions\.\n/],
    [["browsers", "get", "-h"], 0, /^Show a browser session\.\n/],
    [["help"], 0, /Start here:/],
    [["help", "browsers", "curl"], 0, /^Send an HTTP request/],
    [["help", "exit-codes"], 0, /^ {3}0 {2}ok|Exit codes:/],
    [["help", "environment"], 0, /BROWSERCTL_TOKEN_FILE/],
  ])("%j exits with %i and prints its text", async (args, code, stdout) => {
    const result = await runCli(args);
    expect([result.code, result.stderr]).toEqual([code, ""]);
    expect(result.stdout).toMatch(stdout);
  });
  test.each([
    [["nonsense"], /^error: unknown command "nonsense"\n/],
    [["browsers", "computer", "screenshto"], /did you mean "browsers computer screenshot"\?\n/],
    [["browsers"], /^error: "browsers" needs a command: /],
    [["browsers", "nonsense", "--help"], /^error: unknown command "nonsense"/],
    [["help", "nonsense"], /^error: there is no help on "nonsense"\n/],
  ])("%j is exit 2", async (args, stderr) => {
    const result = await runCli(args);
    expect([result.code, result.stdout]).toEqual([2, ""]);
    expect(result.stderr).toMatch(stderr);
  });
  test("errors are JSON even when the words themselves are wrong", async () => {
    for (const args of [
      ["browsers", "lst", "-o", "json"],
      ["--output=json", "nonsense"],
      ["-ojsonl", "browsers", "get"],
      ["browsers", "get", "s1", "-o", "json", "--bogus"],
      ["browsers", "get", "-o", "json", "--query"],
    ]) {
      expect(jsonError(await runCli(args)), args.join(" ")).toMatchObject({ code: "usage", exit_code: 2 });
    }
    expect(jsonError(await runCli(["nonsense"], { env: { BROWSERCTL_OUTPUT: "json" } })).exit_code).toBe(2);
  });
});

describe("ends", () => {
  test("--timeout during a stalled call is exit 6", async () => {
    const server = await apiServer({ ...stalled, times: 2 });
    const env = { ...server.env, BROWSERCTL_TIMEOUT: "3s" };
    const [byFlag, byVariable] = await Promise.all([
      runCli(["browsers", "list", "--timeout", "3s", "-o", "json"], { env: server.env }),
      runCli(["browsers", "list"], { env }),
    ]);
    expect(jsonError(byFlag)).toMatchObject({ exit_code: 6, message: "timed out after 3s (--timeout)" });
    expect(byVariable.code).toBe(6);
  });
  test.each<[NodeJS.Signals, number]>([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ])("%s during a stalled call is exit %i", async (signal, code) => {
    const server = await apiServer(stalled);
    const cli = startCli(["browsers", "list", "-o", "json"], { env: server.env });
    await server.received(1);
    cli.kill(signal);
    const result = await cli.done;
    expect(jsonError(result)).toMatchObject({ code: "interrupted", exit_code: code });
    expect([result.code, result.signal]).toEqual([code, null]);
  });
  test("SIGINT ends a command while an answer arrives, and while stdin is read", async () => {
    const server = await apiServer({
      request: "GET /x",
      answer: { body: "", headers: { "content-length": "1000", "content-type": "text/plain" } },
    });
    const cli = startCli(["api", "GET", "/x"], { env: server.env });
    await server.received(1);
    cli.kill("SIGINT");
    expect((await cli.done).code).toBe(130);
    const reading = startCli(["browsers", "create", "--input", "-"], { env: server.env, tty: true });
    await reading.shows("reading --input from the terminal; end with Ctrl-D");
    reading.write("\x03");
    expect((await reading.done).code).toBe(130);
  });
  test("a closed stdout ends the program quietly with exit 0", async () => {
    const server = await apiServer({ request: "GET /x", answer: { body: "line\n".repeat(1_000_000) } });
    const { env, dir } = temporaryHome();
    const line = `${quote(process.execPath)} ${quote(program)} api GET /x 2>err; echo "code $?" >code`;
    const { stdout } = await promisify(execFile)("sh", ["-c", `{ ${line}; } | head -1; cat code err`], {
      cwd: dir,
      env: { ...env, ...server.env },
    });
    expect(stdout).toBe("line\ncode 0\n");
  });
  test("a full disk under stdout is exit 10", () => {
    const { env } = temporaryHome();
    const out = execFileSync(
      "sh",
      ["-c", `${quote(process.execPath)} ${quote(program)} openapi 2>&1 >/dev/full; echo "code $?"`],
      { env },
    );
    expect(out.toString()).toMatch(/^error: cannot write to stdout: .*ENOSPC(?:.|\n)*code 10\n$/);
  });
});

describe("--debug", () => {
  test("--debug shows each attempt on stderr, never the token or a secret field", async () => {
    const failed = { status: 503, headers: { "retry-after": "0", "set-cookie": "sid=s3cret-a; Path=/s3cret-b" } };
    const server = await apiServer(
      { request: "GET /browsers", answer: failed, times: 2 },
      { request: "GET /browsers", answer: { json: [] } },
      { request: "POST /browsers/s1/curl", answer: { json: { status: 200, headers: {}, body: "b", duration_ms: 1 } } },
    );
    const list = await runCli(["browsers", "list", "--debug", "-o", "json"], { env: server.env });
    expect([list.code, list.stdout]).toEqual([0, "[]\n"]);
    for (const line of [
      `> GET ${server.url}/browsers\n`,
      "(attempt 2)",
      "(attempt 3)",
      "< 503 ",
      "< 200 ",
      "* attempt 2 in 0 ms",
      "> authorization: Bearer ***",
    ]) {
      expect(list.stderr).toContain(line);
    }
    const args = [
      "browsers",
      "curl",
      "s1",
      "https://example.com",
      "-d",
      "s3cret-c",
      "-H",
      "authorization: s3cret-d",
      "--debug",
    ];
    const curl = await runCli(args, { env: server.env });
    expect(curl.code).toBe(0);
    expect(list.stderr + curl.stderr).not.toMatch(new RegExp(`s3cret|${token}`));
  });
  test("--debug shows the stack of a failure and its causes", async () => {
    const result = await runCli(["browsers", "list", "--debug", "--timeout", "20s"], {
      env: { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: token },
    });
    expect(result.code).toBe(5);
    expect(result.stderr).toMatch(/\n +at /);
  });
});

describe("every command under -o json with HTTP_PROXY and CI=1", () => {
  // Further arguments of each command; the service answers every request with a session.
  const words: Record<string, string[]> = {
    "browsers get": ["s1"],
    "browsers update": ["s1", "--name", "x"],
    "browsers delete": ["s1"],
    "browsers run": ["--", "true"],
    "browsers curl": ["s1", "https://example.com"],
    "browsers computer screenshot": ["s1"],
    "local setup": ["--check", "--browser", "/nowhere"],
    "local start": ["--browser", "/nowhere"],
    "context use": ["x"],
    "context show": ["x"],
    "context add": ["x", "--base-url", "https://x.example.com"],
    "context remove": ["x"],
    "context rename": ["x", "y"],
    "config get": ["output"],
    "config set": ["output", "json"],
    "config unset": ["output"],
    login: ["--token-stdin"],
    api: ["GET", "/text"],
    completion: ["bash"],
    batch: ["none.ndjson"],
  };
  test.each(commands.map((spec) => spec.words))("%s answers in JSON and asks no proxy", async (name) => {
    const proxy = await proxyServer({});
    const all = createServer((request, response) => {
      request.resume();
      if (request.url === "/text") response.writeHead(200, { "content-type": "text/plain" }).end("not \u001b json");
      else if (request.url?.endsWith("screenshot"))
        response.writeHead(200, { "content-type": "image/png" }).end(Buffer.of(0x89, 0x50, 0, 0xff));
      else
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify({ ...session(), status: 200, headers: {}, body: "b" }));
    });
    all.listen(0, "127.0.0.1");
    await once(all, "listening");
    const { port } = all.address() as AddressInfo;
    try {
      const env = {
        BROWSERCTL_BASE_URL: `http://127.0.0.1:${port}`,
        BROWSERCTL_TOKEN: token,
        HTTP_PROXY: proxy.url,
        CI: "1",
      };
      const own = words[name] ?? [];
      const at = own.indexOf("--");
      const args = at === -1 ? [...own, "-o", "json"] : [...own.slice(0, at), "-o", "json", ...own.slice(at)];
      const result = await runHere([...name.split(" "), ...args], { env, stdin: "tok" });
      // The findings of doctor are its result, whatever it is.
      if (result.code === 0 || name === "doctor") {
        if (!["browsers run", "mcp"].includes(name))
          expect(() => JSON.parse(result.stdout) as unknown, result.stdout.slice(0, 200)).not.toThrow();
      } else expect(jsonError(result)).toMatchObject({ exit_code: result.code });
      expect(result.code).not.toBe(70);
      expect(proxy.asked).toEqual([]);
    } finally {
      all.closeAllConnections();
      all.close();
    }
  });
});
