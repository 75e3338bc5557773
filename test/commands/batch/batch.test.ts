import { execFileSync } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { batchResultSchema } from "../../../src/commands/batch/lib/schema.ts";
import { type CliResult, type HereOptions, runHere, startCli, temporaryHome } from "../../support/cli/run-cli.ts";
import { apiServer, session } from "../../support/servers/api-server.ts";
import { onLoopback } from "../../support/servers/loopback.ts";
import { until } from "../../support/until.ts";

type Line = readonly string[] | object;

const valid = new Ajv2020({ strict: false }).compile(batchResultSchema);

function ndjson(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** The result lines, each checked against the schema. */
function resultsOf({ stdout }: Pick<CliResult, "stdout">): Record<string, unknown>[] {
  const results = stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const result of results) expect(valid(result), JSON.stringify([result, valid.errors])).toBe(true);
  return results;
}

async function batch(lines: readonly Line[], options: HereOptions = {}, ...flags: string[]) {
  const result = await runHere(["batch", ...flags], { ...options, stdin: ndjson(lines) });
  return { ...result, results: resultsOf(result) };
}

/** A service with sessions of every name; `/browsers/slow` is answered by {@link release} and `missing` is 404. */
async function sessions() {
  const stalled: ServerResponse[] = [];
  const seen: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers["x-kernel-project"] ?? "-"}`);
    const name = request.url?.split("/")[2] ?? "";
    if (name === "slow") return void stalled.push(response);
    const [status, value] =
      name === "missing" ? [404, { code: "not_found", message: "there is no session" }] : [200, session(name)];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  });
  server.on("connection", () => {
    connections += 1;
  });
  const { env, url } = await onLoopback(server);
  return {
    env,
    url,
    seen,
    get connections() {
      return connections;
    },
    stalled: (count: number) => until(() => stalled.length >= count, { what: () => `${count} stalled requests` }),
    release: () => {
      for (const response of stalled.splice(0))
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(session("slow")));
    },
  };
}

const get = (name: string, ...flags: string[]): string[] => ["browsers", "get", name, ...flags];

test("each line gives its result or error, in order, over one connection; the first failure is the exit code", async () => {
  const server = await sessions();
  const { code, results, stderr } = await batch(
    [get("a"), { args: get("missing"), id: [1] }, ["brwsers", "get"], get("b", "--fields", "session_id,nope"), {}],
    { env: server.env },
  );
  expect(results).toEqual([
    { line: 1, exit_code: 0, result: session("a") },
    {
      line: 2,
      id: [1],
      exit_code: 4,
      error: {
        code: "not_found",
        message: "there is no session",
        details: [],
        http_status: 404,
        exit_code: 4,
        hint: "browserctl browsers list",
      },
    },
    {
      line: 3,
      exit_code: 2,
      error: expect.objectContaining({ message: 'unknown command "brwsers"; did you mean "browsers get"?' }),
    },
    { line: 4, exit_code: 0, result: { session_id: "b" }, notes: ["note: the result has no field nope"] },
    { line: 5, exit_code: 2, error: expect.objectContaining({ code: "bad_line" }) },
  ]);
  expect(code).toBe(4);
  expect(stderr).toBe("error: 3 of 5 lines failed; the first is line 2\n");
  expect(server.connections).toBe(1);
});

test("a batch without lines succeeds, and a missing file is exit 10", async () => {
  const { code, stdout, stderr } = await batch([]);
  expect([code, stdout, stderr]).toEqual([0, "", ""]);
  const missing = await runHere(["batch", "none.ndjson"]);
  expect([missing.code, missing.stderr]).toEqual([10, 'error: cannot read "none.ndjson": no such file or directory\n']);
});

test("a file is read, and --query chooses from each output line", async () => {
  const home = temporaryHome();
  writeFileSync(join(home.dir, "lines"), ndjson([get("a"), get("missing")]));
  const { env } = await sessions();
  const { stdout, code } = await runHere(["batch", "lines", "--query", "{l: line, x: exit_code}"], { env, home });
  expect([code, stdout]).toEqual([4, '{"l":1,"x":0}\n{"l":2,"x":4}\n']);
});

test("flags of the batch hold for every line that has none of its own", async () => {
  const [server, other] = [await sessions(), await sessions()];
  const { code } = await batch(
    [get("a"), get("b", "--project", "p2"), get("c", "--base-url", other.url), ["config", "list"]],
    { env: { ...other.env, BROWSERCTL_BASE_URL: undefined } },
    ...["--base-url", server.url, "--project", "p1", "--allow", "secrets"],
  );
  expect(code).toBe(0);
  expect(server.seen).toEqual(["GET /browsers/a p1", "GET /browsers/b p2"]);
  expect(other.seen).toEqual(["GET /browsers/c p1"]);
});

test("--dry-run shows the request of each line, and changes nothing", async () => {
  const server = await apiServer();
  const home = temporaryHome();
  const { code, results } = await batch(
    [get("a"), ["browsers", "delete", "a"], ["context", "add", "x", "--base-url", "http://127.0.0.1:1"]],
    { env: server.env, home },
    "--dry-run",
  );
  expect(results[0]).toMatchObject({ exit_code: 0, result: { method: "GET", url: `${server.url}/browsers/a` } });
  expect(results[1]).toMatchObject({ exit_code: 0, result: { method: "DELETE" } });
  expect(results[2]).toMatchObject({ exit_code: 2, error: { code: "not_in_batch" } });
  expect(code).toBe(2);
  expect((await runHere(["context", "list", "-o", "json"], { home })).stdout).toBe("[]\n");
});

test("a question needs --yes in the line or on the batch", async () => {
  const server = await apiServer(
    { request: "GET /browsers/a", answer: { json: session("a") } },
    { request: "DELETE /browsers/b", answer: { status: 204 } },
    { request: "DELETE /browsers/c", answer: { status: 204 } },
  );
  const asks = await batch(
    [
      ["browsers", "delete", "a"],
      ["browsers", "delete", "b", "-y"],
    ],
    { env: server.env },
  );
  expect(asks.results[0]).toMatchObject({
    exit_code: 2,
    error: { message: expect.stringMatching(/^Confirmation needed: .* Add --yes\.$/) },
  });
  expect(asks.results[1]).toMatchObject({ exit_code: 0 });
  expect((await batch([["browsers", "delete", "c"]], { env: server.env }, "--yes")).code).toBe(0);
});

test.each([
  [["batch"], "streams of a process of its own"],
  [["browsers", "run", "--", "ls"], "streams of a process of its own"],
  [["browsers", "fs", "watch", "a", "/tmp"], "it does not end by itself; give it a --timeout"],
  [["browsers", "get", "a", "--watch", "2s"], "with --watch it does not end by itself"],
  [["local", "logs", "-f"], "it does not end by itself with --follow; give it a --timeout"],
  [["local", "start", "--foreground"], "it does not end by itself with --foreground; give it a --timeout"],
  [["browsers", "--help"], "help and --version are no commands"],
  [["help", "output"], "help and --version are no commands"],
  [["--version"], "help and --version are no commands"],
  [["browsers", "fs", "write", "a", "/tmp/x", "-"], 'the line has no stdin; give it as {"args": […], "stdin": "…"}'],
])("batch %j is refused", async (words, message) => {
  const { results } = await batch([words]);
  expect(results).toMatchObject([{ exit_code: 2, error: { message: expect.stringContaining(message) } }]);
});

test("stdin of a line is passed to its command", async () => {
  const server = await apiServer({
    request: "PUT /browsers/a/fs/write_file?path=%2Ftmp%2Fx",
    answer: { status: 201 },
  });
  const line = { args: ["browsers", "fs", "write", "a", "/tmp/x", "-"], stdin: "grüße" };
  const { results } = await batch([line], { env: server.env });
  expect(results).toMatchObject([{ exit_code: 0 }]);
  expect(server.requests[0]?.text).toBe("grüße");
});

test("a result that is text is a string, and one that is not UTF-8 is base64", async () => {
  const binary = Buffer.from([0xff, 0xfe, 0]);
  const answer = (body: string | Buffer) => ({ body, headers: { "content-type": "text/plain" } });
  const server = await apiServer(
    { request: "GET /text", answer: answer("grüße\n") },
    { request: "GET /bytes", answer: answer(binary) },
    { request: "GET /browsers/a", answer: { json: session("a") } },
  );
  const lines = [
    ["api", "GET", "/text"],
    ["api", "GET", "/bytes", "--out", "-"],
    get("a", "-o", "env", "--fields", "session_id"),
  ];
  const { results } = await batch(lines, { env: server.env }, "--allow", "secrets");
  expect(results).toEqual([
    { line: 1, exit_code: 0, result: "grüße\n" },
    { line: 2, exit_code: 0, base64: binary.toString("base64") },
    { line: 3, exit_code: 0, result: "export BROWSERCTL_BROWSER_ID='a'\n" },
  ]);
});

test("--timeout of a line ends only that line", async () => {
  const server = await sessions();
  const { results } = await batch([get("slow", "--timeout", "50ms"), get("a")], { env: server.env }, "-c", "2");
  expect(results).toMatchObject([
    { exit_code: 6, error: { message: "timed out after 50ms (--timeout)" } },
    { exit_code: 0 },
  ]);
});

test("--timeout of the batch ends the lines that run, and reports them", async () => {
  const server = await sessions();
  const { code, results, stderr } = await batch(
    [get("a"), get("slow"), get("b")],
    { env: server.env },
    "--timeout",
    "300ms",
  );
  expect(code).toBe(6);
  expect(results.map(({ exit_code }) => exit_code)).toEqual([0, 6]);
  expect(stderr).toContain("2 lines ended, 1 of them with an error; no other line was started");
});

test("--stop-on-error starts nothing after a failure", async () => {
  const server = await sessions();
  const { code, results, stderr } = await batch(
    [get("a"), get("missing"), get("b")],
    { env: server.env },
    "--stop-on-error",
  );
  expect([code, results.length]).toEqual([4, 2]);
  expect(stderr).toContain("1 of 2 lines failed; the first is line 2; nothing was started after it (--stop-on-error)");
  expect(server.seen.length).toBe(2);
});

test("--unordered prints results as they are ready, and -c 2 runs two lines at once", async () => {
  const server = await sessions();
  const running = startCli(["batch", "-c", "2", "--unordered"], {
    env: server.env,
    stdin: ndjson([get("slow"), get("a"), get("b")]),
  });
  await running.shows('"line":3');
  server.release();
  const { stdout } = await running.done;
  expect(resultsOf({ stdout }).map(({ line }) => line)).toEqual([2, 3, 1]);
});

test("a token program is asked once for all lines", async () => {
  const server = await sessions();
  const home = temporaryHome();
  const log = join(home.dir, "asked");
  const token_store = { kind: "command", argv: ["sh", "-c", `echo x >> '${log}'; echo sk-from-program`] };
  const contexts = { c: { kind: "hosted", base_url: server.url, token_store } };
  mkdirSync(home.configDir);
  writeFileSync(join(home.configDir, "settings.json"), JSON.stringify({ version: 1, contexts }), { mode: 0o600 });
  const lines = [get("a", "--timeout", "10s"), get("b"), get("c"), get("d")];
  const { code, stderr } = await batch(lines, { home }, "--context", "c", "-c", "4");
  expect([code, stderr, readFileSync(log, "utf8")]).toEqual([0, "", "x\n"]);
});

test.each([
  ["--concurrency", "0"],
  ["--concurrency", "65"],
  ["-o", "yaml"],
])("%s %s is refused", async (flag, value) => {
  const { code, stderr } = await batch([], {}, flag, value);
  expect(code).toBe(2);
  expect(stderr).toMatch(/must be (1 to 64|jsonl), not /);
});

test("a line starts before the next one was written", async () => {
  const server = await sessions();
  const home = temporaryHome();
  execFileSync("mkfifo", [join(home.dir, "lines")]);
  const running = startCli(["batch", "lines"], { env: server.env, home });
  const producer = createWriteStream(join(home.dir, "lines"));
  producer.write(ndjson([get("a")]));
  await running.shows('"line":1');
  producer.end(ndjson([get("b")]));
  expect(resultsOf(await running.done).map(({ line }) => line)).toEqual([1, 2]);
});

test("Ctrl-C ends the lines that run, reports them, and exits with 130", async () => {
  const server = await sessions();
  const stdin = ndjson([get("a"), get("slow"), get("slow"), get("b")]);
  const running = startCli(["batch", "-c", "2"], { env: server.env, stdin });
  await server.stalled(2);
  running.kill("SIGINT");
  const { code, stdout, stderr } = await running.done;
  expect(code).toBe(130);
  expect(resultsOf({ stdout }).map(({ line, exit_code }) => [line, exit_code])).toEqual([
    [1, 0],
    [2, 130],
    [3, 130],
  ]);
  expect(stderr).toContain("3 lines ended, 2 of them with an error; no other line was started\n");
});

test("a closed pipe ends a batch quietly", async () => {
  const server = await sessions();
  const stdin = ndjson(Array.from({ length: 2_000 }, () => get("a")));
  const running = startCli(["batch", "-c", "4"], { env: server.env, stdin });
  await running.shows('"line":1');
  running.child.stdout?.destroy();
  const { code, stderr } = await running.done;
  expect([code, stderr]).toEqual([0, ""]);
  expect(server.seen.length).toBeLessThan(2_000);
});
