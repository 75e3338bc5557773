import { describe, expect, test } from "vitest";
import { type CliOptions, type CliResult, jsonError, runCli, runHere } from "../support/cli/run-cli.ts";
import { invocationId, logEvent, record, stateEvent } from "../support/servers/event-server.ts";
import { type InvokePlan, type InvokeServer, invokeServer } from "./support/invoke-server.ts";

const output = '{"a":{"b":[1,2]},"text":"ü\\u001b[2J"}';
const succeeding = [
  stateEvent("queued"),
  stateEvent("running"),
  logEvent(1, "one"),
  logEvent(2, "\u001b[31mtwo\u001b[0m"),
  stateEvent("succeeded", { output }),
];
const failing = [stateEvent("running"), logEvent(1, "one"), stateEvent("failed", { status_reason: "Error: no money" })];
const shownLog =
  `invocation ${invocationId} is queued\ninvocation ${invocationId} is running\n` +
  `one\n\u001b[31mtwo\u001b[0m\ninvocation ${invocationId} succeeded\n`;

async function invoke(
  words: readonly string[] = [],
  plan: InvokePlan = { streams: [{ events: succeeding }] },
  options: Parameters<typeof runHere>[1] = {},
): Promise<CliResult & { server: InvokeServer }> {
  const server = await invokeServer(plan);
  const env = { ...server.env, ...options.env };
  return { ...(await runHere(["invoke", "app", "act", ...words], { ...options, env })), server };
}

/** The same with the program as it is built. */
async function program(
  words: readonly string[],
  plan: InvokePlan = { streams: [{ events: succeeding }] },
  options: CliOptions = {},
): Promise<CliResult & { server: InvokeServer }> {
  const server = await invokeServer(plan);
  return { ...(await runCli(["invoke", "app", "act", ...words], { ...options, env: server.env })), server };
}

describe("the result", () => {
  test("invoke prints the result as JSON to stdout and the log to stderr, with two requests", async () => {
    const { code, stdout, stderr, server } = await program([]);
    expect([code, stderr]).toEqual([0, shownLog]);
    expect(stdout).toBe(`${JSON.stringify(JSON.parse(output), null, 2)}\n`);
    expect(server.requests).toEqual(["POST /invocations", `GET /invocations/${invocationId}/events`]);
    expect(server.bodies).toEqual([{ app_name: "app", action_name: "act", version: "latest", async: true }]);
  });

  test.each([
    [["-o", "json"], `${JSON.stringify(JSON.parse(output), null, 2)}\n`],
    [["-o", "jsonl"], `${JSON.stringify(JSON.parse(output))}\n`],
    [["-o", "yaml"], 'a:\n  b:\n    - 1\n    - 2\ntext: "ü\\e[2J"\n'],
    [["--query", "a.b[1]"], "2\n"],
    [["-o", "json", "--query", "a"], '{\n  "b": [\n    1,\n    2\n  ]\n}\n'],
    [["--fields", "a.b", "-o", "jsonl"], '{"a":{"b":[1,2]}}\n'],
  ])("the result takes the requested form %j and contains none of the log", async (words, stdout) => {
    const result = await invoke(words);
    expect(result.code).toBe(0);
    expect(result.stdout).toBe(stdout);
    expect(result.stderr).toContain("one\n\u001b[31mtwo\u001b[0m\n");
  });

  test("with -o json the log is printed after the end, and nothing else", async () => {
    const { stderr } = await program(["-o", "json"]);
    expect(stderr).toBe("one\n\u001b[31mtwo\u001b[0m\n");
    const timed = await invoke(["-o", "json", "--timestamps"]);
    expect(timed.stderr).toMatch(/^2026-01-02T03:04:05\.000000001Z one\n/);
  });

  test("with -o json the log has its last 1,000 lines, with a note on the omitted ones", async () => {
    const events = Array.from({ length: 1_500 }, (_, at) => logEvent(at, `line ${at}`));
    const plan = { streams: [{ events: [...events, stateEvent("succeeded")] }] };
    const { stdout, stderr } = await invoke(["-o", "json"], plan);
    expect(stdout).toBe("null\n");
    expect(stderr).toMatch(/^line 500\n.*\nline 1499\nnote: these are the last 1000 lines of the log; /s);
    expect(stderr).toContain(`browserctl invocations tail ${invocationId}\n`);
  });

  test("with -o json fewer lines are kept when they are long", async () => {
    const events = Array.from({ length: 30 }, (_, at) => logEvent(at, `${at} ${"x".repeat(60_000)}`));
    const plan = { streams: [{ events: [...events, stateEvent("failed")] }] };
    const { log } = jsonError(await program(["-o", "json"], plan)) as unknown as { log: string[] };
    expect(log.map((line) => line.split(" ")[0])).toEqual(Array.from({ length: 16 }, (_, at) => String(14 + at)));
    const whole = { streams: [{ events: [logEvent(1, "y".repeat(2_000_000)), stateEvent("failed")] }] };
    expect(jsonError(await program(["-o", "json"], whole))).toMatchObject({ log: ["y".repeat(2_000_000)] });
  });

  test.each([
    [[], "", "the action returned nothing\n"],
    [["-o", "json"], "null\n", ""],
    [["--query", "a"], "", ""],
    [["--query", "a", "-o", "json"], "null\n", ""],
    [["--fields", "a", "-o", "json"], "{}\n", "note: the result has no field a\n"],
  ])("the result may be missing: %j", async (words, stdout, note) => {
    for (const more of [{}, { output: "" }]) {
      const result = await invoke(words, { streams: [{ events: [stateEvent("succeeded", more)] }] });
      expect(result).toMatchObject({ code: 0, stdout });
      expect(result.stderr).toContain(note);
    }
  });

  test.each([
    ["null", "null\n"],
    ["7", "7\n"],
    ['"text"', '"text"\n'],
    ["not JSON", '"not JSON"\n'],
  ])("the result may be any text: %s", async (given, stdout) => {
    const plan = { streams: [{ events: [stateEvent("succeeded", { output: given })] }] };
    expect(await invoke([], plan)).toMatchObject({ code: 0, stdout });
  });

  test("invoke --timestamps prints the time before each line, and --quiet keeps the log", async () => {
    const timed = await invoke(["--timestamps"]);
    expect(timed.stderr).toContain("running\n2026-01-02T03:04:05.000000001Z one\n");
    const quiet = await invoke(["-q"]);
    expect(quiet.stderr).toBe("one\n\u001b[31mtwo\u001b[0m\n");
  });

  test("invoke --no-follow requests only the states", async () => {
    const { code, stdout, stderr, server } = await invoke(["--no-follow", "--query", "a.b"]);
    expect([code, stdout, stderr]).toEqual([0, "1\n2\n", ""]);
    expect(server.requests[1]).toBe(`GET /invocations/${invocationId}/events?since=0s`);
  });

  test("invoke at the terminal of a CI job prints lines with escaped control characters", async () => {
    const { stdout, stderr } = await invoke(
      [],
      { streams: [{ events: [logEvent(1, "a\u001b]52;c;ZXZpbA==\u0007b"), stateEvent("succeeded", { output })] }] },
      { env: { CI: "1", NO_COLOR: "1" }, tty: { stdin: true, stdout: true, stderr: true } },
    );
    expect(stderr).not.toContain("\u001b");
    expect(stderr).toContain("ZXZpbA");
    expect(stdout).toContain('"text": "ü\\u001b[2J"');
  });
});

describe("an end that is no success", () => {
  test("a failed invocation is exit 8 with the reason", async () => {
    const result = await program([], { streams: [{ events: failing }] });
    expect(result).toMatchObject({ code: 8, stdout: "" });
    expect(result.stderr).toBe(
      `invocation ${invocationId} is running\none\nerror: invocation ${invocationId} failed: Error: no money\n`,
    );
    expect(result.server.requests).toHaveLength(2);
  });

  test.each(["json", "jsonl"])(
    "a failed invocation with -o %s prints one object with the log to stderr",
    async (form) => {
      const result = await program(["-o", form], { streams: [{ events: failing }] });
      expect(result.code).toBe(8);
      expect(jsonError(result)).toEqual({
        code: "invocation_failed",
        message: `invocation ${invocationId} failed: Error: no money`,
        details: [],
        exit_code: 8,
        invocation: invocationId,
        log: ["one"],
      });
    },
  );

  test("a failed invocation uses the output form of the settings", async () => {
    const result = await invoke([], { streams: [{ events: failing }] }, { env: { BROWSERCTL_OUTPUT: "json" } });
    expect(jsonError(result)).toMatchObject({ log: ["one"] });
  });

  test("a failed invocation with --no-follow says how to see the log", async () => {
    const result = await program(["--no-follow", "-o", "json"], { streams: [{ events: failing }] });
    expect(jsonError(result)).toMatchObject({
      invocation: invocationId,
      hint: `browserctl invocations tail ${invocationId}`,
    });
    expect(jsonError(result)).not.toHaveProperty("log");
  });

  test("a broken stream of an invocation is resumed", async () => {
    const streams = [{ events: succeeding.slice(0, 3), afterwards: "reset" as const }, { events: succeeding }];
    const { code, stderr, server } = await invoke([], { streams });
    expect(code).toBe(0);
    expect(stderr.match(/^(one|.*two.*)$/gm)).toHaveLength(2);
    expect(stderr).toContain("note: the stream ended early (");
    expect(server.requests[2]).toContain("/events?since=2026-01-02T03%3A04%3A0");
  });

  test("invoke with an unknown final state is exit 9, and the invocation continues", async () => {
    const broken = await program(["-o", "json"], { streams: [{ events: [logEvent(1, "one")] }] });
    expect(broken.code).toBe(9);
    const error = jsonError(broken);
    expect(error).toMatchObject({
      code: "stream_broken",
      invocation: invocationId,
      hint: `browserctl invocations tail ${invocationId}`,
    });
    expect(error.message).toContain(`invocation ${invocationId} is running`);
    expect((error as unknown as { log: string[] }).log).toEqual(["one"]);
    expect(broken.server.requests.filter((line) => !line.startsWith("GET"))).toEqual(["POST /invocations"]);
  });

  test("an end that only the record shows counts, after a gap", async () => {
    const plan = { streams: [{ events: [logEvent(1, "one")] }] };
    const succeeded = { json: { ...record("succeeded"), output: "7" } };
    const told = await program([], { ...plan, record: succeeded });
    expect([told.code, told.stdout]).toEqual([0, "7\n"]);
    expect(told.stderr).toContain("-- gap after 2026-01-02T03:04:05.000000001Z: ");
    const failed = { json: record("failed") };
    const { log } = jsonError(await program(["-o", "json"], { ...plan, record: failed })) as unknown as {
      log: string[];
    };
    expect(log).toEqual(["one", expect.stringMatching(/^-- gap after /)]);
  });

  test("an invocation that can no longer be followed is not cancelled", async () => {
    const broken = await invoke([], { streams: [{ events: [logEvent(1, "one")] }, { status: 403 }] });
    expect(broken).toMatchObject({ code: 3, stdout: "" });
    const hint = `it keeps running; follow it with: browserctl invocations tail ${invocationId}`;
    expect(broken.stderr).toContain(`error: no (403)\nhint: ${hint}\n`);
    const json = await invoke(["--no-follow", "-o", "json"], { streams: [{ status: 403 }] });
    expect(jsonError(json)).toMatchObject({ exit_code: 3, invocation: invocationId, hint });
    expect(broken.server.requests.filter((line) => !line.startsWith("GET"))).toEqual(["POST /invocations"]);
  });
});
