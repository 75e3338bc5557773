import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** One measured number. */
export interface Row {
  name: string;
  value: number;
  /** The floor it is compared with, measured in the same run. */
  floor?: number;
  /** `value / floor`; without it `above`, or nothing, is what the limit is for. */
  ratio?: number;
  /** Interquartile range of the ratios of the rounds. */
  spread?: number;
  /** Median of `value - floor` of each round. */
  above?: number;
  limit?: number;
  /** `ms` by default. */
  unit?: string;
}

export interface Bench {
  /** Runs before the benchmarks end, however they end; the latest first. */
  defer(cleanup: () => unknown): void;
  /** More cycles, more rounds. */
  long: boolean;
  signal: AbortSignal;
}

export type Benchmark = (bench: Bench) => Promise<readonly Row[]>;

/** The program as `npm run bench` has built it. */
export const program = join(import.meta.dirname, "../../bin/browserctl.js");

/** The single executable, where `npm run build:standalone` has built it. */
export const standalone = join(import.meta.dirname, "../../standalone/browserctl");

/** A folder that is gone when the benchmarks have ended. */
export async function temporaryDirectory(bench: Bench): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "browserctl-bench-"));
  bench.defer(() => rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  return directory;
}

/** An environment in which the program finds nothing of this machine's user. */
export function environment(home: string, more: Record<string, string> = {}): Record<string, string> {
  const kept = ["PATH", "BROWSERCTL_CHROMIUM", "NODE_EXTRA_CA_CERTS"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const own = { HOME: home, BROWSERCTL_CONFIG_DIR: join(home, "config"), BROWSERCTL_STATE_DIR: join(home, "state") };
  return { ...Object.fromEntries(kept), ...own, ...more };
}

/** Milliseconds from the start of a program until it has ended and its output is read. */
export async function timeProgram(
  bench: Bench,
  args: readonly string[],
  env: Record<string, string>,
  file = process.execPath,
): Promise<number> {
  bench.signal.throwIfAborted();
  const started = performance.now();
  const child = spawn(file, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stdout.resume();
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const [code] = await once(child, "close");
  const ms = performance.now() - started;
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${errors}`);
  return ms;
}

/**
 * Times of each function over some rounds, every round in the other order, so that whatever slows the machine down
 * meets all alike. The first round only warms up.
 */
export async function interleaved<Name extends string>(
  bench: Bench,
  rounds: number,
  measures: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(measures) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      bench.signal.throwIfAborted();
      const ms = await measures[name]();
      if (round > 0) times[name].push(ms);
    }
  }
  return times;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** A row that says how many times as long something takes as its floor; without a limit it only tells. */
export function timesFloor(name: string, values: readonly number[], floors: readonly number[], limit?: number): Row {
  return {
    name,
    value: median(values),
    floor: median(floors),
    ...ratioOf(values, floors),
    ...(limit !== undefined && { limit }),
  };
}

/** Median of the ratios of the rounds, and the range of their middle half. */
export function ratioOf(values: readonly number[], floors: readonly number[]): { ratio: number; spread: number } {
  const ratios = values.map((value, at) => value / (floors[at] ?? Number.NaN)).sort((a, b) => a - b);
  const quantile = (part: number): number => ratios[Math.floor((ratios.length - 1) * part)] ?? Number.NaN;
  return { ratio: median(ratios), spread: quantile(0.75) - quantile(0.25) };
}

export interface Service {
  pid: number;
  baseUrl: string;
  token: string;
  stateDir: string;
  /** Sends a request; an answer of 400 or more is thrown. */
  api(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

/** Runs the built program's local service as a process of its own; it has ended when the benchmarks have. */
export async function startService(bench: Bench): Promise<Service> {
  const home = await temporaryDirectory(bench);
  const env = environment(home);
  const words = ["local", "start", "--foreground", "--port=0", "--idle-stop=0s"];
  // With the bound on young memory that a service in the background has.
  const flags = ["--max-semi-space-size=2"];
  const child = spawn(process.execPath, [...flags, program, ...words], { env, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-2000);
  });
  bench.defer(() => end(child));
  const stateDir = join(home, "state");
  const state = await stateOf(stateDir, child, () => errors);
  const api: Service["api"] = async (method, path, body) => {
    const response = await fetch(`${state.base_url}${path}`, {
      method,
      headers: { authorization: `Bearer ${state.token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: bench.signal,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  };
  return { pid: state.pid, baseUrl: state.base_url, token: state.token, stateDir, api };
}

interface State {
  pid: number;
  base_url: string;
  token: string;
}

async function stateOf(stateDir: string, child: ChildProcess, errors: () => string): Promise<State> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the service did not start: ${errors()}`);
    const text = await readFile(join(stateDir, "service.json"), "utf8").catch(() => undefined);
    if (text !== undefined) return JSON.parse(text) as State;
    await delay(20);
  }
}

/** Ends a process and waits for it: politely, then not. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
  await ended;
  clearTimeout(timer);
}
