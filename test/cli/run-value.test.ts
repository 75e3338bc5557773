import { expect, test } from "vitest";
import { readSettingsFor } from "../../src/cli/read-settings-for.ts";
import { runValue, type ValueHost } from "../../src/cli/run-value.ts";
import { browsersCreate } from "../../src/commands/browsers/create.ts";
import { browsersCurl } from "../../src/commands/browsers/curl.ts";
import { browsersDelete } from "../../src/commands/browsers/delete.ts";
import { browsersList } from "../../src/commands/browsers/list.ts";
import { browsersRun } from "../../src/commands/browsers/run.ts";
import { fsWatch } from "../../src/commands/fs/watch.ts";
import { invocationsTail } from "../../src/commands/invocations/tail.ts";
import { playwrightExecute } from "../../src/commands/playwright/execute.ts";
import { processOutput } from "../../src/commands/process/output.ts";
import { invoke } from "../../src/commands/root/invoke.ts";
import { CliError } from "../../src/core/errors.ts";
import { Io } from "../../src/core/io.ts";
import { type ApiServer, apiServer, session } from "../support/api-server.ts";
import { eventServer, frame, invocationId, logEvent, record, stateEvent } from "../support/event-server.ts";
import { temporaryHome } from "../support/run-cli.ts";

async function hostOf(server: Pick<ApiServer, "env">, more: Partial<ValueHost> = {}): Promise<ValueHost> {
  const home = temporaryHome();
  const env = { ...home.env, ...server.env };
  const io = new Io({
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env,
    tty: { stdin: false, stdout: false, stderr: false },
    width: 80,
    cwd: home.dir,
  });
  const warn = (text: string): void => io.warn(text);
  const found = await readSettingsFor({}, {}, [], io, { warn, signal: AbortSignal.timeout(10_000) });
  const { resolved } = found;
  if (!resolved) throw new Error("the settings are wrong");
  return { settings: { ...found, resolved }, env, cwd: home.dir, ...more };
}

async function problemsOf(run: Promise<unknown>): Promise<string[]> {
  const error = await run.then(
    () => undefined,
    (each: unknown) => each,
  );
  if (!(error instanceof CliError)) throw new Error(`no problems: ${String(error)}`);
  return (error.options.problems ?? []).map(({ path, message }) => `${path}: ${message}`);
}

const answer = { status: 200, headers: {}, body: "hello", duration_ms: 3 };

test("a command takes its input as a value and gives its result as one", async () => {
  const server = await apiServer({ request: "POST /browsers/s1/curl", answer: { json: answer } });
  const host = await hostOf(server);
  const result = await runValue(
    browsersCurl,
    { id: "s1", url: "https://example.com", data: "a=1", timeout_ms: 5_000 },
    host,
  );
  expect(result).toEqual({ value: answer, exitNumber: 0, notes: [] });
  expect(server.requests[0]?.json).toEqual({
    url: "https://example.com",
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "a=1",
    timeout_ms: 5_000,
  });
});

test("a command without a function of its own takes fields of the query", async () => {
  const server = await apiServer({
    request: "GET /browsers?status=all",
    answer: { json: [session()], headers: { "x-has-more": "true" } },
  });
  const result = await runValue(browsersList, { status: "all" }, await hostOf(server));
  expect(result).toMatchObject({
    value: [{ session_id: "s1" }],
    notes: ["Showing the first 1; use --all for the rest."],
  });
});

test("every problem of the input is reported, and nothing is sent", async () => {
  const server = await apiServer();
  const host = await hostOf(server);
  // @ts-expect-error neither argument, flag nor field
  const wrong = runValue(browsersCurl, { url: "https://example.com", timeout_ms: 1, colour: "red" }, host);
  expect((await problemsOf(wrong)).sort()).toEqual([
    "colour: is no argument, flag or field of this command",
    "id: is missing",
    expect.stringMatching(/^timeout_ms: /),
  ]);
  const get = runValue(browsersCurl, { id: "s1", url: "https://example.com", data: "a", method: "GET" }, host);
  await expect(get).rejects.toThrow("--data: GET has no body");
});

test("a dry run gives the requests and sends nothing", async () => {
  const server = await apiServer();
  const host = await hostOf(server, { dryRun: true });
  const created = await runValue(browsersCreate, { name: "shop", viewport: { width: 800, height: 600 } }, host);
  expect(created).toMatchObject({ value: { method: "POST", body: { name: "shop", viewport: { width: 800 } } } });
  const deleted = await runValue(browsersDelete, { id_or_name: ["a", "b"] }, host);
  expect(deleted).toMatchObject({ value: [{ url: `${server.url}/browsers/a` }, { url: `${server.url}/browsers/b` }] });
});

test("a question needs the consent of the host", async () => {
  const server = await apiServer(
    { request: "GET /browsers/s1", answer: { json: session() } },
    { request: "DELETE /browsers/s1", answer: { status: 204 } },
  );
  await expect(runValue(browsersDelete, { id_or_name: ["s1"] }, await hostOf(server))).rejects.toThrow(
    "Confirmation needed: end session s1",
  );
  const result = await runValue(browsersDelete, { id_or_name: ["s1"] }, await hostOf(server, { consent: true }));
  expect(result).toMatchObject({ value: [{ id_or_name: "s1", deleted: true }] });
});

test("a stream gives its values one by one, and the exit code at its end", async () => {
  const events = [
    { event: "gap", dropped_bytes: 7 },
    { stream: "stdout", data_b64: Buffer.from("out").toString("base64") },
    { stream: "stderr", data_b64: Buffer.from("err").toString("base64") },
    { event: "exit", exit_code: 3 },
  ];
  const server = await apiServer({
    request: "GET /browsers/s1/process/p1/stdout/stream",
    answer: {
      headers: { "content-type": "text/event-stream" },
      body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""),
    },
  });
  const result = await runValue(processOutput, { id: "s1", process_id: "p1", follow: true }, await hostOf(server));
  if (!("items" in result)) throw new Error("no stream");
  const items: unknown[] = [];
  let end: unknown;
  for (;;) {
    const { done, value } = await result.items.next();
    end = value;
    if (done) break;
    items.push(value);
  }
  expect(items).toEqual([
    { stream: "stdout", data: Buffer.from("out") },
    { stream: "stderr", data: Buffer.from("err") },
  ]);
  expect(end).toBe(3);
  expect(result.notes).toEqual(["warning: the first 7 bytes of output are no longer kept"]);
});

test("changes of a directory are values until the session ends, and the watch is removed", async () => {
  const change = { type: "CREATE", path: "/d/a", is_dir: false };
  const server = await apiServer(
    { request: "POST /browsers/s1/fs/watch", answer: { status: 201, json: { watch_id: "w1" } } },
    {
      request: "GET /browsers/s1/fs/watch/w1/events",
      answer: {
        headers: { "content-type": "text/event-stream" },
        body: `data: ${JSON.stringify(change)}\n\ndata: {"event":"gap"}\n\n`,
      },
    },
    { request: "GET /browsers/s1", answer: { status: 404, json: { code: "not_found", message: "" } } },
    { request: "DELETE /browsers/s1/fs/watch/w1", answer: { status: 204 } },
  );
  const result = await runValue(fsWatch, { id: "s1", path: "/d" }, await hostOf(server));
  if (!("items" in result)) throw new Error("no stream");
  const items: unknown[] = [];
  for await (const item of result.items) items.push(item);
  expect(items).toEqual([change, { event: "gap" }]);
  expect(server.requests.at(-1)?.method).toBe("DELETE");
  expect(result.notes).toEqual(["session s1 has ended"]);
});

test("executed code gives its result with its output", async () => {
  const execution = { success: true, result: { title: "Shop" }, stdout: "said\n", stderr: "" };
  const server = await apiServer({ request: "POST /browsers/s1/playwright/execute", answer: { json: execution } });
  const result = await runValue(playwrightExecute, { id: "s1", code: "return 1" }, await hostOf(server));
  expect(result).toEqual({ value: execution, exitNumber: 0, notes: [] });
});

test("a failure of the service is the error of the run", async () => {
  const server = await apiServer({ request: "POST /browsers/s1/curl", answer: { json: { ...answer, status: 404 } } });
  const run = runValue(
    browsersCurl,
    { id: "s1", url: "https://example.com", failWithBody: true },
    await hostOf(server),
  );
  await expect(run).rejects.toThrow("the target answered 404");
});

test("a command whose job is the terminal is refused", async () => {
  const server = await apiServer();
  await expect(runValue(browsersRun, {}, await hostOf(server))).rejects.toThrow('"browsers run" needs a terminal');
});

test("a followed log gives its events one by one, and resumes without repeating them", async () => {
  const events = [stateEvent("running"), logEvent(0, "a"), logEvent(5, "b"), stateEvent("succeeded")];
  const cut = Buffer.byteLength(`retry: 1\n\n${events.slice(0, 2).map(frame).join("")}`);
  const server = await eventServer({ events, plays: [{ bytes: cut, afterwards: "reset" }] });
  const result = await runValue(invocationsTail, { id: invocationId }, await hostOf(server));
  if (!("items" in result)) throw new Error("no items");
  const values: unknown[] = [];
  for await (const value of result.items) values.push(value);
  expect(values).toEqual(events.map((event) => JSON.parse(event)));
  expect(server.asked).toHaveLength(2);
});

test("the log beside a result is given with the notes", async () => {
  const created = { id: "i1", action_name: "act", status: "queued" };
  const ended = { ...record("succeeded"), id: "i1", output: '{"sum":3}' };
  const events = [logEvent(0, "working"), stateEvent("succeeded", ended)];
  const server = await apiServer(
    { request: "POST /invocations", answer: { status: 202, json: created } },
    {
      request: "GET /invocations/i1/events",
      answer: { headers: { "content-type": "text/event-stream" }, body: events.map(frame).join("") },
    },
  );
  const result = await runValue(invoke, { app: "app", action: "act" }, await hostOf(server));
  expect(result).toEqual({ value: { sum: 3 }, exitNumber: 0, notes: ["working"] });
});
