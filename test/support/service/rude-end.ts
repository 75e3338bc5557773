import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { expect, onTestFinished } from "vitest";
import type { ServeOptions } from "../../../src/service/lifecycle/serve.ts";
import { LogTail } from "../../service/apps/support/log-tail.ts";
import { until } from "../until.ts";
import { deployed, invoke } from "./app.ts";
import { type ApiOptions, callApi, type TestService, tempDir } from "./service.ts";
import { serviceProgram } from "./service-program.ts";
import { writtenState } from "./written-state.ts";

/** A folder for a service, gone with the test. */
export async function stateDirectory(): Promise<string> {
  const stateDir = await tempDir();
  onTestFinished(() => rm(stateDir, { recursive: true, force: true }));
  return stateDir;
}

/** A service in a process of its own, which can be killed. */
export interface OtherService {
  child: ChildProcess;
  baseUrl: string;
  token: string;
  /** Its log so far, a record a line. */
  log: () => string;
  api: (method: string, path: string, options?: ApiOptions) => ReturnType<typeof callApi>;
  /** Stops it. */
  end: () => Promise<void>;
}

export interface OtherServiceOptions extends Pick<ServeOptions, "browser" | "screen"> {
  program?: Parameters<typeof serviceProgram>[0];
}

/** Starts a service in a process of its own over a folder; the process ends with the test. */
export async function startOtherService(stateDir: string, options?: OtherServiceOptions): Promise<OtherService> {
  const service = await begin(stateDir, options);
  onTestFinished(() => service.end());
  return service;
}

/** Starts a service in a process of its own over a folder of its own, for all tests of a file, which end it. */
export async function runOtherService(options?: OtherServiceOptions): Promise<OtherService & { stateDir: string }> {
  const stateDir = await tempDir();
  const service = await begin(stateDir, options);
  const end = async (): Promise<void> => {
    await service.end();
    await rm(stateDir, { recursive: true, force: true });
  };
  return { ...service, stateDir, end };
}

async function begin(
  stateDir: string,
  { program = "serve-process", ...options }: OtherServiceOptions = {},
): Promise<OtherService> {
  const script = await serviceProgram(program);
  const child = spawn(process.execPath, [script, JSON.stringify({ stateDir, version: "0.1.0", ...options })], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr?.on("data", (text) => (log += text));
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  try {
    const state = await until(
      () => (child.exitCode === null ? writtenState(stateDir) : expect.fail(log)),
      (found) => found?.pid === child.pid,
    );
    const { base_url: baseUrl, token } = state ?? expect.fail("no state");
    const api: OtherService["api"] = (method, path, options) => callApi(baseUrl, token, method, path, options);
    return { child, baseUrl, token, log: () => log, api, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** An app that prints numbered lines until it is told to end, or a flood. */
const actions = `
  count: async ({ signal }, { to, every, seconds }) => {
    if (seconds) spawn("sleep", [seconds], { detached: true, stdio: "ignore" });
    for (let n = 1; n <= to; n += 1) {
      signal.throwIfAborted();
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

/** Deploys the app of the tests of rude ends. */
export const deployCounting = (service: Pick<TestService, "api">): Promise<unknown> =>
  deployed(service, actions, { before });

/** Texts of the first lines that the app prints. */
export const countedLines = (to: number): string[] => Array.from({ length: to }, (_, at) => `line ${at + 1}`);

/** Expects that each of several followers of one invocation gets all of its lines and its end. */
export async function expectAllToFollow(service: TestService, followers: number, lines: number): Promise<void> {
  const { id } = await invoke(service, "count", { payload: { to: lines, every: 100 }, async: true });
  const tails = Array.from({ length: followers }, () => new LogTail(service, id));
  await Promise.all(tails.map(({ done }) => done));
  const wanted = countedLines(lines).join("\n");
  for (const tail of tails) {
    expect(tail.lines.join("\n") === wanted).toBe(true);
    expect(tail.states.at(-1)).toBe("succeeded");
  }
}
