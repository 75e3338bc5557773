import { describe, expect, test } from "vitest";
import { type HereOptions, jsonError, runCli, runHere } from "../../support/cli/run-cli.ts";
import { type Answer, apiServer, session } from "../../support/servers/api-server.ts";
import { eventServer, invocationId, record, stateEvent } from "../../support/servers/event-server.ts";

const wait = (words: readonly string[], options: HereOptions = {}) => runHere(["wait", ...words], options);
const one = "GET /browsers/s1?include_deleted=true";
const ended = session("s1", { deleted_at: "2026-01-02T03:04:06Z" });

describe("the words of --for are checked before a request", () => {
  test.each([
    ["browser", "sessionid=a", 'a session has no field "sessionid"; did you mean session_id?'],
    ["browser", "viewport.widht=5", 'viewport of a session has no field "widht"; did you mean width?'],
    ["browser", "name.x=5", 'name of a session has no field "x"'],
    ["browser", "headless=yes", 'headless is boolean, not "yes"'],
    ["browser", "timeout_seconds=1.5", 'timeout_seconds is integer, not "1.5"'],
    ["browser", "ended", 'must be FIELD=VALUE or deleted, not "ended"'],
    ["invocation", "deleted", "invocations are never deleted; give FIELD=VALUE"],
    [
      "invocation",
      "status=suceeded",
      'status is one of queued, running, succeeded, failed, not "suceeded"; did you mean succeeded?',
    ],
    ["deployment", "status=done", 'status is one of queued, in_progress, running, failed, stopped, not "done"'],
    [
      "connection",
      "status=AUTHENTICATD",
      'status is one of AUTHENTICATED, NEEDS_AUTH, not "AUTHENTICATD"; did you mean AUTHENTICATED?',
    ],
  ])("%s --for %s", async (kind, word, message) => {
    const { env } = await apiServer();
    const { code, stderr } = await wait([kind, "x1", "--for", word], { env });
    expect([code, stderr]).toEqual([2, `error: --for: ${message}\nhint: browserctl wait ${kind} --help\n`]);
  });
  test.each(["profile.name=null", "tags.team=a=b", "telemetry=null", "viewport.width=800", "start_url="])(
    "browser --for %s is possible",
    async (word) => {
      const { env } = await apiServer({ request: one, answer: { json: ended } });
      expect((await wait(["browser", "s1", "--for", word], { env })).code).toBe(8);
    },
  );
  test("--watch is refused where a command waits", async () => {
    const result = await runHere(["wait", "browser", "shop", "--for", "deleted", "--watch", "2s", "-o", "json"]);
    expect(jsonError(result)).toMatchObject({
      exit_code: 2,
      message: expect.stringContaining("--watch: unknown flag"),
    });
  });
  test("--for without a value is one problem, and no flag is taken for it", async () => {
    const { code, stderr } = await wait(["browser", "s1", "--for", "--timeout", "5s"]);
    const problem = "error: --for: needs a value; type one that begins with a dash as --for=--timeout";
    expect([code, stderr]).toEqual([2, `${problem}\nhint: browserctl wait browser --help\n`]);
  });
  test("--for is required", async () => {
    expect((await wait(["browser", "s1"])).stderr).toContain("--for: is missing");
  });
});

describe("a session is polled", () => {
  test("until one of several conditions holds; a value is its JSON text", async () => {
    const { env } = await apiServer(
      { request: one, answer: { json: session("s1") }, times: 2 },
      { request: one, answer: { json: session("s1", { viewport: { width: 800, height: 600 } }) } },
    );
    const words = [
      "browser",
      "s1",
      "--for",
      "viewport.width=800",
      "--for",
      "headless=false",
      "--query",
      "viewport.width",
    ];
    const { code, stdout, stderr } = await wait(words, { env });
    expect([code, stdout, stderr]).toEqual([0, "800\n", ""]);
  });
  test("by its id once its name is free, until it is deleted", async () => {
    const { env } = await apiServer(
      { request: "GET /browsers/shop?include_deleted=true", answer: { json: session("s1", { name: "shop" }) } },
      { request: one, answer: { status: 404, json: { code: "not_found", message: "no session" } } },
    );
    const { code, stdout } = await wait(["browser", "shop", "--for", "deleted", "-o", "json"], { env });
    expect([code, JSON.parse(stdout)]).toEqual([0, session("s1", { name: "shop" })]);
  });
  test("4 when it never existed, also for deleted", async () => {
    const { env } = await apiServer({
      request: one,
      answer: { status: 404, json: { code: "not_found", message: "no session" } },
    });
    expect((await wait(["browser", "s1", "--for", "deleted"], { env })).code).toBe(4);
  });
  test("8 when it was deleted and the field can no longer change", async () => {
    const { env } = await apiServer(
      { request: one, answer: { json: session("s1") } },
      { request: one, answer: { json: ended } },
    );
    const result = await wait(["browser", "s1", "--for", "name=a", "--for", "headless=false", "-o", "json"], { env });
    expect(jsonError(result)).toMatchObject({
      exit_code: 8,
      code: "condition_unreachable",
      message: "session s1 was deleted; it cannot have name=a or headless=false any more",
      deleted: true,
    });
  });
  test("over a service that is away for a while", async () => {
    const { env } = await apiServer(
      { request: one, answer: { json: session("s1") } },
      {
        request: one,
        answer: { status: 503, headers: { "retry-after-ms": "1" }, json: { code: "x", message: "away" } },
        times: 7,
      },
      { request: one, answer: { json: ended } },
    );
    expect((await wait(["browser", "s1", "--for", "deleted"], { env })).code).toBe(0);
  });
  test.each([429, 503])("Retry-After of %i is heeded", async (status) => {
    const times: number[] = [];
    const at = (answer: Answer) => () => {
      times.push(performance.now());
      return answer;
    };
    const busy = { status, headers: { "retry-after": "1" }, json: { code: "x", message: "busy" } };
    const { env } = await apiServer(
      { request: one, answer: { json: session("s1") } },
      { request: one, answer: at(busy) },
      { request: one, answer: at({ json: ended }) },
    );
    const { code, stderr } = await wait(["browser", "s1", "--for", "deleted"], { env });
    expect([code, stderr]).toEqual([0, ""]);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(990);
  });
  test.each([
    [429, "600"],
    [503, "600"],
    // More milliseconds than a timer takes.
    [503, "9999999"],
  ])("Retry-After of %i: %s ends with --timeout, after the retries of the call too", async (status, after) => {
    const busy = (seconds: string) => ({
      ...{ status, headers: { "retry-after": seconds }, json: { code: "x", message: "busy" } },
    });
    const server = await apiServer(
      { request: one, answer: { json: session("s1") } },
      { request: one, answer: busy("0"), times: 2 },
      { request: one, answer: busy(after) },
    );
    const words = ["browser", "s1", "--for", "deleted", "--timeout", "1s", "-o", "json"];
    expect(jsonError(await wait(words, { env: server.env }))).toMatchObject({ exit_code: 6 });
    expect(server.requests).toHaveLength(4);
  });
  test("9 when the service stays away", async () => {
    const away = { status: 503, headers: { "retry-after-ms": "1" }, json: { code: "x", message: "away" } };
    const { env } = await apiServer(
      { request: one, answer: { json: session("s1") } },
      { request: one, answer: away, times: "any" },
    );
    const result = await wait(["browser", "s1", "--for", "deleted", "-o", "json"], { env });
    expect(jsonError(result)).toMatchObject({ exit_code: 9, code: "state_unknown" });
  });
  test("6 when --timeout is over, without a word on stdout", async () => {
    const { env } = await apiServer({ request: one, answer: { json: session("s1") }, times: "any" });
    const { code, stdout, stderr } = await wait(["browser", "s1", "--for", "deleted", "--timeout", "100ms"], { env });
    expect([code, stdout, stderr]).toEqual([6, "", "error: timed out after 100ms (--timeout)\n"]);
  });
  test("130 on Ctrl-C", async () => {
    const server = await apiServer({ request: one, answer: { json: session("s1") }, times: "any" });
    const interrupt = server.received(1).then(() => "SIGINT" as const);
    expect((await wait(["browser", "s1", "--for", "deleted"], { env: server.env, interrupt })).code).toBe(130);
  });
});

describe("an invocation is followed", () => {
  const states = (...names: Parameters<typeof stateEvent>[0][]) => names.map((name) => stateEvent(name));
  const words = (...conditions: string[]) => [
    "invocation",
    invocationId,
    ...conditions.flatMap((word) => ["--for", word]),
  ];

  test("its states are seen as they come, also one that lasts for no time", async () => {
    const server = await eventServer({ events: states("queued", "running", "succeeded"), record: record("queued") });
    const { code, stdout } = await wait([...words("status=running"), "--query", "status"], { env: server.env });
    expect([code, stdout, server.gets]).toEqual([0, "running\n", 1]);
  });
  test("8 with the reason when it has ended in another state", async () => {
    const events = [stateEvent("running"), stateEvent("failed", { status_reason: "exit code 3" })];
    const server = await eventServer({ events, record: record("queued") });
    const { code, stderr } = await wait(words("status=succeeded"), { env: server.env });
    const message = `invocation ${invocationId} failed: exit code 3; it cannot have status=succeeded any more`;
    expect([code, stderr]).toEqual([8, `error: ${message}\n`]);
  });
  test("a final state at the start opens no stream", async () => {
    const server = await eventServer({ events: [], record: record("succeeded") });
    expect((await wait(words("status=succeeded"), { env: server.env })).code).toBe(0);
    expect((await wait(words("status=failed"), { env: server.env })).code).toBe(8);
    expect(server.asked).toEqual([]);
  });
  test("over a stream that breaks", async () => {
    const events = states("queued", "running", "succeeded");
    const server = await eventServer({ events, plays: [{ bytes: 40, afterwards: "reset" }], record: record("queued") });
    expect((await wait(words("status=succeeded"), { env: server.env })).code).toBe(0);
    expect(server.asked.length).toBe(2);
  });
  test("6 with its last state", async () => {
    const server = await eventServer({
      events: states("running"),
      plays: [{ afterwards: "hold" }],
      record: record("running"),
    });
    const { code, stderr } = await wait([...words("status=succeeded"), "--timeout", "2s"], { env: server.env });
    expect([code, stderr]).toEqual([
      6,
      `error: timed out after 2s (--timeout)\nhint: invocation ${invocationId} is running\n`,
    ]);
  });
});

test("a deployment that runs may still be stopped or deleted", async () => {
  const path = "GET /deployments/d1";
  const deployment = (status: string) => ({ id: "d1", status, created_at: "2026-01-02T03:04:05Z", region: "local" });
  const { env } = await apiServer(
    { request: path, answer: { json: deployment("running") } },
    { request: path, answer: { json: deployment("stopped") } },
  );
  expect((await wait(["deployment", "d1", "--for", "status=stopped"], { env })).code).toBe(0);
  const kept = await apiServer(
    { request: path, answer: { json: deployment("running") } },
    { request: path, answer: { json: deployment("stopped") } },
  );
  const deleted = await wait(["deployment", "d1", "--for", "deleted", "-o", "json"], { env: kept.env });
  expect([deleted.code, JSON.parse(deleted.stdout)]).toMatchObject([0, { status: "stopped" }]);
  const again = await apiServer(
    { request: path, answer: { json: deployment("running") } },
    { request: path, answer: { status: 404, json: { code: "not_found", message: "gone" } } },
  );
  expect((await wait(["deployment", "d1", "--for", "deleted"], { env: again.env })).code).toBe(0);
});

test("a connection is looked at when its login reports a state", async () => {
  const connection = (status: string, flow_status: string | null) => ({
    ...{
      id: "a6u2t8h4c0o5n9n3e7c1t8i2",
      profile_name: "p",
      domain: "example.com",
      save_credentials: false,
      record_session: false,
    },
    ...{ status, flow_status },
  });
  const event = {
    event: "managed_auth_state",
    timestamp: "2026-01-02T03:04:05Z",
    flow_status: "SUCCESS",
    flow_step: "COMPLETED",
  };
  const { env } = await apiServer(
    {
      request: "GET /auth/connections/a6u2t8h4c0o5n9n3e7c1t8i2",
      answer: { json: connection("NEEDS_AUTH", "IN_PROGRESS") },
    },
    {
      request: "GET /auth/connections/a6u2t8h4c0o5n9n3e7c1t8i2/events",
      answer: { body: `data: ${JSON.stringify(event)}\n\n`, headers: { "content-type": "text/event-stream" } },
    },
    {
      request: "GET /auth/connections/a6u2t8h4c0o5n9n3e7c1t8i2",
      answer: { json: connection("AUTHENTICATED", "SUCCESS") },
    },
  );
  const { code, stderr } = await wait(["connection", "a6u2t8h4c0o5n9n3e7c1t8i2", "--for", "status=AUTHENTICATED"], {
    env,
  });
  expect([code, stderr]).toEqual([0, ""]);
});

test("a terminal shows what is waited for, a pipe nothing", async () => {
  const { env } = await apiServer(
    { request: one, answer: { json: session("s1") }, times: 2 },
    { request: one, answer: { json: ended } },
  );
  const { code, stdout } = await runCli(["wait", "browser", "s1", "--for", "deleted"], { env, tty: true });
  expect(code).toBe(0);
  expect(stdout).toContain("Waiting for session s1: deleted");
});
