import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliResult, jsonError, runCli, runHere, temporaryHome } from "../support/cli/run-cli.ts";
import { apiServer } from "../support/servers/api-server.ts";
import { stateEvent } from "../support/servers/event-server.ts";
import { type InvokePlan, type InvokeServer, invokeServer } from "./support/invoke-server.ts";

const done: InvokePlan = { streams: [{ events: [stateEvent("succeeded", { output: "1" })] }] };
const limit = 4_500_000;

async function invoke(
  words: readonly string[],
  options: Parameters<typeof runHere>[1] = {},
  plan: InvokePlan = done,
): Promise<CliResult & { server: InvokeServer }> {
  const server = await invokeServer(plan);
  const env = { ...server.env, ...options.env };
  return { ...(await runHere(["invoke", ...words], { ...options, env })), server };
}

describe("the payload", () => {
  test.each([
    ["a literal", ["-p", '{"a": 1}'], '{"a": 1}'],
    ["a text", ["--payload", '"text"'], '"text"'],
    ["null", ["--payload=null"], "null"],
    ["a file", ["-p", "@in.json"], '{"from":"ü 🦊"}\n'],
    ["stdin", ["-p", "-"], "[1,\n2]"],
    ["a variable", ["-p", "env:IN"], "7"],
    ["that of --input", ["--input", '{"payload":"{}"}'], "{}"],
    ["that of the flag before --input", ["-p", "1", "--input", '{"payload":"2","async":false}'], "1"],
  ])("the payload is %s, unchanged", async (_, words, payload) => {
    const home = temporaryHome();
    writeFileSync(join(home.dir, "in.json"), '{"from":"ü 🦊"}\n');
    const result = await invoke(["app", "act", ...words], { home, stdin: "[1,\n2]", env: { IN: "7" } });
    expect(result.code, result.stderr).toBe(0);
    expect(result.server.bodies).toEqual([
      { app_name: "app", action_name: "act", version: "latest", payload, async: true },
    ]);
  });

  test("the payload may have 4.5 MB, in bytes", async () => {
    const longest = `"${"ü".repeat((limit - 2) / 2)}"`;
    const taken = await invoke(["app", "act", "-p", "-"], { stdin: longest });
    expect(taken.code, taken.stderr).toBe(0);
    expect(taken.server.bodies[0]?.["payload"]).toBe(longest);
    const refused = await invoke(["app", "act", "-p", "-"], { stdin: `${longest} ` });
    expect(refused).toMatchObject({
      code: 2,
      stderr: `error: --payload: must be at most ${limit} bytes (4.5 MB), not ${limit + 1}\nhint: browserctl invoke --help\n`,
    });
    expect(refused.server.requests).toEqual([]);
  });

  test.each([
    ["text", "must be JSON; a string needs quotes: '\"text\"'"],
    ["", "must be JSON; a string needs quotes: '\"text\"'"],
    ['{"secret": 12,}', "must be JSON; the error is at line 1 column 15"],
    ['{"secret', "must be JSON; the error is at line 1 column 9"],
    ["[1,\n  secret]", "must be JSON"],
  ])("an invalid JSON payload is refused before anything is sent, and not shown: %j", async (payload, message) => {
    const { code, stdout, stderr, server } = await invoke(["app", "act", "-p", payload]);
    expect([code, stdout, server.requests]).toEqual([2, "", []]);
    expect(stderr).toMatch(/^error: --payload: must be JSON.*\nhint: browserctl invoke --help\n$/);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("secret");
  });

  test.each([
    ["@missing.json", 10, 'cannot read "missing.json": no such file or directory'],
    ["@.", 10, 'cannot read "."'],
    ["env:MISSING", 2, "--payload: the variable MISSING is not set"],
  ])("an unreadable payload is refused: %s", async (payload, code, message) => {
    const result = await invoke(["app", "act", "-p", payload]);
    expect(result).toMatchObject({ code, stdout: "" });
    expect(result.stderr).toContain(`error: ${message}`);
    expect(result.server.requests).toEqual([]);
  });

  test("a payload on stdin must be UTF-8", async () => {
    const result = await invoke(["app", "act", "-p", "-"], { stdin: Buffer.from([0x22, 0xff, 0x22]) });
    expect(result).toMatchObject({ code: 2, stderr: "error: --payload: is not UTF-8 text\n" });
  });

  test("a payload is read from stdin only when the other words are valid", async () => {
    const server = await invokeServer();
    const words = ["invoke", "-p", "-", "--async-timeout-seconds", "5"];
    // Nothing is typed at this terminal: whoever reads from it waits for ever.
    const { code, stdout } = await runCli(words, { env: server.env, tty: true });
    expect(code).toBe(2);
    expect(stdout).toContain("  missing argument <app>\n");
    expect(stdout).toContain("  --async-timeout-seconds: must be 10s to 1h, not 5s\n");
  });
});

describe("a line without the action", () => {
  const app = {
    id: "v1",
    app_name: "field-notes",
    version: "latest",
    deployment: "d1",
    region: "r1",
    actions: [{ name: "add" }, { name: "list" }],
    env_vars: {},
  };
  test("invoke without an action lists the actions of the app, and gives a line to type", async () => {
    const request = "GET /apps?app_name=field-notes&version=latest&limit=1";
    const server = await apiServer({ request, answer: { json: [app] } });
    const { code, stderr, stdout } = await runHere(["invoke", "field-notes", "-p", "1"], { env: server.env });
    expect([code, stdout, stderr]).toEqual([
      2,
      "",
      "error: missing argument <action>; field-notes has add, list\nhint: browserctl invoke field-notes add\n",
    ]);
  });
  test("invoke without an action names a missing app or version", async () => {
    const server = await apiServer({ request: "GET /apps?app_name=nope&version=7&limit=1", answer: { json: [] } });
    const words = ["invoke", "nope", "--app-version", "7", "-o", "json"];
    expect(jsonError(await runHere(words, { env: server.env }))).toMatchObject({
      exit_code: 2,
      message: 'missing argument <action>, and no app "nope" has the version "7"',
      hint: "browserctl apps list",
    });
  });
  test("invoke without an action sends nothing in a preview", async () => {
    const result = await runHere(["invoke", "shop", "--dry-run"], {
      env: { BROWSERCTL_BASE_URL: "http://127.0.0.1:1" },
    });
    expect([result.code, result.stderr]).toEqual([
      2,
      "error: missing argument <action>\nhint: browserctl invoke --help\n",
    ]);
  });
});

describe("words", () => {
  test.each([
    [["--async-timeout-seconds", "9"], ["--async-timeout-seconds: must be 10s to 1h, not 9s"]],
    [["--async-timeout-seconds", "3601"], ["--async-timeout-seconds: must be 10s to 1h, not 3601s"]],
    [["--async-timeout-seconds", "soon"], ['--async-timeout-seconds: "soon" is not a duration']],
    [["--app-version", ""], ["--app-version: "]],
    [["--version", "2"], ["--version: "]],
    [
      ["--async", "--follow", "--timestamps", "--plain", "-p", "nothing"],
      [
        "4 problems",
        "  --payload: must be JSON",
        "  --follow: cannot be used together with --async\n",
        "  --timestamps: ",
      ],
    ],
    [
      ["--no-follow", "--timestamps", "--plain"],
      [
        "  --plain: cannot be used together with --no-follow\n",
        "  --timestamps: cannot be used together with --no-follow\n",
      ],
    ],
  ])("invoke %j is refused", async (words, messages) => {
    const { code, stdout, stderr, server } = await invoke(["app", "act", ...words]);
    expect([code, stdout, server.requests]).toEqual([2, "", []]);
    for (const message of messages) expect(stderr).toContain(message);
  });

  test.each([[["10"]], [["3600"]]])("invoke --async-timeout-seconds may be %s", async ([seconds = ""]) => {
    const { code, server } = await invoke(["app", "act", "--async-timeout-seconds", seconds]);
    expect([code, server.bodies[0]?.["async_timeout_seconds"]]).toEqual([0, Number(seconds)]);
  });

  test("invoke sends --app-version", async () => {
    const { server } = await invoke(["app", "act", "--app-version", "1.4"]);
    expect(server.bodies[0]?.["version"]).toBe("1.4");
  });

  test("invoke --dry-run and --print curl send nothing and mask the payload", async () => {
    const words = ["app", "act", "-p", '{"secret":1}', "--async-timeout-seconds", "60"];
    const body = {
      app_name: "app",
      action_name: "act",
      version: "latest",
      payload: "***",
      async: true,
      async_timeout_seconds: 60,
    };
    const dry = await invoke([...words, "--dry-run", "-o", "json"]);
    expect(JSON.parse(dry.stdout)).toMatchObject({ method: "POST", body });
    const curl = await invoke([...words, "--print", "curl"]);
    expect(curl.stdout).toContain('"${BROWSERCTL_BODY_PAYLOAD:?}"');
    const debug = await invoke([...words, "--debug"]);
    for (const { stdout, stderr } of [dry, curl, debug]) expect(stdout + stderr).not.toContain("secret");
    for (const { code, server } of [dry, curl]) expect([code, server.requests]).toEqual([0, []]);
  });
});

describe("--async", () => {
  test("invoke --async prints the invocation and how to follow it", async () => {
    const words = ["app", "act", "--async"];
    const json = await invoke([...words, "-o", "json"]);
    expect(json).toMatchObject({ code: 0, stderr: "next:  browserctl invocations tail inv1\n" });
    expect(JSON.parse(json.stdout)).toEqual({ id: "inv1", action_name: "act", status: "queued" });
    expect(json.server.requests).toEqual(["POST /invocations"]);
    const text = await invoke(words);
    expect(text.stdout).toBe("id\tinv1\naction_name\tact\nstatus\tqueued\n");
    const id = await invoke([...words, "--query", "id", "-q"]);
    expect(id).toMatchObject({ stdout: "inv1\n", stderr: "" });
    const noFollow = await invoke([...words, "--no-follow"]);
    expect(noFollow.code).toBe(0);
  });
});

describe("the service", () => {
  test.each([
    [404, { code: "not_found", message: 'there is no app "app"' }, 4, 'there is no app "app"', "browserctl apps list"],
    [401, { code: "unauthorized", message: "no" }, 3, "no", "set BROWSERCTL_TOKEN to a valid token, or: unset"],
    [403, { code: "forbidden", message: "not yours" }, 3, "not yours", undefined],
    [413, { code: "too_large", message: "too much" }, 1, "too much", undefined],
    [429, { code: "too_many_invocations", message: "1,000 wait" }, 7, "1,000 wait", undefined],
    [500, { code: "internal", message: "broken" }, 1, "broken", undefined],
    [503, { code: "unavailable", message: "later" }, 1, "later", undefined],
    [
      202,
      { status: "queued" },
      1,
      "the service answered 202 with JSON of another form: id is missing",
      "check the base URL http://127.0.0.1:",
    ],
    [
      202,
      undefined,
      1,
      "the service answered 202 with an empty body where JSON was expected",
      "check the base URL http://127.0.0.1:",
    ],
  ])("invoke is not repeated after %i (%#)", async (status, json, code, message, hint) => {
    const plan = { created: { status, json } };
    const text = await invoke(["app", "act"], {}, plan);
    expect(text).toMatchObject({ code, stdout: "" });
    const source = status === 401 ? "  the refused token came from BROWSERCTL_TOKEN\n" : "";
    expect(text.stderr).toContain(`error: ${message}\n${source}${hint === undefined ? "" : `hint: ${hint}`}`);
    expect(text.server.requests).toEqual(["POST /invocations"]);
    expect(jsonError(await invoke(["app", "act", "-o", "json"], {}, plan))).toMatchObject({ message, exit_code: code });
  });

  test("invoke of an unreachable service is exit 5", async () => {
    const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" };
    const result = await runCli(["invoke", "app", "act", "-o", "json"], { env });
    expect(result.code).toBe(5);
    expect(jsonError(result)).toMatchObject({ exit_code: 5 });
  });
});
