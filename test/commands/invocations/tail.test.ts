import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test, vi } from "vitest";
import {
  type CliOptions,
  type CliResult,
  jsonError,
  program,
  runCli,
  runHere,
  startCli,
  temporaryHome,
} from "../../support/cli/run-cli.ts";
import {
  type EventServer,
  type EventServerOptions,
  eventServer,
  frame,
  heartbeat,
  invocationId,
  logEvent,
  type Play,
  record,
  stateEvent,
} from "../../support/servers/event-server.ts";
import { heldTimers } from "../../support/service/held-timers.ts";
import { until } from "../../support/until.ts";

const ms = 1_000_000;
const [a, b] = [logEvent(0, "first"), logEvent(5 * ms, "Second")];
const [running, done] = [stateEvent("running"), stateEvent("succeeded")];
const events = [stateEvent("queued"), running, a, b, done];
const hold = { afterwards: "hold" } as const;
const cutBeforeEnd: Play = { frames: events.slice(0, -1).map(frame).join("") };

const words = (more: readonly string[]): string[] => ["invocations", "tail", invocationId, ...more];
const tail = (server: EventServer, more: readonly string[] = [], options: CliOptions = {}): Promise<CliResult> =>
  runCli(words(more), { ...options, env: { ...server.env, ...options.env } });

/** Prints the log of a server that does so, in the ways the words say. */
async function printed(server: EventServerOptions, ...more: string[]): Promise<CliResult> {
  return tail(await eventServer(server), more);
}

describe("how it ends", () => {
  test("tail is exit 0 when the invocation succeeded: the log on stdout, states on stderr", async () => {
    const { code, stdout, stderr } = await printed({ events });
    expect([code, stdout]).toEqual([0, "first\nSecond\n"]);
    const states = ["is queued", "is running", "succeeded"];
    expect(stderr).toBe(states.map((state) => `invocation ${invocationId} ${state}\n`).join(""));
  });
  test("tail is exit 8 with the reason when the invocation failed, after its log", async () => {
    const failed = [running, a, stateEvent("failed", { status_reason: "exit code 3" })];
    const text = await printed({ events: failed });
    expect([text.code, text.stdout]).toEqual([8, "first\n"]);
    expect(text.stderr).toContain(`error: invocation ${invocationId} failed: exit code 3`);
    const json = await printed({ events: failed }, "-o", "jsonl");
    expect(json.stdout).toBe(`${failed.join("\n")}\n`);
    expect(jsonError({ ...json, stdout: "" })).toMatchObject({ exit_code: 8, code: "invocation_failed" });
  });
  test("tail is exit 9 when the stream broke and the state stays unknown", async () => {
    const plays = [cutBeforeEnd, { bytes: 0 }, { bytes: 0 }];
    const runs = await printed({ events, plays, record: record("running") }, "--max-reconnects", "1");
    expect([runs.code, runs.stdout]).toEqual([9, "first\nSecond\n"]);
    expect(runs.stderr).toContain(`invocation ${invocationId} is running`);
    expect(runs.stderr).toContain(`hint: browserctl invocations tail ${invocationId}`);
    const unknown = await printed({ events, plays, record: 500 }, "--max-reconnects", "1", "-o", "jsonl");
    expect(jsonError({ ...unknown, stdout: "" })).toMatchObject({ exit_code: 9, code: "stream_broken" });
    expect(unknown.stderr).toContain("cannot be requested: no answer (500)");
  });
  test("tail ends with the service's record, after a gap, when the stream broke and the invocation has ended", async () => {
    const plays = [cutBeforeEnd];
    const text = await printed({ events, plays, record: record("succeeded") }, "--max-reconnects", "0");
    expect([text.code, text.stdout]).toEqual([0, "first\nSecond\n"]);
    expect(text.stderr).toMatch(/^-- gap after 2026-01-02T03:04:05\.005000000Z: .+ --$/m);
    const failed = { ...record("failed"), status_reason: "killed" };
    const json = await printed({ events, plays, record: failed }, "--max-reconnects", "0", "-o", "jsonl");
    expect(json.code).toBe(8);
    expect(JSON.parse(json.stdout.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
      event: "gap",
      after: "2026-01-02T03:04:05.005000000Z",
    });
  });
  test("tail is exit 4 for a missing invocation, also in the middle", async () => {
    expect((await printed({ events, plays: [{ status: 404 }] })).code).toBe(4);
    const gone = await printed({ events, plays: [cutBeforeEnd, { status: 404 }] });
    expect([gone.code, gone.stdout]).toEqual([4, "first\nSecond\n"]);
  });
  test("Ctrl-C ends tail at once with exit 130 and without another request", async () => {
    const server = await eventServer({ events, plays: [{ ...cutBeforeEnd, ...hold }] });
    const cli = startCli(words([]), { env: server.env });
    await cli.shows("Second");
    cli.kill("SIGINT");
    expect((await cli.done).code).toBe(130);
    expect([server.gets, server.asked.length]).toEqual([0, 1]);
  });
  test("Ctrl-C ends tail with exit 130 while nobody reads its output", async () => {
    const many = Array.from({ length: 3_000 }, (_, at) => logEvent(at, "x".repeat(1_000)));
    const server = await eventServer({ events: [...many, done] });
    const home = temporaryHome();
    const env = { ...home.env, ...server.env };
    const child = spawn(process.execPath, [program, ...words([])], { env, stdio: ["ignore", "pipe", "ignore"] });
    const ended = once(child, "exit");
    // The reader gets data until the pipe and its own buffer are full.
    await once(child.stdout, "readable");
    child.kill("SIGINT");
    expect((await ended)[0]).toBe(130);
    child.stdout.destroy();
  });
  test("tail is exit 6 by --timeout", async () => {
    const server = await eventServer({ events, plays: [{ ...cutBeforeEnd, ...hold }] });
    expect((await tail(server, ["--timeout", "1s"])).code).toBe(6);
  });
  test("tail is exit 0 when its reader closes the pipe", async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => logEvent(at, `${at} ${"x".repeat(1_000)}`));
    const server = await eventServer({ events: [...many, done] });
    const home = temporaryHome();
    const child = spawn(
      "bash",
      ["-c", `"$0" "$@" | head -1; echo "\${PIPESTATUS[0]}"`, process.execPath, program, ...words([])],
      {
        env: { ...home.env, ...server.env },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    const out: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    await once(child, "close");
    expect(Buffer.concat(out).toString()).toMatch(/^0 x+\n0\n$/);
  });
});

describe("on its way", () => {
  test("tail notices a stalled stream, with a note on stderr", async () => {
    const server = await eventServer({ events, plays: [{ frames: [running, a].map(frame).join(""), ...hold }] });
    const { code, stdout, stderr } = await tail(server, ["--idle-timeout", "300ms"]);
    expect([code, stdout]).toEqual([0, "first\nSecond\n"]);
    expect(stderr).toContain("note: the stream ended early (no data received for 0.3 s); attempt 1 in 0.0 s");
    expect(stderr).toContain("note: the stream is connected again");
  });
  test("tail reports a gap when the service does not repeat events", async () => {
    const plays = [{ frames: [running, a].map(frame).join("") }, { frames: [b, done].map(frame).join("") }];
    const { code, stdout, stderr } = await printed({ events, plays });
    expect([code, stdout]).toEqual([0, "first\nSecond\n"]);
    expect(stderr).toMatch(/^-- gap after 2026-01-02T03:04:05\.000000000Z: the service did not repeat .+ --$/m);
    const json = await printed({ events, plays }, "-o", "jsonl");
    const gap = { event: "gap", after: "2026-01-02T03:04:05.000000000Z" };
    expect(
      json.stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      ...[running, a].map((event) => JSON.parse(event) as unknown),
      expect.objectContaining(gap),
      ...[b, done].map((event) => JSON.parse(event) as unknown),
    ]);
    expect(json.stderr).toBe("");
  });
  test("tail prints the same through a proxy that buffers the stream", async () => {
    const many = Array.from({ length: 2_000 }, (_, at) => logEvent(at, `line ${at}`));
    const steps =
      [running, ...many, done]
        .map(frame)
        .join("")
        .match(/[\s\S]{1,8192}/g) ?? [];
    const server = await eventServer({ events: [], plays: [{ frames: "", steps }] });
    const cli = startCli(words([]), { env: server.env });
    await server.connected(1);
    for (const [at] of steps.entries()) {
      server.step();
      const arrived = steps.slice(0, at + 1).join("");
      const last = arrived.match(/line \d+(?="\}\n\n)/g)?.at(-1);
      if (last) await until(() => cli.stdout().endsWith(`${last}\n`), { what: () => last });
    }
    expect((await cli.done).stdout).toBe(`${many.map((_, at) => `line ${at}`).join("\n")}\n`);
  });
  test("tail prints error events and continues", async () => {
    const error = JSON.stringify({
      event: "error",
      timestamp: "2026-01-02T03:04:05Z",
      error: { message: "slow\u001b[2J" },
    });
    const { code, stderr } = await printed({ events: [running, error, a, done] });
    expect([code, stderr.includes("warning: the service reports: slow␛[2J\n")]).toEqual([0, true]);
  });
});

describe("what it prints", () => {
  test("tail -o jsonl prints each event unchanged, without heartbeats", async () => {
    const odd = '{"event" : "log","timestamp":"2026-01-02T03:04:05.1Z","message":"\\u00e9\\u001b[0m","more":1.0}';
    const all = [running, odd, done];
    const { stdout, stderr } = await printed({ events: [heartbeat, ...all, heartbeat] }, "-o", "jsonl");
    expect([stdout, stderr]).toEqual([`${all.join("\n")}\n`, ""]);
  });
  test("tail prints messages unchanged in a pipe", async () => {
    const message = "\u001b[31mred\u001b]52;c;x\u0007\r\nä🦊\u0000";
    expect((await printed({ events: [logEvent(0, message), done] })).stdout).toBe(`${message}\n`);
  });
  test("tail at a terminal escapes messages and keeps colours; --raw prints them unchanged", async () => {
    const message = "\u001b[31mred\u001b[0m \u001b]52;c;x\u0007";
    const server = await eventServer({ events: [logEvent(0, message), done] });
    const safe = await tail(server, ["--plain"], { tty: true });
    expect(safe.bytes.toString()).toContain("\u001b[31mred\u001b[0m ␛]52;c;x␇");
    const plain = await tail(server, ["--plain", "--no-color"], { tty: true });
    expect(plain.bytes.toString()).toContain("\nred ␛]52;c;x␇".slice(1));
    expect(plain.bytes.toString()).not.toContain("\u001b[31m");
    // In CI no spinner says that the answer of a busy machine is waited for.
    const still = { tty: true, env: { CI: "1" } };
    expect((await tail(server, ["--raw"], still)).bytes.toString()).toBe(`${message}\r\n`);
    const json = await tail(server, ["-o", "jsonl"], still);
    expect(json.bytes.toString()).not.toContain("\u0007");
  });
  test("tail --timestamps prints the sent time before each message", async () => {
    expect((await printed({ events }, "--timestamps")).stdout).toBe(
      "2026-01-02T03:04:05.000000000Z first\n2026-01-02T03:04:05.005000000Z Second\n",
    );
  });
  test.each([
    ["SEC", "Second\n"],
    ["/^s/i", "Second\n"],
    ["/^s/", ""],
    ["/s/", "first\n"],
    ["/i", ""],
    ["", "first\nSecond\n"],
  ])("tail --filter '%s' prints matching messages", async (filter, stdout) => {
    expect((await printed({ events }, "--filter", filter)).stdout).toBe(stdout);
  });
  test("--timeout ends a slow --filter expression", async () => {
    const long = logEvent(0, `${"a".repeat(60)}b`);
    const result = await printed({ events: [long, done] }, "--filter", "/^(a+)+$/", "--timeout", "2s");
    expect([result.code, result.stdout]).toEqual([6, ""]);
  });
  test("tail --filter keeps states in JSON", async () => {
    const { stdout } = await printed({ events }, "--filter", "first", "-o", "jsonl");
    expect(stdout).toBe(`${events.filter((event) => event !== b).join("\n")}\n`);
  });
  test("tail --filter matches the text without its colours", async () => {
    const red = logEvent(0, "\u001b[31mErr\u001b[0mor: x");
    expect((await printed({ events: [red, done] }, "--filter", "error: x")).stdout).toContain("Err");
  });
  test("tail reports a gap with --query and --fields", async () => {
    const plays = [{ frames: frame(a) }, { frames: [b, done].map(frame).join("") }];
    for (const select of [
      ["--query", "message"],
      ["--fields", "message"],
    ]) {
      const { stdout, stderr } = await printed({ events, plays }, ...select, "-o", "jsonl");
      expect(stdout).not.toContain("gap");
      expect(stdout.split("\n")).toHaveLength(4);
      expect(stderr).toContain("-- gap after ");
    }
  });
  test("tail --query applies to each event", async () => {
    const { stdout } = await printed({ events: [a, b, done] }, "--query", "message", "-o", "jsonl");
    expect(stdout).toBe('"first"\n"Second"\nnull\n');
  });
  test("tail prints a message that is not a string as JSON", async () => {
    const odd = ['{"event":"log","message":{"a":1},"timestamp":5}', '{"event":"log"}', done];
    expect(await printed({ events: odd }, "--timestamps")).toMatchObject({ code: 0, stdout: '5 {"a":1}\n \n' });
  });
  test("tail --raw prints only messages", async () => {
    const { stdout, stderr } = await printed({ events, plays: [{ bytes: 3 }] }, "--raw");
    expect([stdout, stderr]).toEqual(["first\nSecond\n", ""]);
  });
});

describe("at a terminal", () => {
  test("the log of an ended invocation is printed whole at a terminal", async () => {
    const many = Array.from({ length: 40 }, (_, at) => logEvent(at * ms, `line ${at};`));
    const server = await eventServer({ events: [running, ...many, done], record: record("succeeded") });
    const { code, stdout, bytes } = await tail(server, [], { tty: true });
    expect([code, bytes.includes("\u001b[?1049h")]).toEqual([0, false]);
    for (let at = 0; at < 40; at += 1) expect(stdout).toContain(`line ${at};`);
  });
  test("the summary at a terminal shows an end that only the record has", async () => {
    const states = ["running", "succeeded"];
    const plays = [{ frames: [running, a].map(frame).join("") }];
    const server = await eventServer({
      events: [running, a],
      plays,
      record: () => ({ ...record(states.shift() ?? "succeeded"), finished_at: "2026-01-02T03:04:15Z" }),
    });
    const { code, stdout, bytes } = await tail(server, ["--max-reconnects", "0"], { tty: true });
    expect([code, bytes.includes("\u001b[?1049h")]).toEqual([0, true]);
    expect(stdout).toContain("succeeded in 10.0 s, 1 line, 1 gap");
  });
});

describe("--no-follow", () => {
  const goesOn = record("running");
  test("tail --no-follow stops when no more events arrive", async () => {
    const plays = [{ ...cutBeforeEnd, ...hold }];
    const { code, stdout, stderr } = await printed({ events, plays, record: goesOn }, "--no-follow");
    expect([code, stdout]).toEqual([0, "first\nSecond\n"]);
    expect(stderr).toContain("keeps running; this is its log so far");
  });
  test("tail --no-follow stops at events later than its start, however many arrive", async () => {
    const now = new Date(Date.now() + 3_600_000).toISOString();
    const later = JSON.stringify({ event: "log", timestamp: now, message: "later" });
    const endless = Array.from({ length: 50 }, () => frame(later));
    const plays = [{ frames: [running, a, later, b].map(frame).join(""), steps: endless }];
    const server = await eventServer({ events, plays, record: goesOn });
    const timer = setInterval(() => server.step(), 50);
    const { code, stdout } = await tail(server, ["--no-follow"]).finally(() => clearInterval(timer));
    expect([code, stdout.startsWith("first\nlater\nSecond\n")]).toEqual([0, true]);
  });
  test("tail --no-follow of an ended invocation waits for its last event", async () => {
    const failed = [running, a, heartbeat, b, stateEvent("failed")];
    const server = await eventServer({
      events: failed,
      plays: [{ frames: failed.slice(0, 3).map(frame).join(""), steps: [failed.slice(3).map(frame).join("")] }],
      record: record("failed"),
    });
    const timers = heldTimers();
    const result = runHere(words(["--no-follow"]), { env: server.env });
    await server.connected(1);
    // Longer than the silence that means the present.
    await timers.pass(5_000);
    server.step();
    vi.useRealTimers();
    expect(await result).toMatchObject({ code: 8, stdout: "first\nSecond\n" });
  });
  test("tail --no-follow of a missing invocation is exit 4", async () => {
    expect((await printed({ events, record: 404 }, "--no-follow")).code).toBe(4);
  });
});

describe("what is refused, before the network", () => {
  test.each([
    ["--since", "yesterday"],
    ["--since", "5"],
    ["--since", "2026-02-30T00:00:00Z"],
    ["--filter", "/(/"],
    ["--filter", "/a/g"],
    ["--filter", "/usr/bin"],
    ["--max-reconnects", "-1"],
    ["--max-reconnects", "x"],
    ["--idle-timeout", "0s"],
    ["-o", "json"],
    ["-o", "csv"],
  ])("tail %s %s is refused before the network", async (flag, value) => {
    const { code, stderr } = await runCli(words([flag, value]), {
      env: { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "x" },
    });
    expect([code, stderr.includes("\u001b")]).toEqual([2, false]);
    expect(stderr).toContain(flag === "-o" ? "--output" : flag);
  });
  test("tail reports all wrong flags together", async () => {
    const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "x" };
    const { code, stderr } = await runCli(words(["--raw", "--timestamps", "--since", "x", "--idle-timeout=0s"]), {
      env,
    });
    expect([code, stderr.match(/--(?:raw|since|idle-timeout):/g)]).toEqual([
      2,
      ["--since:", "--raw:", "--idle-timeout:"],
    ]);
  });
  test("tail --dry-run shows the request", async () => {
    const { stdout } = await runCli(words(["--since", "5m", "--dry-run", "-o", "jsonl"]), {
      env: { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "x" },
    });
    expect(stdout).toContain(`/invocations/${invocationId}/events?since=5m`);
  });
});
