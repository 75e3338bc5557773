import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import {
  deployed,
  eventsOf,
  invoke,
  messages,
  parseEvents,
  reached,
  waitsForItsEnd,
} from "../../support/service/app.ts";
import { callApi, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser();
  await deployed(
    service,
    `
    "echo": (_context: unknown, payload: unknown) => payload,
    "nothing": () => undefined,
    "talk": () => { console.log("out 1"); console.error("err 2"); console.log("out 3"); process.stderr.write("no end"); },
    "fail": () => { console.log("before"); throw new TypeError("it broke"); },
    "reject": async () => { void Promise.reject(new Error("nobody waits")); await new Promise((go) => setTimeout(go, 5_000)); },
    "exit": () => process.exit(3),
    "stuck": () => new Promise(() => {}),
    "cycle": () => { const a: Record<string, unknown> = {}; a["a"] = a; return a; },
    "large": () => "x".repeat(4_600_000),
    "wait": async (context: { signal: AbortSignal }) => {
      console.log("waits");
      await new Promise((_, fail) => { setInterval(() => {}, 1_000); context.signal.addEventListener("abort", () => { console.log("told: " + context.signal.reason.message); fail(context.signal.reason); }); });
    },
    "deaf": async () => { process.on("SIGTERM", () => console.log("TERM")); console.log("waits"); await new Promise((go) => setTimeout(go, 1e8)); },
    "browse": async (context: { createBrowser(options: object): Promise<{ session_id: string }> }, wait?: boolean) => {
      const { session_id } = await context.createBrowser({ headless: true });
      console.log("opened");
      if (wait) await new Promise(() => setInterval(() => {}, 60_000));
      return session_id;
    },
    "look": async (context: { request(method: string, path: string, body?: unknown): Promise<unknown> }) =>
      ({ scope: await context.request("GET", "/auth/context"), token: process.env.BROWSERCTL_TOKEN === process.env.KERNEL_API_KEY, base: process.env.KERNEL_BASE_URL === process.env.BROWSERCTL_BASE_URL, key: process.env.BROWSERCTL_TOKEN }),
  `,
  );
});
afterAll(() => service.stop());

describe("an invocation", () => {
  test.each([[{ a: ["ä", 1, null] }], ["text"], [null], [0]])(
    "gives back what its action returns: %j",
    async (payload) => {
      const answer = await invoke(service, "echo", { payload });
      expect(answer).toEqual({
        id: answer.id,
        action_name: "echo",
        status: "succeeded",
        output: JSON.stringify(payload),
      });
      expect((await service.api("GET", `/invocations/${answer.id}`)).body).toMatchObject({
        app_name: "demo",
        version: "latest",
        payload: JSON.stringify(payload),
        output: JSON.stringify(payload),
        finished_at: expect.any(String),
      });
    },
  );

  test("an invocation without payload and result has neither", async () => {
    const answer = await invoke(service, "nothing");
    const { body } = await service.api("GET", `/invocations/${answer.id}`);
    expect(body).toMatchObject({ status: "succeeded" });
    expect(Object.keys(body)).not.toContain("output");
    expect(Object.keys(body)).not.toContain("payload");
  });

  test("output and errors of an invocation are its log, in their order, between its states", async () => {
    const { id } = await invoke(service, "talk");
    const events = await eventsOf(service, `/invocations/${id}/events`);
    expect(events.map(({ event, message, invocation }) => invocation?.status ?? `${event}: ${message}`)).toEqual([
      "queued",
      "running",
      "log: out 1",
      "log: err 2",
      "log: out 3",
      "log: no end",
      "succeeded",
    ]);
    const times = events.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...new Set(times)].sort());
    expect(events.at(-1)?.["invocation"]).toEqual((await service.api("GET", `/invocations/${id}`)).body);
    const since = events[3]?.timestamp;
    const rest = await eventsOf(service, `/invocations/${id}/events?since=${since}`);
    expect(messages(rest)).toEqual(["err 2", "out 3", "no end"]);
    expect(rest.map(({ invocation }) => invocation?.status).filter(Boolean)).toEqual([
      "queued",
      "running",
      "succeeded",
    ]);
    expect(await eventsOf(service, `/invocations/${id}/events?since=`)).toEqual(events);
  });

  test.each([
    ["fail", "TypeError: it broke"],
    ["reject", "Error: nobody waits"],
    ["exit", "its process ended with exit code 3 before its action had returned"],
    ["stuck", "its process ended with exit code 0 before its action had returned"],
    ["cycle", "the result of the action cannot be written as JSON: Converting circular structure"],
    ["large", "the result of the action is 4600002 bytes of JSON; the limit is 4500000"],
  ])("an invocation fails with the reason: %s", async (action, reason) => {
    const answer = await invoke(service, action);
    expect(answer).toMatchObject({ status: "failed", status_reason: expect.stringContaining(reason) });
    const events = await eventsOf(service, `/invocations/${answer.id}/events`);
    expect(events.at(-1)?.["invocation"]).toMatchObject({ status: "failed", status_reason: answer.status_reason });
  });

  test("an error of an invocation is in its log with the line of its own source", async () => {
    const { id } = await invoke(service, "fail");
    const said = messages(await eventsOf(service, `/invocations/${id}/events`)).join("\n");
    expect(said).toMatch(/^before\nTypeError: it broke\n {4}at .*app\.ts:7:/);
  });

  test("an async invocation answers 202 at once, and its stream ends with it", async () => {
    const answer = await invoke(service, "echo", { payload: 1, async: true, timeoutSeconds: 10 });
    expect(answer).toEqual({ id: answer.id, action_name: "echo", status: "queued" });
    const events = await eventsOf(service, `/invocations/${answer.id}/events`);
    expect(events.at(-1)?.["invocation"]).toMatchObject({ status: "succeeded", output: "1" });
  });

  test.each([
    ["an app that is not there", { app_name: "none" }, 404, 'there is no app "none"'],
    ["a version that is not there", { version: "9" }, 404, 'has no version "9"; there is latest'],
    ["an action that is not there", { action_name: "none" }, 404, 'has no action "none"; it has echo, nothing'],
    ["a payload that is no JSON", { payload: "{x" }, 400, "payload: must be JSON text"],
    [
      "a payload that is too large",
      { payload: JSON.stringify("x".repeat(4_499_999)) },
      413,
      "4500001 bytes; the limit is 4500000",
    ],
    ["a time without async", { async_timeout_seconds: 10 }, 400, "async_timeout_seconds: needs async"],
    [
      "too little time",
      { async: true, async_timeout_seconds: 9 },
      400,
      "async_timeout_seconds: must be 10 to 3600, not 9",
    ],
    ["too much time", { async: true, async_timeout_seconds: 3601 }, 400, "must be 10 to 3600, not 3601"],
    ["no version", { version: undefined }, 400, "version: is missing"],
  ])("an invocation is refused: %s", async (_what, change, status, message) => {
    const before = await readdir(join(service.stateDir, "invocations"));
    const json = { app_name: "demo", action_name: "echo", version: "latest", ...change };
    const answer = await service.api("POST", "/invocations", { json });
    expect(answer.status, answer.text).toBe(status);
    expect(answer.text).toContain(JSON.stringify(message).slice(1, -1));
    expect(await readdir(join(service.stateDir, "invocations"))).toEqual(before);
  });

  test("a payload of exactly the limit arrives", async () => {
    const payload = "x".repeat(4_499_998);
    const answer = await invoke(service, "echo", { payload });
    expect(answer.output?.length).toBe(4_500_000);
  });

  test("a cancelled invocation is told, and fails; an ended one cannot be cancelled", async () => {
    const { id } = await invoke(service, "wait", { async: true });
    await logged(id, "waits");
    const json = { status: "failed", output: '{"error":"Invocation cancelled by user"}' };
    const answer = await service.api("PATCH", `/invocations/${id}`, { json });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: "failed", status_reason: "it was cancelled", output: json.output },
    });
    const events = await eventsOf(service, `/invocations/${id}/events`);
    expect(messages(events)).toEqual(["waits", "told: it was cancelled"]);
    expect(events.at(-1)?.["invocation"]).toEqual(answer.body);
    const again = await service.api("PATCH", `/invocations/${id}`, { json });
    expect(again).toMatchObject({ status: 409, body: { message: "the invocation has ended: failed" } });
    expect(again.headers.get("x-should-retry")).toBe("false");
  });

  test("an invocation can be ended as a success, with an output that is JSON", async () => {
    const { id } = await invoke(service, "wait", { async: true });
    await logged(id, "waits");
    const refused = await service.api("PATCH", `/invocations/${id}`, { json: { status: "succeeded", output: "{" } });
    expect(refused).toMatchObject({
      status: 400,
      body: { details: [{ message: expect.stringContaining("output: must be JSON") }] },
    });
    const answer = await service.api("PATCH", `/invocations/${id}`, { json: { status: "succeeded", output: "5" } });
    expect(answer.body).toMatchObject({ status: "succeeded", output: "5" });
  });

  test("an invocation that ignores TERM is killed", async () => {
    const { id } = await invoke(service, "deaf", { async: true });
    await logged(id, "waits");
    await service.api("PATCH", `/invocations/${id}`, { json: { status: "failed" } });
    const events = await eventsOf(service, `/invocations/${id}/events`);
    expect(messages(events)).toEqual(["waits", "TERM"]);
  });

  test("an invocation fails at its time limit", async () => {
    const { id } = await invoke(service, "wait", { async: true, timeoutSeconds: 10 });
    await logged(id, "waits");
    await service.clock.advance(10_000);
    expect(await reached(service, id, "failed")).toMatchObject({ status_reason: "it ran longer than 10 s" });
  });

  test("the token of an invocation is limited to its project and ends with it", async () => {
    const answer = await invoke(service, "look");
    const { scope, token, base, key } = JSON.parse(answer.output);
    expect({ token, base }).toEqual({ token: true, base: true });
    expect(scope.authorization.effective_scope.project_id).toEqual(expect.any(String));
    expect(scope.authorization.credential_scope.project_id).toBe(scope.authorization.effective_scope.project_id);
    const later = await callApi(service.baseUrl, key, "GET", "/auth/context");
    expect(later.status).toBe(401);
  });

  // A real browser is driven in invocations.full.ts and test/e2e/apps.test.ts.
  test("an invocation has a browser, which ends with it", async () => {
    const answer = await invoke(service, "browse");
    expect(answer.status, answer.status_reason).toBe("succeeded");
    expect(messages(await eventsOf(service, `/invocations/${answer.id}/events`))).toEqual(["opened"]);
    const session = JSON.parse(answer.output);
    const gone = await service.api("GET", `/browsers/${session}`);
    expect(gone).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining(`its invocation ${answer.id} ended`) },
    });
  });

  test("an invocation lists its browsers while it runs; they can be ended, and end when it is cancelled", async () => {
    const { id } = await invoke(service, "browse", { async: true, payload: true });
    await logged(id, "opened");
    const { body } = await service.api("GET", `/invocations/${id}/browsers`);
    expect(body.browsers).toHaveLength(1);
    expect((await service.api("DELETE", `/invocations/${id}/browsers`)).status).toBe(204);
    expect((await service.api("GET", `/invocations/${id}/browsers`)).body).toEqual({ browsers: [] });
    const own = await service.create({ headless: true, invocation_id: id });
    expect((await service.api("GET", `/invocations/${id}/browsers`)).body.browsers[0].session_id).toBe(own.session_id);
    await service.api("PATCH", `/invocations/${id}`, { json: { status: "failed" } });
    expect((await service.api("GET", `/browsers/${own.session_id}`)).status).toBe(404);
    const refused = await service.api("POST", "/browsers", { json: { invocation_id: id } });
    expect(refused).toMatchObject({
      status: 400,
      body: { details: [{ message: `invocation_id: there is no running invocation "${id}"` }] },
    });
  });

  test.each([
    ["gone", async (path: string) => rm(path)],
    ["damaged", async (path: string) => writeFile(path, "no events\n\n")],
  ])("an invocation whose log is %s says so in its stream, and how it ended", async (_what, harm) => {
    const { id } = await invoke(service, "talk");
    await harm(join(service.stateDir, "invocations", id));
    const events = await eventsOf(service, `/invocations/${id}/events?since=1h`);
    expect(events).toEqual([
      {
        event: "error",
        timestamp: expect.any(String),
        error: { code: "log_unreadable", message: "the log cannot be read" },
      },
      {
        event: "invocation_state",
        timestamp: expect.any(String),
        invocation: expect.objectContaining({ id, status: "succeeded" }),
      },
    ]);
  });

  test("an unknown invocation is 404 for every operation", async () => {
    for (const [method, path, json] of [
      ["GET", "/invocations/none"],
      ["PATCH", "/invocations/none", { status: "failed" }],
      ["GET", "/invocations/none/browsers"],
      ["DELETE", "/invocations/none/browsers"],
      ["GET", "/invocations/none/events"],
    ] as const) {
      const answer = await service.api(method, path, { json });
      expect(answer, path).toMatchObject({ status: 404, body: { message: 'there is no invocation "none"' } });
    }
  });

  test("lists of invocations can be filtered, the newest first, without large fields", async () => {
    const first = await invoke(service, "echo", { payload: "one" });
    const second = await invoke(service, "nothing");
    const list = async (query: string) => (await service.api("GET", `/invocations?${query}`)).body;
    const ids = (items: { id: string }[]): string[] => items.map(({ id }) => id);
    expect(ids(await list("limit=2"))).toEqual([second.id, first.id]);
    expect((await list("action_name=echo"))[0]).toEqual(expect.not.objectContaining({ payload: expect.anything() }));
    expect(ids(await list(`query=${first.id}`))).toEqual([first.id]);
    expect(ids(await list("query=NOTHI&limit=1"))).toEqual([second.id]);
    expect(await list("status=running")).toEqual([]);
    expect(await list("app_name=other")).toEqual([]);
    expect(await list("version=9")).toEqual([]);
    const { body: apps } = await service.api("GET", "/apps?app_name=demo");
    expect(ids(await list(`deployment_id=${apps[0].deployment}&limit=1`))).toEqual([second.id]);
    expect(ids(await list("since=2020-01-01T00:00:00Z&limit=1"))).toEqual([second.id]);
    await service.clock.advance(2_000);
    expect(await list("since=1s")).toEqual([]);
    expect((await service.api("GET", "/invocations?since=soon")).status).toBe(400);
  });

  test("more than ten invocations wait for their turn, in order, and can be cancelled while they wait", async () => {
    const running = await Promise.all(Array.from({ length: 10 }, () => invoke(service, "wait", { async: true })));
    for (const { id } of running) await logged(id, "waits");
    const [next, last] = [
      await invoke(service, "echo", { async: true }),
      await invoke(service, "echo", { async: true }),
    ];
    expect((await service.api("GET", `/invocations/${next.id}`)).body.status).toBe("queued");
    const cancelled = await service.api("PATCH", `/invocations/${last.id}`, { json: { status: "failed" } });
    expect(cancelled.body.status).toBe("failed");
    expect((await service.api("GET", `/invocations/${next.id}`)).body.status).toBe("queued");
    await service.api("PATCH", `/invocations/${running[0]?.id}`, { json: { status: "failed" } });
    await reached(service, next.id, "succeeded");
    await Promise.all(
      running.slice(1).map(({ id }) => service.api("PATCH", `/invocations/${id}`, { json: { status: "failed" } })),
    );
    const { body } = await service.api("GET", "/_local/status");
    expect(body.active_invocations).toBe(0);
  });
});

describe("the end of the service", () => {
  test("the end of the service ends running and waiting invocations, says so, and the next run finds them all again", async () => {
    const first = await startServiceWithFakeBrowser({ keepDir: true });
    await deployed(first, `wait: ${waitsForItsEnd}`);
    const { id } = await invoke(first, "wait", { async: true });
    const path = join(first.stateDir, "invocations", id);
    await until(
      () => readFile(path, "utf8"),
      (text) => text.includes('"waits"'),
    );
    await first.stop();
    expect(parseEvents(await readFile(path, "utf8")).at(-1)?.["invocation"]).toMatchObject({
      status: "failed",
      status_reason: "the service was stopped",
    });
    const second = await startServiceWithFakeBrowser({ stateDir: first.stateDir });
    try {
      const { body } = await second.api("GET", `/invocations/${id}`);
      expect(body).toMatchObject({ status: "failed", status_reason: "the service was stopped" });
      expect(messages(await eventsOf(second, `/invocations/${id}/events`))).toEqual(["waits"]);
      expect((await second.api("GET", "/apps")).body).toHaveLength(1);
      const again = await invoke(second, "wait", { async: true });
      await second.api("PATCH", `/invocations/${again.id}`, { json: { status: "failed" } });
    } finally {
      await second.stop();
    }
  });
});

/** Waits until an invocation has logged a line. */
async function logged(id: string, line: string): Promise<void> {
  await until(
    () => readFile(join(service.stateDir, "invocations", id), "utf8"),
    (text) => text.includes(JSON.stringify(line)),
  );
}
