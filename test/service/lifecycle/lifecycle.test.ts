import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { CliError } from "../../../src/core/errors.ts";
import { hasEnded } from "../../../src/core/process-ended.ts";
import { resetService } from "../../../src/service/lifecycle/reset.ts";
import { serve } from "../../../src/service/lifecycle/serve.ts";
import {
  type StartDetachedOptions,
  type StartedService,
  startDetached,
} from "../../../src/service/lifecycle/start-detached.ts";
import { stopService } from "../../../src/service/lifecycle/stop.ts";
import { rotateLog } from "../../../src/service/machine/log-files.ts";
import { readLocalState } from "../../../src/settings/local-state.ts";
import { temporaryDirectory } from "../../support/browser/chromium.ts";
import { writeFakeBrowser } from "../../support/browser/fake-browser.ts";
import {
  type Answer,
  callApi,
  processesOf,
  startService,
  type TestService,
  tempDir,
} from "../../support/service/service.ts";
import { serviceProgram } from "../../support/service/service-program.ts";
import { until } from "../../support/until.ts";

let stateDir: string;
let browser: string;
beforeAll(() => {
  browser = writeFakeBrowser();
});

async function makeDirectory(): Promise<void> {
  stateDir = await tempDir();
}

/** Services of a test that run in this process. */
const here: TestService[] = [];

/** Stops the service of the directory, which must leave no process. */
async function removeDirectory(): Promise<void> {
  // `stopService` would end this process with it.
  for (const service of here.splice(0)) await service.running.stop("the test is over");
  await stopService({ stateDir }).catch(() => {});
  expect(
    await until(
      () => processesOf(stateDir),
      (pids) => pids.length === 0,
    ),
  ).toEqual([]);
  await rm(stateDir, { recursive: true, force: true });
}

/** Gives each test of a describe a directory of its own. */
function oneDirectoryEach(): void {
  beforeEach(makeDirectory);
  afterEach(removeDirectory);
}

async function start(
  more: Record<string, unknown> = {},
  options: Partial<StartDetachedOptions> = {},
): Promise<StartedService> {
  const config = JSON.stringify({ stateDir, version: "0.1.0", browser, ...more });
  return await startDetached({
    stateDir,
    version: "0.1.0",
    command: [process.execPath, await serviceProgram("serve-process"), config],
    env: process.env,
    ...options,
  });
}

/** The same service in this process, which is much cheaper, for tests that do not depend on a separate process. */
async function startHere(options: Partial<Parameters<typeof serve>[0]> = {}): Promise<TestService> {
  const service = await startService({ stateDir, browser, port: undefined, keepDir: true, ...options });
  here.push(service);
  return service;
}

const api = (service: StartedService, method: string, path: string, json?: unknown): Promise<Answer> =>
  callApi(service.base_url, service.token, method, path, json === undefined ? {} : { json });

async function failure(promise: Promise<unknown>): Promise<CliError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CliError);
  return error as CliError;
}

describe("start", () => {
  /** One service for all of these tests. */
  let first: StartedService;
  beforeAll(async () => {
    await makeDirectory();
    first = await start();
  });
  afterAll(removeDirectory);

  test("a start returns when the service is ready; a second start returns the same service", async () => {
    expect(first).toEqual({
      base_url: `http://127.0.0.1:${first.port}`,
      pid: expect.any(Number),
      port: expect.any(Number),
      state_dir: stateDir,
      token: expect.stringMatching(/^[\w-]{43}$/),
      version: "0.1.0",
      log_file: join(stateDir, "service.log"),
      already_running: false,
    });
    expect((await api(first, "GET", "/_local/status")).body).toMatchObject({ pid: first.pid, port: first.port });
    expect(await start()).toEqual({ ...first, already_running: true });
    expect(readFileSync(first.log_file, "utf8")).toMatch(/listens on http:\/\/127\.0\.0\.1:\d+/);
    expect(readFileSync(first.log_file, "utf8")).not.toContain(first.token);
  });

  test("the log of a start shows neither user nor password of a URL", async () => {
    await api(first, "GET", "/x://someone:PASSWORD@host/");
    const log = (): string => readFileSync(first.log_file, "utf8");
    await until(log, (text) => text.includes("/x://"));
    expect(log()).toContain("GET /x://***@host/ 404");
    expect(log()).not.toMatch(/PASSWORD|someone/);
  });

  test("a start does not return a running service on another port or of another version", async () => {
    const { port } = first;
    const error = await failure(start({}, { port: port + 1 }));
    expect(error).toMatchObject({ code: "already_running", message: expect.stringContaining(String(port)) });
    expect(await start({}, { port })).toMatchObject({ already_running: true });
    const version = await failure(start({}, { version: "1.0.0" }));
    expect(version.message).toBe("a local service of version 0.1.0 is running; this is 1.0.0");
    expect(version.options.hint).toBe("browserctl local stop && browserctl local start");
  });

  test("a second service in the foreground is refused", async () => {
    const error = await failure(serve({ stateDir, version: "0.1.0", env: process.env, handleSignals: false }));
    expect(error).toMatchObject({ exit: "failed", code: "already_running" });
    expect((await start()).already_running).toBe(true);
  });
});

describe("start", () => {
  oneDirectoryEach();

  test("two concurrent starts give one service; a hanging one does not count as running, and is killed", async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect(one.pid).toBe(two.pid);
    expect([one.already_running, two.already_running].sort()).toEqual([false, true]);
    const { pid } = one;
    process.kill(pid, "SIGSTOP");
    const error = await failure(start({}, { answerTimeoutMs: 100 }));
    expect(error).toMatchObject({ code: "not_answering", options: { hint: "browserctl local stop" } });
    expect(await stopService({ stateDir, boundMs: 500 })).toMatchObject({ was_running: true, pid, killed: true });
    expect(await hasEnded(pid)).toBe(true);
  });

  test("a start keeps port and token after a stop, and takes a new port on request; a port that is in use is an error", async () => {
    const first = await start();
    const { port } = first;
    expect(await stopService({ stateDir })).toEqual({
      state_dir: stateDir,
      was_running: true,
      pid: first.pid,
      killed: false,
    });
    expect(readLocalState(stateDir)).toBeUndefined();
    expect(await hasEnded(first.pid)).toBe(true);
    const other = createServer().listen(port, "127.0.0.1");
    await once(other, "listening");
    for (const begin of [() => start(), () => startHere({ port })]) {
      const error = await failure(begin());
      expect(error).toMatchObject({ exit: "failed", code: "port_taken" });
      expect(error.message).toMatch(new RegExp(`port ${port}.* is taken by another program`));
      expect(error.options.hint).toBe("browserctl local start --port 0");
    }
    await new Promise((resolve) => other.close(resolve));
    const second = await start();
    expect([second.port, second.token]).toEqual([port, first.token]);
    expect(second.pid).not.toBe(first.pid);
    await stopService({ stateDir });
    const third = await startHere({ port: 0 });
    expect(third.port).not.toBe(port);
    expect(third.token).toBe(first.token);
    await third.stop();
  });

  test("a failed start gives the reason, and the end of the log", async () => {
    const missing = await failure(start({ browser: "/nowhere/chromium" }));
    expect(missing).toMatchObject({ exit: "failed", code: "browser_unusable" });
    expect(missing.message).toContain("/nowhere/chromium");
    expect(missing.options.hint).toBe("browserctl local setup");
    const code = 'process.stderr.write("first\\nlast words\\n"); process.exit(3)';
    const error = await failure(start({}, { command: [process.execPath, "-e", code, stateDir] }));
    expect(error.message).toMatch(
      /ended with exit code 3 before it was ready; the end of its log:\nfirst\nlast words$/,
    );
    const none = await failure(start({}, { command: ["/nowhere/browserctl"] }));
    expect(none.message).toContain("/nowhere/browserctl");
  });

  test("a start that is never ready ends at its time limit; an aborted one at once", async () => {
    const command = [process.execPath, "-e", "setInterval(() => {}, 1000)", stateDir] as const;
    const error = await failure(start({}, { command, readyTimeoutMs: 300 }));
    expect(error.message).toBe("the local service was not ready within 0.3 s");
    const controller = new AbortController();
    const call = start({}, { command, signal: controller.signal });
    await until(
      () => processesOf(stateDir),
      (pids) => pids.length > 0,
    );
    controller.abort(new CliError("interrupted", "interrupted"));
    expect((await failure(call)).exit).toBe("interrupted");
  });

  test("a start in an unusable state directory is exit 10", async () => {
    const file = join(stateDir, "file");
    writeFileSync(file, "");
    const error = await failure(start({}, { stateDir: join(file, "state") }));
    expect(error).toMatchObject({ exit: "local-file", message: expect.stringContaining(join(file, "state")) });
  });
});

describe("the end", () => {
  oneDirectoryEach();

  test("a kill -9 leaves no browser; the next service knows the end of the session, and a stop cleans up", async () => {
    const first = await start();
    const { session_id } = (await api(first, "POST", "/browsers", { name: "left" })).body;
    const { pid } = (await api(first, "GET", `/_local/browsers/${session_id}`)).body;
    const temp = readLocalState(stateDir)?.temp_dir ?? "";
    expect(realpathSync(join(stateDir, "sessions", session_id)).startsWith(`${temp}/`)).toBe(true);
    process.kill(first.pid, "SIGKILL");
    await until(
      () => hasEnded(pid),
      (ended) => ended,
    );
    const second = await start();
    expect(existsSync(temp)).toBe(false);
    expect([second.port, second.already_running]).toEqual([first.port, false]);
    expect((await api(second, "GET", "/browsers")).body).toEqual([]);
    const answer = await api(second, "GET", `/browsers/${session_id}`);
    expect(answer.body.message).toMatch(/ended at .*: the service ended$/);
    expect(await readdir(join(stateDir, "sessions"))).toEqual([]);
    expect((await api(second, "POST", "/browsers", { name: "left" })).status).toBe(200);
    process.kill(second.pid, "SIGKILL");
    await until(
      () => hasEnded(second.pid),
      (ended) => ended,
    );
    expect(await stopService({ stateDir })).toMatchObject({ was_running: false });
    expect(existsSync(join(stateDir, "service.json"))).toBe(false);
  });

  test("SIGTERM ends the service cleanly, with its sessions", async () => {
    const service = await start();
    const { session_id } = (await api(service, "POST", "/browsers", {})).body;
    process.kill(service.pid, "SIGTERM");
    await until(
      () => hasEnded(service.pid),
      (ended) => ended,
    );
    expect(await processesOf(stateDir)).toEqual([]);
    expect(existsSync(join(stateDir, "service.json"))).toBe(false);
    expect(await readdir(join(stateDir, "sessions"))).toEqual([]);
    const again = await startHere();
    expect((await again.api("GET", `/browsers/${session_id}`)).body.message).toMatch(/: the service was stopped$/);
    await again.stop();
  });

  test("a stop where no service was started is no error", async () => {
    expect(await stopService({ stateDir })).toEqual({ state_dir: stateDir, was_running: false, killed: false });
    expect(await stopService({ stateDir: join(stateDir, "nothing") })).toMatchObject({ was_running: false });
  });

  test("damaged files of the service do not prevent its start", async () => {
    const first = await startHere();
    await first.stop();
    for (const name of ["identity.json", "service.json", "state.db"]) writeFileSync(join(stateDir, name), '{"port":');
    writeFileSync(join(stateDir, "profiles", "saved"), "cookies");
    const again = await startHere();
    expect(again.token).not.toBe(first.token);
    expect((await again.api("GET", "/browsers")).status).toBe(200);
    expect((await readdir(stateDir)).some((name) => name.startsWith("state.corrupt-"))).toBe(true);
    expect(again.log.join("\n")).toContain("the state database was damaged");
    const kept = (await readdir(stateDir)).find((name) => name.startsWith("profiles.kept-")) ?? "";
    expect(await readdir(join(stateDir, kept))).toEqual(["saved"]);
    await again.stop();
    expect((await resetService({ stateDir })).removed).toContain(kept);
  });

  test("a reset removes all of the service's files and no others", async () => {
    const service = await start();
    await api(service, "POST", "/browsers", {});
    await mkdir(join(stateDir, "mine"));
    writeFileSync(join(stateDir, "notes.db"), "mine");
    const { removed, was_running } = await resetService({ stateDir });
    expect(was_running).toBe(true);
    expect(removed).toEqual(expect.arrayContaining(["identity.json", "sessions", "state.db"]));
    expect((await readdir(stateDir)).sort()).toEqual(["mine", "notes.db"]);
    const again = await startHere();
    expect(again.token).not.toBe(service.token);
    await again.stop();
    await rm(join(stateDir, "mine"), { recursive: true });
    await rm(join(stateDir, "notes.db"));
    await resetService({ stateDir });
    expect(existsSync(stateDir)).toBe(false);
  });
});

describe("a full disk", () => {
  oneDirectoryEach();

  /** Runs the service on a separate small file system, which ends with it; nobody else sees it. */
  async function startOnSmallDisk(size: string): Promise<{ child: ChildProcess; output: () => string }> {
    const config = JSON.stringify({ stateDir, version: "0.1.0", browser, port: 0 });
    const script = await serviceProgram("serve-process");
    const command = `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`;
    const child = spawn(
      "unshare",
      ["--user", "--map-root-user", "--mount", "sh", "-c", command, stateDir, process.execPath, script, config],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    onTestFinished(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    });
    let output = "";
    child.stderr?.on("data", (chunk) => (output += chunk));
    await until(() => child.exitCode !== null || output.includes("listens on"), Boolean);
    return { child, output: () => output };
  }

  test("without room for a session, a creation is disk_full, and the service continues", async () => {
    const { child, output } = await startOnSmallDisk("12m");
    const baseUrl = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0] ?? "";
    expect(baseUrl, output()).not.toBe("");
    // Its files are in a file system that only the service sees.
    const identity = JSON.parse(readFileSync(`/proc/${child.pid}/root${stateDir}/identity.json`, "utf8"));
    for (let round = 0; round < 2; round++) {
      const answer = await callApi(baseUrl, identity.token, "POST", "/browsers", { json: { name: "x" } });
      expect(answer).toMatchObject({ status: 500, body: { code: "disk_full" } });
      expect(answer.body.message).toContain(stateDir);
      expect((await callApi(baseUrl, identity.token, "GET", "/browsers")).body).toEqual([]);
    }
    child.kill("SIGTERM");
    await once(child, "exit");
  });

  test("without room for anything, the service does not start and says so", async () => {
    const { child, output } = await startOnSmallDisk("512k");
    expect(child.exitCode).toBe(1);
    expect(output()).toContain(`cannot use the state directory "${stateDir}": no space left on the device`);
  });
});

test("a log over its limit is rotated", async () => {
  const path = join(await temporaryDirectory(), "service.log");
  writeFileSync(path, "x".repeat(1_001));
  rotateLog(path, 1_001);
  expect(readFileSync(path).length).toBe(1_001);
  rotateLog(path, 1_000);
  expect(existsSync(path)).toBe(false);
  expect(readFileSync(`${path}.1`).length).toBe(1_001);
});
