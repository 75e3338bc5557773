import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command } from "../../src/cli/declare/command.ts";
import { CliError } from "../../src/core/errors.ts";
import { type ExitName, exitCode, exitNumbers } from "../../src/core/exit-codes.ts";
import { jsonError, runHere, temporaryHome } from "../support/cli/run-cli.ts";
import { type Answer, apiServer } from "../support/servers/api-server.ts";

const stop = { "x-should-retry": "false" };

describe("a status and its exit code", () => {
  test.each([
    [400, 1],
    [401, 3],
    [402, 1],
    [403, 3],
    [404, 4],
    [408, 6],
    [409, 1],
    [410, 1],
    [413, 1],
    [422, 1],
    [429, 7],
    [500, 1],
    [501, 1],
    [502, 1],
    [503, 1],
    [504, 6],
  ])("status %i is exit %i, as text and as JSON", async (status, exit) => {
    const answer: Answer = { status, headers: stop, json: { code: "some_code", message: "what happened" } };
    const server = await apiServer({ request: "GET /browsers", answer, times: 2 });
    const text = await runHere(["browsers", "list"], { env: server.env });
    expect([text.code, text.stdout]).toEqual([exit, ""]);
    expect(text.stderr).toMatch(/^error: what happened\n/);
    const json = await runHere(["browsers", "list", "-o", "json"], { env: server.env });
    expect(json.code).toBe(exit);
    expect(jsonError(json)).toMatchObject({
      code: "some_code",
      message: "what happened",
      http_status: status,
      exit_code: exit,
    });
  });

  test("a 502 with net_error is exit 8, because the request was carried out", async () => {
    const body = {
      code: "network_error",
      message: "net::ERR_NAME_NOT_RESOLVED",
      net_error: -105,
      net_error_name: "ERR_NAME_NOT_RESOLVED",
    };
    const server = await apiServer({
      request: "POST /browsers/s1/curl",
      answer: { status: 502, headers: stop, json: body },
      times: 2,
    });
    const args = ["browsers", "curl", "s1", "https://nowhere.example"];
    const json = await runHere([...args, "-o", "json"], { env: server.env });
    expect(jsonError(json)).toEqual({
      ...body,
      details: [],
      http_status: 502,
      exit_code: 8,
      hint: "browserctl explain ERR_NAME_NOT_RESOLVED",
    });
    const text = await runHere(args, { env: server.env });
    expect([text.code, text.stdout, text.stderr]).toEqual([
      8,
      "",
      "error: net::ERR_NAME_NOT_RESOLVED\n  net_error: -105 ERR_NAME_NOT_RESOLVED\nhint: browserctl explain ERR_NAME_NOT_RESOLVED\n",
    ]);
  });

  test("an answer with ok: false is exit 8", async () => {
    const answer = { json: { ok: false } };
    const server = await apiServer({ request: "POST /browsers/s1/process/p1/kill", answer });
    const result = await runHere(["browsers", "process", "kill", "s1", "p1", "-o", "json"], { env: server.env });
    expect(jsonError(result)).toMatchObject({ code: "not_ok", exit_code: 8 });
    expect(server.requests[0]).toMatchObject({ json: { signal: "TERM" } });
  });
});

describe("what an error says", () => {
  const body = {
    code: "bad_request",
    message: "2 problems",
    details: [
      { code: "invalid_input", message: "browser.telemetry.enabled: must be true" },
      { code: "invalid_input", message: "name: taken" },
    ],
    inner_error: { code: "invalid_input", message: "deeper" },
  };
  const failing = async (answer: Answer, ...args: string[]) => {
    const server = await apiServer({ request: "GET /browsers", answer });
    return runHere(["browsers", "list", ...args], { env: server.env });
  };

  test("a text shows the first 100 details", async () => {
    const details = Array<string>(150_000).fill("7");
    const { code, stderr } = await failing({ status: 400, json: { message: "m", details } });
    expect([code, stderr]).toEqual([1, `error: m\n${"  7\n".repeat(100)}  … 149900 more; -o json has them\n`]);
  });
  test("details and inner_error of an error are lines of the text and members of the JSON", async () => {
    const text = await failing({ status: 400, json: body });
    expect(text.stderr).toBe("error: 2 problems\n  browser.telemetry.enabled: must be true\n  name: taken\n  deeper\n");
    for (const form of ["json", "jsonl"]) {
      expect(jsonError(await failing({ status: 400, json: body }, "-o", form))).toEqual({
        ...body,
        http_status: 400,
        exit_code: 1,
      });
    }
  });
  test.each<[string, Answer, RegExp]>([
    ["text", { status: 500, body: "boom" }, /^error: the service answered 500 Internal Server Error: boom\n$/],
    [
      "a page",
      { status: 503, headers: stop, body: "<html>" },
      /^error: the service answered 503 Service Unavailable\n$/,
    ],
    ["nothing", { status: 418, body: "" }, /^error: the service answered 418 I'm a Teapot\n$/],
    ["a list", { status: 400, json: [1] }, /^error: the service answered 400 Bad Request\n$/],
    ["null", { status: 400, json: null }, /^error: the service answered 400 Bad Request\n$/],
    [
      "numbers",
      { status: 400, json: { code: 7, message: 8, details: "x", inner_error: "y" } },
      /^error: the service answered 400 Bad Request\n$/,
    ],
    ["odd details", { status: 400, json: { message: "m", details: [null, "x", { code: "c" }, {}] } }, /^error: m\n/],
    [
      "hostile text",
      { status: 400, json: { message: "a\u001b[2J\u202eb", details: [{ message: "\u009b1m\nx" }] } },
      /^error: a␛\[2J\\u202eb\n {2}\\x9b1m␊x\n$/,
    ],
  ])("an error body that is %s", async (_name, answer, wanted) => {
    const result = await failing(answer);
    expect([result.code, result.stdout]).toEqual([1, ""]);
    expect(result.stderr).toMatch(wanted);
  });
  test("a 401 says where the refused token came from", async () => {
    const refused = {
      request: "GET /browsers/s1",
      answer: { status: 401, json: { code: "x", message: "no" } },
      times: 4,
    };
    const server = await apiServer(refused);
    const home = temporaryHome();
    const get = async (env: Record<string, string>) =>
      jsonError(await runHere(["browsers", "get", "s1", "-o", "json"], { home, env }));
    const base = { BROWSERCTL_BASE_URL: server.url };
    expect(await get({ ...base, BROWSERCTL_TOKEN: "t-1" })).toMatchObject({
      message: "no",
      token_from: "BROWSERCTL_TOKEN",
    });
    writeFileSync(join(home.dir, "token"), "t-2\n");
    expect(await get({ ...base, BROWSERCTL_TOKEN_FILE: join(home.dir, "token") })).toMatchObject({
      token_from: "BROWSERCTL_TOKEN_FILE",
    });
    const login = ["login", "--base-url", server.url, "--context", "ci", "--token-stdin", "--skip-check"];
    await runHere(login, { home, stdin: "t-3" });
    const stored = `context "ci" in ${join(home.configDir, "settings.json")}`;
    expect(await get({})).toMatchObject({ message: "no", token_from: stored });
    const text = await runHere(["api", "GET", "/browsers/s1"], { home });
    expect(text.stderr).toMatch(
      /^error: no\n {2}the refused token came from context "ci" in \/.*settings\.json\nhint: browserctl login /,
    );
    expect(text.stderr).not.toContain("t-3");
  });
  test("a 401 for a variable that overrides a stored token says how to use the stored one", async () => {
    const expired = { code: "unauthorized", message: "the API key expired at 2026-02-01T12:00:00.000Z" };
    const server = await apiServer({ request: "GET /browsers/s1", answer: { status: 401, json: expired }, times: 3 });
    const home = temporaryHome();
    const login = ["login", "--base-url", server.url, "--context", "ci", "--token-stdin", "--skip-check"];
    await runHere(login, { home, stdin: "stored" });
    const get = (env: Record<string, string>) => runHere(["browsers", "get", "s1"], { home, env });
    const { code, stderr } = await get({ BROWSERCTL_TOKEN: "t-1" });
    expect([code, stderr]).toEqual([
      3,
      "error: the API key expired at 2026-02-01T12:00:00.000Z\n" +
        "  the refused token came from BROWSERCTL_TOKEN\n" +
        'hint: unset BROWSERCTL_TOKEN, to use the token of context "ci"\n',
    ]);
    writeFileSync(join(home.dir, "token"), "t-2\n");
    expect((await get({ BROWSERCTL_TOKEN_FILE: join(home.dir, "token") })).stderr).toContain(
      'hint: unset BROWSERCTL_TOKEN_FILE, to use the token of context "ci"\n',
    );
    expect((await get({})).stderr).toContain(`hint: browserctl login --context ci --base-url ${server.url}\n`);
  });
  test("a 401 says how to log in, and an unsupported call says what is supported", async () => {
    expect((await failing({ status: 401, json: { code: "unauthorized", message: "no" } })).stderr).toMatch(
      /hint: set BROWSERCTL_TOKEN to a valid token, or: unset BROWSERCTL_TOKEN; browserctl login --base-url http:\/\/127\.0\.0\.1:\d+\n$/,
    );
    expect((await failing({ status: 501, json: { code: "not_supported_locally", message: "no" } })).stderr).toContain(
      "hint: browserctl local support",
    );
  });
});

describe("the list of what does not exist", () => {
  const process = ["browsers", "process", "status"];
  test.each([
    ["/browsers/b9", ["browsers", "get", "b9"], 'there is no session "b9"', "browserctl browsers list"],
    ["/browser_pools/p9", ["pools", "get", "p9"], "no such thing", "browserctl pools list"],
    ["/browsers/s1/process/42/status", [...process, "s1", "42"], 'no "42"', "browserctl browsers process list s1"],
    ["/browsers/s9/process/42/status", [...process, "s9", "42"], 'no "s9"', "browserctl browsers list"],
    ["/browsers/a%20b/process/4/status", [...process, "a b", "4"], 'no "4"', "browserctl browsers process list 'a b'"],
  ])("%s: the hint is the command that lists it", async (path, words, message, hint) => {
    const server = await apiServer({ request: `GET ${path}`, answer: { status: 404, json: { message } } });
    const result = await runHere([...words, "-o", "json"], { env: server.env });
    expect(jsonError(result)).toMatchObject({ message, hint, exit_code: 4 });
  });

  test.each([
    ["a message that names none of several words", "/browsers/s1/process/42/status", [...process, "s1", "42"], 404],
    ["a path", "/browsers/s1/fs/list_files?path=%2Fgone", ["browsers", "fs", "list", "s1", "/gone"], 404],
    ["the list itself", "/browsers", ["browsers", "list"], 404],
    ["another failure", "/browsers/b9", ["browsers", "get", "b9"], 409],
  ])("%s has no such hint", async (_, path, words, status) => {
    const answer: Answer = { status, headers: stop, json: { message: "gone" } };
    const server = await apiServer({ request: `GET ${path}`, answer });
    const error = jsonError(await runHere([...words, "-o", "json"], { env: server.env }));
    expect(error).toMatchObject({ message: "gone" });
    expect(error).not.toHaveProperty("hint");
  });
});

describe("each exit of the table, as one JSON object with an empty stdout", () => {
  const service = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: "t" };
  const real: [ExitName, readonly string[], Record<string, string>][] = [
    ["usage", ["browsers", "get"], service],
    ["usage", ["browsers", "list"], {}],
    ["auth", ["browsers", "list"], { BROWSERCTL_BASE_URL: "http://127.0.0.1:1" }],
    ["unreachable", ["local", "status"], {}],
    ["local-file", ["browsers", "create", "--input", "@nowhere"], service],
    ["not-found", ["config", "get", "output"], {}],
  ];
  test.each(real)("%s: %j", async (name, args, env) => {
    const result = await runHere([...args, "-o", "json"], { env });
    expect(result.code).toBe(exitCode(name));
    expect(jsonError(result)).toMatchObject({
      exit_code: exitCode(name),
      message: expect.any(String),
      code: expect.any(String),
    });
  });

  const names = (Object.keys(exitNumbers) as ExitName[]).filter((name) => name !== "ok");
  test.each(names)("%s", async (name) => {
    const failing = command({
      words: "fail",
      effects: "none",
      summary: "Fail",
      examples: [],
      run: async () => ({
        run: async () => {
          throw name === "bug"
            ? new TypeError("x is undefined")
            : new CliError(name, `it is ${name}`, { hint: "do this" });
        },
      }),
    });
    const json = await runHere(["fail", "-o", "json"], { commands: [failing] });
    expect(json.code).toBe(exitCode(name));
    expect(jsonError(json)).toEqual({
      code: name.replaceAll("-", "_"),
      message: name === "bug" ? "unexpected: x is undefined" : `it is ${name}`,
      details: [],
      exit_code: exitCode(name),
      hint: expect.any(String),
    });
    const text = await runHere(["fail"], { commands: [failing] });
    expect(text.stderr).toMatch(/^error: .*\nhint: .*\n$/);
  });
});

test("no two exits share a number, and the numbers are those of the design", () => {
  expect(exitNumbers).toEqual({
    ok: 0,
    failed: 1,
    usage: 2,
    auth: 3,
    "not-found": 4,
    unreachable: 5,
    timeout: 6,
    "rate-limited": 7,
    "outcome-failed": 8,
    "outcome-unknown": 9,
    "local-file": 10,
    declined: 11,
    "http-status": 22,
    bug: 70,
    interrupted: 130,
  });
});

test("a token file that cannot be read is exit 10 and shows nothing of it", async () => {
  const home = temporaryHome();
  writeFileSync(join(home.dir, "token"), "secret with spaces\n");
  const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN_FILE: "token" };
  const bad = await runHere(["browsers", "list"], { home, env });
  expect(bad.code).toBe(2);
  expect(bad.stderr).not.toContain("secret");
  expect((await runHere(["browsers", "list"], { env: { ...env, BROWSERCTL_TOKEN_FILE: "nowhere" } })).code).toBe(10);
});

test("details of an error that its message already contains are left out", async () => {
  const answer = (message: string, ...details: string[]) => ({
    status: 400,
    json: { code: "bad_request", message, details: details.map((each) => ({ code: "invalid_input", message: each })) },
  });
  const ended = { code: "process_not_running", message: 'process "p" has ended with exit code 3' };
  const server = await apiServer(
    { request: "GET /browsers", answer: answer("keys[0]: no key", "keys[0]: no key", "keys[1]: none either") },
    { request: "GET /browsers", answer: answer('"/home/user" is a directory', 'path: "/home/user" is a directory') },
    {
      request: "GET /browsers",
      answer: { status: 404, json: { ...ended, details: [{ code: "exit_code", message: "3" }] } },
    },
    {
      request: "GET /browsers",
      answer: {
        status: 409,
        json: { code: "stdin_closed", message: "closed", details: [{ code: "written_bytes", message: "7" }] },
      },
    },
  );
  const said = [];
  for (let call = 0; call < 4; call += 1) said.push((await runHere(["browsers", "list"], { env: server.env })).stderr);
  expect(said).toEqual([
    "error: keys[0]: no key\n  keys[1]: none either\n",
    'error: "/home/user" is a directory\n',
    'error: process "p" has ended with exit code 3\n',
    "error: closed\n  written_bytes: 7\n",
  ]);
});
