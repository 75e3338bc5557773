import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { jsonError, runHere } from "../support/cli/run-cli.ts";
import { ensureDebianPackage } from "../support/screen/debian-package.ts";
import { apiServer, session } from "../support/servers/api-server.ts";
import { token } from "../support/servers/loopback.ts";

const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1/v1", BROWSERCTL_TOKEN: token };

async function dryRun(
  ...args: string[]
): Promise<{ method: string; url: string; headers: Record<string, string>; body?: unknown }> {
  const result = await runHere([...args, "--dry-run", "-o", "json"], { env });
  expect([result.code, result.stderr]).toEqual([0, ""]);
  return JSON.parse(result.stdout) as never;
}

describe("what flags and arguments make of the request", () => {
  test("duration flags accept values with and without a unit", async () => {
    const sent = async (...words: string[]) => (await dryRun(...words)).body;
    expect(await sent("browsers", "create", "--timeout-seconds", "10m")).toEqual({ timeout_seconds: 600 });
    expect(await sent("browsers", "create", "--timeout-seconds", "600")).toEqual({ timeout_seconds: 600 });
    expect(await sent("browsers", "computer", "move", "s1", "1", "2", "--duration-ms", "1s")).toMatchObject({
      duration_ms: 1000,
    });
    expect(await sent("browsers", "curl", "s1", "http://a/", "--request-timeout", "2500")).toMatchObject({
      timeout_ms: 2500,
    });
  });

  test("--timeout notes that the command has another limit, unless both are given", async () => {
    const create = (...words: string[]) => runHere(["browsers", "create", "--dry-run", ...words], { env });
    expect((await create("--timeout", "10m")).stderr).toBe(
      "note: --timeout limits the whole command; --timeout-seconds is another limit: seconds without a request or a connected client after which the session ends\n",
    );
    expect((await create("--timeout", "10m", "--timeout-seconds", "1h")).stderr).toBe("");
    expect((await runHere(["browsers", "list", "--dry-run", "--timeout", "10m"], { env })).stderr).toBe("");
  });

  test("path and query of a request are encoded", async () => {
    const id = "my profile/a?b#c%20😀";
    expect((await dryRun("browsers", "get", id)).url).toBe(`http://127.0.0.1:1/v1/browsers/${encodeURIComponent(id)}`);
    const { url } = await dryRun(
      "browsers",
      "list",
      "--search",
      "a b&c=d",
      "--tag",
      "team=a b",
      "--tag",
      "ünï=1",
      "--limit",
      "5",
    );
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      query: "a b&c=d",
      "tags[team]": "a b",
      "tags[ünï]": "1",
      limit: "5",
    });
    expect(url).toContain("tags%5Bteam%5D=");
  });
  test("typed flags make the body of a request", async () => {
    const { method, body, headers } = await dryRun(
      ...[
        "browsers",
        "create",
        "--headless",
        "--viewport",
        "1280x720@30",
        "--tag",
        "a=1",
        "--tag",
        "b=",
        "--timeout-seconds",
        "600",
      ],
    );
    expect(method).toBe("POST");
    expect(body).toEqual({
      headless: true,
      viewport: { width: 1280, height: 720, refresh_rate: 30 },
      tags: { a: "1", b: "" },
      timeout_seconds: 600,
    });
    expect(headers).toMatchObject({ "content-type": "application/json", accept: "application/json" });
  });
  test("a request without fields has neither body nor content type", async () => {
    const { body, headers } = await dryRun("browsers", "create");
    expect([body, headers["content-type"]]).toEqual([undefined, undefined]);
  });
  test("flags that clear a field send empty values", async () => {
    expect((await dryRun("browsers", "update", "s1", "--clear-tags", "--clear-name")).body).toEqual({
      tags: {},
      name: "",
    });
  });
  test("a deprecated field of --input is sent, with a warning that names its replacement", async () => {
    const input = '{"proxy_id":"p1","disable_default_proxy":true}';
    const words = ["browsers", "update", "s1", "--input", input, "--dry-run", "-o", "json"];
    const { stdout, stderr } = await runHere(words, { env });
    expect(JSON.parse(stdout).body).toEqual({ proxy_id: "p1", disable_default_proxy: true });
    expect(stderr).toBe(
      "warning: --input: proxy_id is deprecated; use proxy\nwarning: --input: disable_default_proxy is deprecated; use proxy.mode\n",
    );
    expect((await runHere([...words, "-q"], { env })).stderr).toBe("");
  });

  test("the project is sent as a header, encoded as UTF-8 if it is not ASCII", async () => {
    expect((await dryRun("browsers", "list", "--project", "web")).headers["x-kernel-project"]).toBe("web");
    expect((await dryRun("browsers", "list", "--project", "日本")).headers["x-kernel-project"]).toBe("日本");
    expect((await dryRun("browsers", "list")).headers["x-kernel-project"]).toBeUndefined();
  });
  test("the preview of a delete shows every session", async () => {
    const result = await runHere(["browsers", "delete", "s1", "s2", "--dry-run", "-o", "json"], { env });
    expect(result.stdout).toContain("/browsers/s1");
    expect(result.stdout).toContain("/browsers/s2");
  });
});

describe("everything wrong is said at once, before the network", () => {
  test("problems of flags, values, limits and missing arguments are reported together", async () => {
    const args = ["browsers", "curl", "--request-timeout", "5ms", "-X", "GTE", "--bogus", "--limit"];
    const { code, stderr } = await runHere(args, { env });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: \d problems with the input\n/);
    for (const part of ["--limit: ", "--bogus: unknown flag", "--method: must be one of GET, "])
      expect(stderr).toContain(part);
    expect(stderr).toContain("hint: browserctl browsers curl --help");
  });
  test("a problem names the typed flag of a field", async () => {
    const args = [
      "browsers",
      "create",
      "--timeout-seconds",
      "1",
      "--viewport",
      "0x20000",
      "--name",
      "x".repeat(256),
      "-o",
      "json",
    ];
    const error = jsonError(await runHere(args, { env }));
    expect((error["details"] as { message: string }[]).map(({ message }) => message).sort()).toEqual([
      "--name: must have 1 to 255 characters, not 256",
      "--timeout-seconds: must be 10s to 3d, not 1s",
      "--viewport.height: must be 1 to 16384, not 20000",
      "--viewport.width: must be 1 to 16384, not 0",
    ]);
  });
  test("length limits count code points, not bytes", async () => {
    expect((await dryRun("browsers", "create", "--name", "😀".repeat(255))).body).toEqual({ name: "😀".repeat(255) });
  });
  test("an id of dots alone is refused, because it would change the path", async () => {
    expect(jsonError(await runHere(["proxies", "get", "..", "-o", "json"], { env })).message).toBe(
      '<id>: ".." would change the path of the request',
    );
    for (const id of [".", ".."]) {
      expect(jsonError(await runHere(["browsers", "get", id, "-o", "json"], { env })).message).toBe(
        `<id_or_name>: "${id}" would change the path of the request; give the id of what has this name`,
      );
    }
    expect(jsonError(await runHere(["browsers", "get", "", "-o", "json"], { env })).message).toBe(
      "<id_or_name>: must not be empty",
    );
  });
  test("a bad --query, --fields or --timeout never reaches the service", async () => {
    const server = await apiServer();
    const bad = [
      ["--query", "["],
      ["--fields", "a,,b"],
      ["--timeout", "soon"],
      ["-o", "xml"],
      ["--print", "wget"],
    ];
    for (const words of bad) {
      const { code, stdout, stderr } = await runHere(["browsers", "list", ...words], { env: server.env });
      expect([code, stdout], stderr).toEqual([2, ""]);
      expect(stderr).toContain(words[0]?.replace("-o", "--output"));
    }
    expect(server.requests).toEqual([]);
  });
});

describe("--dry-run and --print curl", () => {
  test("--dry-run and --print curl show neither the token, a secret field, nor a header of the target", async () => {
    const args = [
      "browsers",
      "curl",
      "s1",
      "https://example.com",
      "-d",
      "hunter2",
      "-H",
      "Authorization: Basic c2VjcmV0",
    ];
    for (const [sign, ...flag] of [
      ["***", "--dry-run"],
      ["***", "--dry-run", "-o", "json"],
      [":?}", "--print", "curl"],
    ] as const) {
      const { stdout, code } = await runHere([...args, ...flag], { env });
      expect(code).toBe(0);
      expect(stdout).not.toMatch(new RegExp(`${token}|hunter2|c2VjcmV0`));
      expect(stdout).toContain(sign);
    }
  });
  test("--dry-run and --print curl mask headers of a raw call", async () => {
    const args = ["api", "GET", "/x", "-H", "Cookie: sid=secret1; b=secret2", "-H", "Authorization: Basic secret3"];
    for (const flag of [["--dry-run"], ["--print", "curl"]]) {
      expect((await runHere([...args, ...flag], { env })).stdout).not.toMatch(/secret/);
    }
  });

  const sh = async (line: string): Promise<string> => {
    const options = { env: { PATH: process.env["PATH"] ?? "", BROWSERCTL_TOKEN: token } };
    await ensureDebianPackage("curl");
    return (await promisify(execFile)("sh", ["-c", `${line} -sS`], options)).stdout;
  };

  test("the line of --print curl makes the call", async () => {
    const name = `it's "$HOME" \`id\` \\ 😀`;
    const args = ["browsers", "create", "--name", name, "--tag", "a=$(id)", "--project", "日本"];
    const body = { name, tags: { a: "$(id)" } };
    const server = await apiServer({ request: "POST /browsers", answer: { json: session() } });
    const { stdout: line } = await runHere([...args, "--print", "curl"], { env: server.env });
    expect(JSON.parse(await sh(line.trimEnd()))).toEqual(session());
    expect(server.requests[0]).toMatchObject({ method: "POST", json: body });
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "x-kernel-project": Buffer.from("日本").toString("latin1"),
    });
  });
  test("the line of --print curl works with brackets and braces in the address, and for HEAD", async () => {
    const server = await apiServer(
      { request: "GET /browsers?tags[team]=a&query={x,y}", answer: { json: [] } },
      { request: "HEAD /browsers", answer: { headers: { "x-yes": "1" } } },
      { request: "DELETE /browsers/a%20b", answer: { status: 204 } },
    );
    const lines = await Promise.all(
      [
        ["GET", "/browsers?tags[team]=a&query={x,y}"],
        ["HEAD", "/browsers"],
        ["DELETE", "/browsers/a%20b"],
      ].map(async (words) =>
        (await runHere(["api", ...words, "--print", "curl"], { env: server.env })).stdout.trimEnd(),
      ),
    );
    for (const line of lines) await sh(line);
    expect(server.requests).toHaveLength(3);
  });
});
