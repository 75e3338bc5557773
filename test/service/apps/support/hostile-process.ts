import { mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killProcesses } from "../../../support/machine/kill-processes.ts";
import { processesWith, uniqueSeconds } from "../../../support/machine/processes.ts";
import { ensureDebianPackage } from "../../../support/screen/debian-package.ts";
import { deploy, deployed, eventsOf, invoke, messages, reached } from "../../../support/service/app.ts";
import { startService, type TestService } from "../../../support/service/service.ts";
import { until } from "../../../support/until.ts";

const actions = `
  forge: (_context, text) => { writeSync(3, text + "\\n"); return 1; },
  pour: async () => { const block = Buffer.alloc(65536, 120); for (let n = 0; n < 4000; n += 1) { try { writeSync(3, block); } catch (error) { if (error.code !== "EAGAIN") throw error; await new Promise((go) => setTimeout(go, 1)); n -= 1; } } return "poured"; },
  shut: () => { closeSync(3); return 1; },
  mute: () => { console.log("said"); closeSync(1); return "muted"; },
  clingControl: (_context, seconds) => { spawn("sleep", [seconds], { detached: true, env: {}, stdio: ["ignore", "ignore", "ignore", 3] }).unref(); return "left"; },
  clingOutput: (_context, seconds) => { console.log("said"); spawn("setsid", ["sleep", seconds], { detached: true, env: {}, stdio: ["ignore", "inherit", "inherit"] }).unref(); return "left"; },
  stop: () => { console.log("stops"); process.kill(process.pid, "SIGSTOP"); },
  abort: () => process.abort(),
  bus: () => process.kill(process.pid, "SIGBUS"),
  worker: async () => { new Worker("throw new RangeError('in a worker')", { eval: true }); await new Promise((go) => setTimeout(go, 5000)); },
  after: () => { setImmediate(() => console.log("late")); console.log("early"); return 1; },
  line: async () => { const block = "y".repeat(65536); for (let n = 0; n < 160; n += 1) process.stdout.write(block); },
  forks: async (_context, seconds) => { await Promise.all(Array.from({ length: 60 }, () => once(spawn("sh", ["-c", "(setsid sleep " + seconds + " &) ; sleep " + seconds], { detached: true, stdio: "inherit" }), "spawn"))); return 1; },
  litter: () => { mkdirSync(process.env.TMPDIR + "/a/b", { recursive: true }); writeFileSync(process.env.TMPDIR + "/a/b/c", "x"); chmodSync(process.env.TMPDIR + "/a", 0); return process.env.TMPDIR; },
  replaced: () => { process.stdout.write = process.stderr.write = () => true; process.exit = () => {}; globalThis.setTimeout = () => 0; setInterval(() => {}, 1000); return "done"; },
  replacedFails: () => { process.stdout.write = process.stderr.write = () => true; setInterval(() => {}, 1000); throw new Error("first\\n2026-01-01T00:00:00Z forged"); },
  env: () => ({ lines: process.env.LINES2, proto: Object.keys(process.env).includes("__proto__"), path: process.env.PATH, base: process.env.BROWSERCTL_BASE_URL }),
`;
const memory = "memory: () => { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)); }";
const before =
  'import { chmodSync, closeSync, mkdirSync, writeFileSync, writeSync } from "node:fs"; import { spawn } from "node:child_process"; import { once } from "node:events"; import { Worker } from "node:worker_threads";';

/** A service with an app whose process is hostile, for all tests of a describe. */
export interface HostileApp {
  /** Exists from the first test on. */
  readonly service: TestService;
  /** True when the app runs in a container. */
  readonly contained: boolean;
}

/** Starts a service with the app before the tests of a describe, and stops it after them. */
export function hostileApp(contained: boolean): HostileApp {
  let service: TestService;
  let bin: string;
  beforeAll(async () => {
    await ensureDebianPackage("bubblewrap", "bwrap");
    // Everything but bubblewrap.
    bin = await mkdtemp(join(tmpdir(), "bin-"));
    for (const name of ["setpriv", "sh", "sleep", "setsid"]) await symlink(`/usr/bin/${name}`, join(bin, name));
    service = await startService(contained ? {} : { env: { ...process.env, PATH: bin } });
    const { body } = await service.api("GET", "/_local/status");
    expect(body.container.available).toBe(contained);
    await deployed(service, actions, { before });
  }, 300_000);
  afterAll(async () => {
    await service.stop();
    await rm(bin, { recursive: true });
  });
  return {
    contained,
    get service() {
      return service;
    },
  };
}

/** Tests of the answers of such an app to the service, and of its end. */
export function hostileAnswerTests(app: HostileApp): void {
  test.each([
    ["null"],
    ["5"],
    ['"x"'],
    ["[]"],
    ["{}"],
    [""],
    ["{"],
    ['{"error":5}'],
    ['{"error":{"a":1}}'],
    ['{"task":"invoke","output":{"a":1}}'],
    ['{"task":"invoke","output":"{no json"}'],
    ['{"task":"build","file":"/etc/passwd","app":{"name":5,"actions":7}}'],
  ])("that answers %s for the runner fails", async (text) => {
    const answer = await invoke(app.service, "forge", { payload: text });
    expect(answer).toMatchObject({
      status: "failed",
      status_reason: expect.stringMatching(/^its process ended with exit code/),
    });
  });

  test("whose forged reason is long and hostile has a short, plain one", async () => {
    const text = JSON.stringify({ error: `\u001b[31m${"x".repeat(50_000)}` });
    const { status_reason } = await invoke(app.service, "forge", { payload: text });
    expect(status_reason.length).toBeLessThan(5_000);
    expect(status_reason).not.toContain("\u001b");
  });

  test("that pours into the control descriptor costs the service no memory", async () => {
    const start = process.memoryUsage.rss();
    const { id } = await invoke(app.service, "pour", { async: true });
    let peak = 0;
    await until(
      async () => {
        peak = Math.max(peak, process.memoryUsage.rss());
        return (await app.service.api("GET", `/invocations/${id}`)).body.status;
      },
      (status) => status !== "running" && status !== "queued",
    );
    expect(peak - start).toBeLessThan(100 * 2 ** 20);
  });

  test.each([
    ["shut", { status: "failed", status_reason: expect.stringContaining("exit code") }],
    ["mute", { status: "succeeded", output: '"muted"' }],
    ["abort", { status: "failed", status_reason: expect.stringContaining("SIGABRT") }],
    ["bus", { status: "failed", status_reason: expect.stringContaining("SIGBUS") }],
    ["worker", { status: "failed", status_reason: "RangeError: in a worker" }],
    ["after", { status: "succeeded", output: "1" }],
    ["line", { status: "succeeded" }],
    ["replaced", { status: "succeeded", output: '"done"' }],
    ["replacedFails", { status: "failed", status_reason: "Error: first\n2026-01-01T00:00:00Z forged" }],
  ])("ends as it should: %s", async (action, wanted) => {
    expect(await invoke(app.service, action)).toMatchObject(wanted);
  });

  test("writes no line of its own into the service's log", () => {
    expect(app.service.log.filter((line) => line.includes("failed: Error: first"))).not.toEqual([]);
    expect(app.service.log.filter((line) => line.includes("forged"))).toEqual([]);
  });
}

/** Tests of such an app as a process: its memory, children, files and environment. */
export function hostileProcessTests(app: HostileApp): void {
  const linesOf = async (id: string) => messages(await eventsOf(app.service, `/invocations/${id}/events`));

  test("that runs out of memory fails, and says why", async () => {
    // A small heap is full as soon as the process has started; the default one takes seconds of processor time.
    await deployed(app.service, memory, {
      name: "memory",
      fields: { "env_vars[NODE_OPTIONS]": "--max-old-space-size=48" },
    });
    const answer = await invoke(app.service, "memory", { app: "memory" });
    expect(answer).toMatchObject({ status: "failed", status_reason: expect.stringMatching(/SIG[A-Z]+/) });
    expect((await linesOf(answer.id)).join("\n")).toContain("heap");
  });

  test.each([["clingControl"], ["clingOutput"]])("whose child keeps what it had open ends: %s", async (action) => {
    const seconds = uniqueSeconds();
    try {
      expect(await invoke(app.service, action, { payload: seconds })).toMatchObject({
        status: "succeeded",
        output: '"left"',
      });
      if (!app.contained) return;
      // The kernel ends the container after its first process is killed, perhaps shortly after the answer.
      await until(
        () => processesWith(seconds),
        (pids) => pids.length === 0,
      );
    } finally {
      killProcesses(await processesWith(seconds));
    }
  });

  test("that stops itself can be cancelled", async () => {
    const { id } = await invoke(app.service, "stop", { async: true });
    await until(
      () => readFile(join(app.service.stateDir, "invocations", id), "utf8"),
      (text) => text.includes('"stops"'),
    );
    await app.service.api("PATCH", `/invocations/${id}`, { json: { status: "failed" } });
    expect(await reached(app.service, id, "failed")).toMatchObject({ status_reason: "it was cancelled" });
  });

  test("that forks and forks leaves nothing", async () => {
    const seconds = uniqueSeconds();
    expect(await invoke(app.service, "forks", { payload: seconds })).toMatchObject({ status: "succeeded" });
    await until(
      () => processesWith(seconds),
      (pids) => pids.length === 0,
    );
  });

  test("that locks its temporary directory loses it all the same", async () => {
    const answer = await invoke(app.service, "litter");
    expect(answer).toMatchObject({ status: "succeeded" });
    const directory = JSON.parse(answer.output);
    await until(
      () => readdir(join(directory, "..")),
      (names) => !names.includes(directory.split("/").at(-1)),
    );
  });

  test("gets variables as they were given, but for the reserved ones", async () => {
    const record = await deploy(
      app.service,
      { "app.ts": `${before}\nexport default { name: "vars", actions: { ${actions} } };` },
      {
        "env_vars[LINES2]": "one\r\ntwo\r\n=x ü",
        "env_vars[__proto__]": "p",
        "env_vars[PATH]": "/nowhere",
        "env_vars[BROWSERCTL_BASE_URL]": "http://example.test",
        "env_vars[LD_PRELOAD]": "",
        "env_vars[BASH_ENV]": "/nowhere",
      },
    );
    expect(record.status, record.status_reason).toBe("running");
    const { output } = await invoke(app.service, "env", { app: "vars" });
    expect(JSON.parse(output)).toEqual({
      lines: "one\r\ntwo\r\n=x ü",
      proto: true,
      path: "/nowhere",
      base: app.service.baseUrl,
    });
  });

  test("with a variable that is too long fails with that reason", async () => {
    const long = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`env_vars[LONG${n}]`, "x".repeat(60_000)]));
    const record = await deploy(app.service, "export default 1;", long);
    expect(record.status_reason).toBe("its process cannot be started: its environment variables are too long");
  });
}
