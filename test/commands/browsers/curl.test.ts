import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type CliResult,
  type HereOptions,
  jsonError,
  runCli,
  runHere,
  temporaryHome,
} from "../../support/cli/run-cli.ts";
import { type Answer, apiServer, type Seen } from "../../support/servers/api-server.ts";

const url = "https://example.com/";

interface Target {
  status?: number;
  headers?: Record<string, string[] | string>;
  body?: string | Uint8Array;
}

/** A service whose browser gets this answer of the target, in the encoding that was asked for. */
function target({ status = 200, headers = {}, body = "" }: Target) {
  return (request: Seen): Answer => {
    const encoding =
      (request.json as { response_encoding?: string }).response_encoding === "base64" ? "base64" : "utf8";
    return { json: { status, headers, body: Buffer.from(body).toString(encoding), duration_ms: 5 } };
  };
}

async function curl(
  answer: Target,
  args: readonly string[] = [],
  options: HereOptions = {},
): Promise<CliResult & { sent: Record<string, unknown> }> {
  const server = await apiServer({ request: "POST /browsers/s1/curl", answer: target(answer) });
  const result = await runHere(["browsers", "curl", "s1", url, ...args], {
    ...options,
    env: { ...server.env, ...options.env },
  });
  return { ...result, sent: server.requests[0]?.json as Record<string, unknown> };
}

async function refused(args: readonly string[], options: HereOptions = {}): Promise<Record<string, unknown>> {
  const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" };
  return jsonError(await runHere(["browsers", "curl", "s1", url, "-o", "json", ...args], { ...options, env }));
}

describe("the request", () => {
  const wanted: [readonly string[], Record<string, unknown>][] = [
    [[], { url, response_encoding: "base64" }],
    [["-o", "json"], { url }],
    [["-o", "json", "--response-encoding", "base64"], { url, response_encoding: "base64" }],
    [["-X", "delete"], { url, method: "DELETE", response_encoding: "base64" }],
    [["-I"], { url, method: "HEAD", response_encoding: "base64" }],
    [["--request-timeout", "5s"], { url, timeout_ms: 5000, response_encoding: "base64" }],
    [
      ["-H", "Accept: a", "-H", "accept: b", "-H", "X: y"],
      { url, headers: { Accept: "a, b", X: "y" }, response_encoding: "base64" },
    ],
    [
      ["-d", "a=1"],
      {
        url,
        method: "POST",
        body: "a=1",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        response_encoding: "base64",
      },
    ],
    [
      ["-X", "PUT", "-d", "{}", "-H", "Content-Type: application/json"],
      { url, method: "PUT", body: "{}", headers: { "Content-Type": "application/json" }, response_encoding: "base64" },
    ],
  ];
  test.each(wanted)("browsers curl makes the request of %j", async (args, sent) => {
    expect((await curl({}, args)).sent).toEqual(sent);
  });
  test("browsers curl reads data from a file, stdin and a variable, and headers from a file", async () => {
    const home = temporaryHome();
    writeFileSync(join(home.dir, "order.json"), '{"a":"ü"}\n');
    writeFileSync(join(home.dir, "headers"), "X-A: 1\r\n\r\nContent-Type: text/plain\n");
    const { sent } = await curl({}, ["-d", "@order.json", "-H", "@headers"], { home });
    expect(sent).toMatchObject({ body: '{"a":"ü"}\n', headers: { "X-A": "1", "Content-Type": "text/plain" } });
    expect((await curl({}, ["-d", "-"], { stdin: "in" })).sent["body"]).toBe("in");
    expect((await curl({}, ["-d", "env:D"], { env: { D: "var" } })).sent["body"]).toBe("var");
  });
  test("flags of browsers curl override --input", async () => {
    const input = JSON.stringify({ method: "PATCH", body: "from input", headers: { A: "1" }, timeout_ms: 2000 });
    expect((await curl({}, ["--input", input, "-H", "B: 2", "--request-timeout", "3s"])).sent).toMatchObject({
      method: "PATCH",
      body: "from input",
      headers: { A: "1", B: "2" },
      timeout_ms: 3000,
    });
  });
  test.each<[readonly string[], RegExp]>([
    [["-X", "GET", "-d", "x"], /--data: GET has no body; use POST, PUT or PATCH/],
    [["-I", "-d", "x"], /--data: HEAD has no body/],
    [["-H", "x"], /--header: must be 'NAME: VALUE'/],
    [["-H", "@nowhere"], /cannot read "nowhere"/],
    [["--request-timeout", "61s"], /--request-timeout: must be 1s to 1m, not 61s/],
    [["-i"], /--include: is part of the result with -o json/],
    [["-X", "BREW"], /--method: must be one of GET/],
  ])("%j is refused before the network", async (args, message) => {
    expect((await refused(args))["message"]).toMatch(message);
  });
  test("browsers curl accepts only http and https", async () => {
    const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" };
    for (const bad of ["ftp://x", "file:///etc/passwd", "example.com", "https:///x", ""]) {
      const error = jsonError(await runHere(["browsers", "curl", "s1", bad, "-o", "json"], { env }));
      expect(error.message, bad).toMatch(/^<url>: must be an http or https URL/);
    }
  });
});

describe("the body", () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256);
  test("the body goes into a pipe byte for byte, from the built program", async () => {
    const server = await apiServer({ request: "POST /browsers/s1/curl", answer: target({ body: bytes }) });
    const result = await runCli(["browsers", "curl", "s1", url], { env: server.env });
    expect([result.code, result.stderr]).toEqual([0, ""]);
    expect(result.bytes.equals(bytes)).toBe(true);
  });
  test("a text body gets no newline added in a pipe", async () => {
    expect((await curl({ body: "no newline" })).stdout).toBe("no newline");
    expect((await curl({ body: "" })).stdout).toBe("");
    expect((await curl({ body: "\u001b[2J" })).stdout).toBe("\u001b[2J");
  });
  test("a text body at a terminal is escaped and ends with a newline", async () => {
    const tty = { stdout: true };
    expect((await curl({ body: "a\u001b[2Jb" }, [], { tty })).stdout).toBe("a␛[2Jb\n");
    expect((await curl({ body: "" }, [], { tty })).stdout).toBe("");
  });
  test("a binary body is refused at a terminal, and saved with --out", async () => {
    const home = temporaryHome();
    const result = await curl({ body: bytes, headers: { "content-type": ["image/png"] } }, [], {
      tty: { stdout: true },
    });
    expect([result.code, result.stdout]).toEqual([2, ""]);
    expect(result.stderr).toContain("the body is binary (image/png, 70000 bytes) and stdout is a terminal");
    await curl({ body: bytes }, ["--out", "f"], { tty: { stdout: true }, home });
    expect(readFileSync(join(home.dir, "f")).equals(bytes)).toBe(true);
  });
  test("--out - writes to stdout, also with -o json; --out FILE with -o json prints the saved file", async () => {
    const home = temporaryHome();
    expect((await curl({ body: "x" }, ["--out", "-"])).stdout).toBe("x");
    expect((await curl({ body: "x" }, ["--out", "-", "-o", "json"])).stdout).toBe("x");
    const saved = await curl({ body: bytes }, ["--out", "f", "-o", "json"], { home });
    expect(JSON.parse(saved.stdout)).toEqual({ path: join(home.dir, "f"), bytes: 70_000 });
    expect(readFileSync(join(home.dir, "f")).equals(bytes)).toBe(true);
  });
  test("--out of browsers curl keeps an existing file", async () => {
    const home = temporaryHome();
    writeFileSync(join(home.dir, "f"), "old");
    expect((await curl({ body: "new" }, ["--out", "f"], { home })).code).toBe(10);
    expect(readFileSync(join(home.dir, "f"), "utf8")).toBe("old");
    expect((await curl({ body: "new" }, ["--out", "f", "--force"], { home })).code).toBe(0);
    expect(readFileSync(join(home.dir, "f"), "utf8")).toBe("new");
  });
  test("the result under -o json is the API's answer", async () => {
    const { stdout } = await curl({ status: 404, body: "ü", headers: { a: ["1", "2"] } }, ["-o", "json"]);
    expect(JSON.parse(stdout)).toEqual({ status: 404, headers: { a: ["1", "2"] }, body: "ü", duration_ms: 5 });
    expect((await curl({ status: 404 }, ["--query", "status"])).stdout).toBe("404\n");
  });
});

describe("headers and failures of the target", () => {
  const headers = { "content-type": ["text/plain"], "set-cookie": ["a=1", "b=2"] };
  test("-i prints headers before the body, -I prints only headers, one line for each value", async () => {
    const head = "HTTP 200\ncontent-type: text/plain\nset-cookie: a=1\nset-cookie: b=2\n\n";
    expect((await curl({ headers, body: "x" }, ["-i"])).stdout).toBe(`${head}x`);
    // Some services send the one value of a header as a text.
    const texts = { "content-type": "text/plain", "x-none": [], "set-cookie": ["a=1", "b=2"] };
    const lines = "HTTP 200\ncontent-type: text/plain\nset-cookie: a=1\nset-cookie: b=2\n\n";
    for (const flag of ["-i", "-I"]) {
      expect(await curl({ headers: texts, body: "x" }, [flag])).toMatchObject({ code: 0, stdout: `${lines}x` });
    }
    expect(JSON.parse((await curl({ headers: texts }, ["-o", "json"])).stdout)).toMatchObject({ headers: texts });
    const binary = { headers: { "content-type": "image/png" }, body: Buffer.from([0, 1]) };
    expect((await curl(binary, [], { tty: { stdout: true } })).stderr).toContain(
      "the body is binary (image/png, 2 bytes)",
    );
    expect((await curl({ headers }, ["-I"])).stdout).toBe(head);
  });
  test("a hostile header cannot add lines, and is escaped at a terminal and in a pipe", async () => {
    const evil = { "x-a": ["1\r\nx-b: 2\u001b[2J"] };
    expect((await curl({ headers: evil }, ["-I"])).stdout).toBe("HTTP 200\nx-a: 1␍␊x-b: 2␛[2J\n\n");
    expect((await curl({ headers: evil }, ["-I"], { tty: { stdout: true } })).stdout).not.toContain("\u001b");
  });
  test("a 4xx or 5xx of the target is exit 0 without --fail", async () => {
    expect(await curl({ status: 500, body: "oops" })).toMatchObject({ code: 0, stdout: "oops", stderr: "" });
  });
  test("--fail is exit 22 without the body, --fail-with-body with it", async () => {
    expect(await curl({ status: 404, body: "oops" }, ["--fail"])).toMatchObject({
      code: 22,
      stdout: "",
      stderr: "error: the target answered 404\n",
    });
    expect(await curl({ status: 404, body: "oops" }, ["--fail-with-body"])).toMatchObject({ code: 22, stdout: "oops" });
    expect(await curl({ status: 399, body: "fine" }, ["--fail"])).toMatchObject({ code: 0, stdout: "fine" });
    const json = await curl({ status: 404 }, ["--fail", "-o", "json"]);
    expect(jsonError(json)).toMatchObject({ exit_code: 22, status: 404 });
  });
  test("--fail leaves no file", async () => {
    const home = temporaryHome();
    expect((await curl({ status: 404, body: "oops" }, ["--fail", "--out", "f"], { home })).code).toBe(22);
    expect(existsSync(join(home.dir, "f"))).toBe(false);
  });
});

describe("curl's --write-out and --dump-header", () => {
  const answer = {
    status: 201,
    headers: { "Content-Type": ["text/plain"], "set-cookie": ["a=1", "b=2"] },
    body: "made",
  };

  test("--write-out prints after the body, with the variables of curl", async () => {
    const format =
      "\\n%{http_code} %{size_download} %{time_total} %{content_type} %{method} %header{Set-Cookie} 100%%\\n";
    const { code, stdout } = await curl(answer, ["-d", "x", "-w", format]);
    expect([code, stdout]).toEqual([0, "made\n201 4 0.005000 text/plain POST a=1 100%\n"]);
  });

  test("--write-out comes after the result of --out", async () => {
    const home = temporaryHome();
    const { stdout } = await curl(answer, ["--out", "made.txt", "-w", "%{response_code}"], { home, cwd: home.dir });
    expect(stdout).toContain("201");
    expect(readFileSync(join(home.dir, "made.txt"), "utf8")).toBe("made");
  });

  test("--dump-header writes status and headers to a file, or before the body", async () => {
    const home = temporaryHome();
    const dumped = "HTTP 201\nContent-Type: text/plain\nset-cookie: a=1\nset-cookie: b=2\n\n";
    const { stdout } = await curl(answer, ["-D", "head.txt"], { home, cwd: home.dir });
    expect([stdout, readFileSync(join(home.dir, "head.txt"), "utf8")]).toEqual(["made", dumped]);
    const again = await curl(answer, ["-D", "head.txt"], { home, cwd: home.dir });
    expect(again.code).toBe(10);
    expect((await curl(answer, ["-D", "-"])).stdout).toBe(`${dumped}made`);
  });

  test("--write-out refuses variables that a session does not know", async () => {
    expect(await refused(["-w", "%{ssl_verify_result}", "--out", "x"])).toMatchObject({
      message: expect.stringContaining("has no variable %{ssl_verify_result}"),
    });
    expect(await refused(["-w", "%{http_code}"])).toMatchObject({
      message: expect.stringContaining("cannot be used together with -o json"),
    });
  });
});
