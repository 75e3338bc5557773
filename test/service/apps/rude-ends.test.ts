import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readLocalState } from "../../../src/settings/local-state.ts";
import { deployed, eventsOf, invoke, messages, reached } from "../../support/app.ts";
import { ensureDebianPackage } from "../../support/debian-package.ts";
import { LogTail } from "../../support/log-tail.ts";
import { processesWith, uniqueSeconds } from "../../support/processes.ts";
import { type ApiOptions, callApi, startService, type TestService, tempDir } from "../../support/service.ts";
import { serviceProgram } from "../../support/service-program.ts";
import { until } from "../../support/until.ts";

beforeAll(() => ensureDebianPackage("bubblewrap", "bwrap"), 300_000);

/** A folder for a service, gone with the test. */
async function stateDirectory(): Promise<string> {
  const stateDir = await tempDir();
  onTestFinished(() => rm(stateDir, { recursive: true, force: true }));
  return stateDir;
}

interface OtherService {
  child: ChildProcess;
  baseUrl: string;
  token: string;
  api: (method: string, path: string, options?: ApiOptions) => ReturnType<typeof callApi>;
}

/** A service in a process of its own, which can be killed. */
async function otherService(stateDir: string): Promise<OtherService> {
  const script = await serviceProgram("serve-process");
  const child = spawn(process.execPath, [script, JSON.stringify({ stateDir, version: "0.1.0" })], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr?.on("data", (text) => (log += text));
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  });
  const state = await until(
    () => (child.exitCode === null ? readLocalState(stateDir) : expect.fail(log)),
    (found) => found?.pid === child.pid,
  );
  const { base_url: baseUrl, token } = state ?? expect.fail("no state");
  return { child, baseUrl, token, api: (method, path, options) => callApi(baseUrl, token, method, path, options) };
}

const actions = `
  count: async (_context, { to, every, seconds }) => {
    if (seconds) spawn("sleep", [seconds], { detached: true, stdio: "ignore" });
    for (let n = 1; n <= to; n += 1) {
      console.log("line " + n);
      if (n % every === 0) await new Promise((done) => setTimeout(done, 5));
    }
    return to;
  },
  flood: async (_context, { megabytes }) => {
    const block = ("x".repeat(1023) + "\\n").repeat(64);
    for (let n = 0; n < megabytes * 16; n += 1) {
      if (!process.stdout.write(block)) await new Promise((done) => process.stdout.once("drain", done));
    }
  },`;
const before = 'import { spawn } from "node:child_process";';

/** A service in this process, with the app; for the tests that leave it as it was. */
let shared: TestService;
beforeAll(async () => {
  shared = await startService();
  await deployed(shared, actions, { before });
});
afterAll(() => shared.stop());

describe("kill -9 of the service", () => {
  test("in the middle of an invocation: failed with that reason, its log complete up to there, nothing left", async () => {
    const stateDir = await stateDirectory();
    const first = await otherService(stateDir);
    await deployed(first, actions, { before });
    const seconds = uniqueSeconds();
    const payload = { to: 1_000_000, every: 10, seconds };
    const { id } = await invoke(first, "count", { payload, async: true });
    const tail = new LogTail(first, id);
    await until(
      () => tail.lines.length,
      (count) => count > 500,
    );
    expect((await processesWith(seconds)).length).toBeGreaterThan(0);
    first.child.kill("SIGKILL");
    await expect(tail.done).rejects.toThrow();
    await until(
      () => processesWith(seconds),
      (pids) => pids.length === 0,
    );
    // The app's own process too: its command line has the folder.
    await until(
      () => processesWith(stateDir),
      (pids) => pids.length === 0,
    );

    const second = await otherService(stateDir);
    expect(second.baseUrl).toBe(first.baseUrl);
    const record = (await second.api("GET", `/invocations/${id}`)).body;
    expect(record).toMatchObject({ status: "failed", status_reason: "the service ended while it ran" });
    const events = await eventsOf(second, `/invocations/${id}/events`);
    const lines = messages(events);
    // Whatever a follower has seen is there, and nothing is missing in between.
    expect(lines.length).toBeGreaterThanOrEqual(tail.lines.length);
    expect(lines).toEqual(lines.map((_, at) => `line ${at + 1}`));
    expect(events.at(-1)).toMatchObject({ event: "invocation_state", invocation: record });
    const times = events.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort());
    expect(new Set(times).size).toBe(times.length);
    // It serves on: the deployment is still there.
    expect(await invoke(second, "count", { payload: { to: 3, every: 5 } })).toMatchObject({ output: "3" });
  });

  test("again and again at any moment, no log is damaged and none is lost", async () => {
    const stateDir = await stateDirectory();
    const ids: string[] = [];
    for (let life = 0; ; life += 1) {
      const service = await otherService(stateDir);
      if (life === 0) await deployed(service, actions, { before });
      for (const id of ids) {
        const record = (await service.api("GET", `/invocations/${id}`)).body;
        expect(record.status).toBe("failed");
        const lines = messages(await eventsOf(service, `/invocations/${id}/events`));
        expect(lines).toEqual(lines.map((_, at) => `line ${at + 1}`));
      }
      // The last life ends cleanly.
      if (life === 5) return;
      const { id } = await invoke(service, "count", { payload: { to: 1_000_000, every: 50 }, async: true });
      ids.push(id);
      const tail = new LogTail(service, id);
      await until(
        () => tail.events.length,
        (count) => count > life * 700,
      );
      service.child.kill("SIGKILL");
      await once(service.child, "exit");
    }
  });
});

test("a restart in the middle of a tail: the tail goes on at its last event and sees the end", async () => {
  const stateDir = await stateDirectory();
  const first = await startService({ stateDir, keepDir: true });
  await deployed(first, actions, { before });
  const { id } = await invoke(first, "count", { payload: { to: 1_000_000, every: 10 }, async: true });
  const tail = new LogTail(first, id);
  await until(
    () => tail.lines.length,
    (count) => count > 100,
  );
  await first.stop();
  await tail.done;
  // A clean stop ends the invocation and tells its followers.
  expect(tail.states.at(-1)).toBe("failed");
  const second = await startService({ stateDir });
  const last = tail.events.filter(({ event }) => event === "log").at(-50);
  const rest = new LogTail(second, id, { since: last?.timestamp ?? "" });
  await rest.done;
  expect(rest.lines).toEqual(tail.lines.slice(-50));
  expect(rest.states.at(-1)).toBe("failed");
  expect((await second.api("GET", `/invocations/${id}`)).body.status_reason).toContain("the service was stopped");
  await second.stop();
});

describe("followers", () => {
  test("a hundred of one invocation all get all of it", async () => {
    const service = shared;
    const { id } = await invoke(service, "count", { payload: { to: 5_000, every: 100 }, async: true });
    const tails = Array.from({ length: 100 }, () => new LogTail(service, id));
    await Promise.all(tails.map(({ done }) => done));
    const wanted = Array.from({ length: 5_000 }, (_, n) => `line ${n + 1}`).join("\n");
    for (const tail of tails) {
      expect(tail.lines.join("\n") === wanted).toBe(true);
      expect(tail.states.at(-1)).toBe("succeeded");
    }
  });

  test("that stop reading cost no memory and hold nobody up", async () => {
    const service = await otherService(await stateDirectory());
    await deployed(service, actions, { before });
    const memory = async (): Promise<number> => (await service.api("GET", "/_local/status")).body.memory_bytes;
    const { id: warm } = await invoke(service, "flood", { payload: { megabytes: 16 }, async: true });
    await reached(service, warm, "succeeded");
    const start = await memory();
    const { id } = await invoke(service, "flood", { payload: { megabytes: 64 }, async: true });
    const stuck = await Promise.all(Array.from({ length: 20 }, () => stuckReader(service, id)));
    let peak = 0;
    await until(
      async () => {
        peak = Math.max(peak, await memory());
        return (await service.api("GET", `/invocations/${id}`)).body.status;
      },
      (status) => status === "succeeded",
      { boundMs: 60_000 },
    );
    expect(peak - start).toBeLessThan(40 * 2 ** 20);
    // Each of them can go on and gets the rest.
    const one = stuck[0] ?? expect.fail("no reader");
    const text = await finish(one);
    expect(text.match(/"event":"log"/g)?.length).toBe(64 * 1_024);
    expect(text).toContain('"status":"succeeded"');
    for (const socket of stuck) socket.destroy();
    await until(
      async () => (await service.api("GET", "/_local/status")).status,
      (status) => status === 200,
    );
  });
});

/** A follower that asks and then reads not a byte. */
async function stuckReader({ baseUrl, token }: OtherService, id: string): Promise<Socket> {
  const { port } = new URL(baseUrl);
  const socket = connect(Number(port), "127.0.0.1");
  socket.pause();
  await once(socket, "connect");
  socket.write(
    `GET /invocations/${id}/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
  );
  return socket;
}

async function finish(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("latin1");
}

describe("time", () => {
  test("a clock that is set back or jumps ahead: times of a log only go up, and a resume misses nothing", async () => {
    const service = shared;
    const { id } = await invoke(service, "count", { payload: { to: 600, every: 1 }, async: true });
    const tail = new LogTail(service, id);
    const past = async (count: number): Promise<unknown> =>
      until(
        () => tail.lines.length,
        (now) => now >= count,
      );
    const real = Date.now();
    await past(50);
    service.clock.pin(real - 3_600_000);
    await past(150);
    service.clock.unpin();
    await past(250);
    // Ahead, but not beyond its time limit.
    await service.clock.advance(120_000);
    await past(350);
    service.clock.pin(real);
    await tail.done;
    service.clock.unpin();
    const times = tail.events.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort());
    expect(new Set(times).size).toBe(times.length);
    for (const at of [60, 160, 260, 360]) {
      const event = tail.events.filter((one) => one.event === "log")[at];
      const rest = new LogTail(service, id, { since: event?.timestamp ?? "" });
      await rest.done;
      expect(rest.lines).toEqual(tail.lines.slice(at));
    }
    expect(tail.states.at(-1)).toBe("succeeded");
  });

  test("a jump beyond its time limit ends it with that reason", async () => {
    const service = shared;
    const payload = { to: 1_000_000, every: 1 };
    const { id } = await invoke(service, "count", { payload, async: true, timeoutSeconds: 60 });
    const tail = new LogTail(service, id);
    await until(
      () => tail.lines.length,
      (count) => count > 0,
    );
    await service.clock.advance(61_000);
    const record = await reached(service, id, "failed");
    expect(record.status_reason).toBe("it ran longer than 60 s");
  });
});

test("a disk that fills up: failed with that reason, the log whole up to there, and the service goes on", async () => {
  const stateDir = await stateDirectory();
  const port = await freePort();
  const script = await serviceProgram("serve-process");
  // A small disk of its own, which goes with the process.
  const command = `mount -t tmpfs -o size=32m tmpfs "$1" && shift && exec "$@"`;
  const options = JSON.stringify({ stateDir, version: "0.1.0", port });
  const child = spawn(
    "unshare",
    ["--user", "--map-root-user", "--mount", "sh", "-c", command, "sh", stateDir, process.execPath, script, options],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  child.stderr?.on("data", (text) => (log += text));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  await until(
    () => (child.exitCode === null ? log : expect.fail(log)),
    (text) => text.includes("listens on"),
  );
  // The folder as the process sees it.
  const state = JSON.parse(readFileSync(`/proc/${child.pid}/root${stateDir}/service.json`, "utf8"));
  const baseUrl = `http://127.0.0.1:${port}`;
  const service = {
    baseUrl,
    token: state.token as string,
    api: (method: string, path: string, more?: ApiOptions) => callApi(baseUrl, state.token, method, path, more),
  };
  await deployed(service, actions, { before });
  const { id } = await invoke(service, "flood", { payload: { megabytes: 64 }, async: true });
  const record = await reached(service, id, "failed", "succeeded");
  expect(record).toMatchObject({
    status: "failed",
    status_reason: expect.stringMatching(/cannot be stored.*no space/),
  });
  const lines = messages(await eventsOf(service, `/invocations/${id}/events`));
  expect(lines.length).toBeGreaterThan(1_000);
  expect(lines.every((line) => line.length === 1_023)).toBe(true);
  expect((await service.api("GET", "/_local/status")).status).toBe(200);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
