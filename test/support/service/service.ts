import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { ApiOptions, Answer as ExampleAnswer } from "../../../src/conformance/example-service.ts";
import { readLogLine } from "../../../src/core/log-record.ts";
import { Clock } from "../../../src/service/clock.ts";
import { Faults } from "../../../src/service/faults.ts";
import { type RunningService, type ServeOptions, serve } from "../../../src/service/lifecycle/serve.ts";
import { readLocalState } from "../../../src/settings/local-state.ts";
import { mountedName } from "../machine/mounted.ts";
import { until } from "../until.ts";
import { checkAnswer, readAsClient } from "./conformance.ts";

export type { ApiOptions };

/** Answer as the tests read it: the headers and bytes of Node. */
export interface Answer extends ExampleAnswer {
  headers: Headers;
  bytes: Buffer;
}

export interface TestService {
  running: RunningService;
  baseUrl: string;
  port: number;
  token: string;
  stateDir: string;
  /** Where its sessions are, and what it has received. */
  tempRoot: string;
  clock: Clock;
  faults: Faults;
  log: string[];
  /** Sends a request and checks that the answer has the form the contract declares. */
  api(method: string, path: string, options?: ApiOptions): Promise<Answer>;
  /** Creates a session and gives its record. */
  create(body?: Record<string, unknown>): Promise<Answer["body"]>;
  /** Stops it and checks that nothing is left; removes the folder. */
  stop(): Promise<void>;
}

/** A folder of a test's own. */
export async function tempDir(): Promise<string> {
  return await mkdtemp(join(tmpdir(), "browserctl-service-"));
}

/** Environment in which no service finds bubblewrap, and so none has containers. */
export const withoutContainers: NodeJS.ProcessEnv = { ...process.env, PATH: "/nowhere" };

/** A service in this process over a folder of its own, on a free port, under the clock and with the faults given. */
export async function startService(options: Partial<ServeOptions> & { keepDir?: boolean } = {}): Promise<TestService> {
  const { keepDir, ...serveOptions } = options;
  const stateDir = options.stateDir ?? (await tempDir());
  const clock = options.clock ?? new Clock();
  const faults = options.faults ?? new Faults();
  const log: string[] = [];
  const running = await serve({
    version: "0.1.0",
    env: process.env,
    port: 0,
    // Faster; a test whose subject is the screen asks for another.
    screen: "headless",
    handleSignals: false,
    log: { write: (line) => void log.push(readLogLine(line.trimEnd()).text) },
    ...serveOptions,
    stateDir,
    clock,
    faults,
  });
  const { base_url: baseUrl, token, port, temp_dir: tempRoot = "" } = running.state;
  const api: TestService["api"] = (method, path, request) => callApi(baseUrl, token, method, path, request);
  const stop = async (): Promise<void> => {
    await running.stop("the test is over");
    // Every error of every call, also of those that no client of these tests has read.
    expect(log.filter((line) => line.includes(" undeclared error: "))).toEqual([]);
    if (options.env?.["PATH"] === withoutContainers["PATH"]) await uncontainedEnded({ stateDir, tempRoot });
    expect(await processesOf(stateDir, tempRoot)).toEqual([]);
    expect(existsSync(tempRoot)).toBe(false);
    expect(await readdir(join(stateDir, "sessions"))).toEqual([]);
    if (!keepDir) await rm(stateDir, { recursive: true, force: true });
  };
  return {
    running,
    baseUrl,
    port,
    token,
    stateDir,
    tempRoot,
    clock,
    faults,
    log,
    api,
    create: async (body) => {
      const answer = await api("POST", "/browsers", { json: body ?? {} });
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    },
    stop,
  };
}

/**
 * Waits until a service whose sessions have ended runs no process. Without a container nobody ends the children of a
 * browser: they end a moment after it.
 */
export async function uncontainedEnded({
  stateDir,
  tempRoot,
}: Pick<TestService, "stateDir" | "tempRoot">): Promise<void> {
  await until(async () => (await processesOf(stateDir, tempRoot)).length === 0, { what: "the end of the browsers" });
}

/** Sends a request to a service and checks the form of the answer. */
export async function callApi(
  baseUrl: string,
  token: string,
  method: string,
  path: string,
  options: ApiOptions = {},
): Promise<Answer> {
  const { json, raw, form, bytes: plain, anonymous, signal } = options;
  const body = form ?? plain ?? (json === undefined ? raw : JSON.stringify(json));
  const type = form ? undefined : plain === undefined ? "application/json" : "application/octet-stream";
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(!anonymous && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && type !== undefined && { "Content-Type": type }),
      ...options.headers,
    },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  const bytes = await readBody(response, options.onFirstEvent);
  const text = bytes.toString();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const answer = {
    status: response.status,
    headers: response.headers,
    text,
    bytes,
    body: isJson ? JSON.parse(text) : undefined,
  };
  checkAnswer(method, path, answer);
  await readAsClient(method, path, answer);
  return answer;
}

async function readBody(response: Response, onFirstEvent?: () => Promise<unknown>): Promise<Buffer<ArrayBuffer>> {
  if (onFirstEvent === undefined) return Buffer.from(await response.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let isFirst = true;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    if (!isFirst || !Buffer.concat(chunks).includes("\n\n")) continue;
    isFirst = false;
    await onFirstEvent();
  }
  return Buffer.concat(chunks);
}

/**
 * Ids of the processes whose command line names one of some folders, or that see something of it in a container: what a
 * service runs. `tempRoot` of a service whose state file is there is found by its state folder.
 */
export async function processesOf(stateDir: string, tempRoot = readLocalState(stateDir)?.temp_dir): Promise<number[]> {
  const dirs = [stateDir, ...(tempRoot ? [tempRoot] : [])];
  const named = (text: string): boolean => dirs.some((dir) => text.includes(dir));
  const mounted = (text: string): boolean => dirs.some((dir) => text.includes(mountedName(dir)));
  const ourMounts = await readlink("/proc/self/ns/mnt");
  const pids: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    const read = (file: string): Promise<string> => readFile(`/proc/${name}/${file}`, "utf8").catch(() => "");
    // Most processes of the machine are in no container; a list of mounts costs much more than this link.
    const contained = async (): Promise<boolean> =>
      (await readlink(`/proc/${name}/ns/mnt`).catch(() => undefined)) !== ourMounts;
    if (named(await read("cmdline")) || ((await contained()) && mounted(await read("mountinfo"))))
      pids.push(Number(name));
  }
  return pids;
}
