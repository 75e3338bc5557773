import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { WrittenState } from "../../src/settings/local-state.ts";
import { writtenState } from "../support/service/written-state.ts";
import { median, type Row, timesFloor } from "./bench.ts";

const MIB = 2 ** 20;
const EXECS = 100;
const OUTPUT_BYTES = 1_000_000_000;
const INPUT_BYTES = 100 * MIB;
/** Payload of one request, in bytes. The larger it is, the more memory a request takes while it is read. */
const CHUNK = 256 * 1_024;

/**
 * Processes of a session over a service in a process of its own: `exec` of `true` in milliseconds (median, on one
 * connection; the floors are a request that does nothing, and the same process started bare), 1 GB of output in seconds
 * (10 s are 100 MB/s), and the service's resident memory at its highest, in MiB, with output and with 100 MiB of input.
 */
export async function benchProcess(): Promise<{ rows: Row[] }> {
  const stateDir = await mkdtemp(join(tmpdir(), "browserctl-bench-"));
  const program = join(import.meta.dirname, "../../bin/browserctl.js");
  // The built program: the sources as they are take 40 MiB more, for their types.
  // With the bound on young memory that a service in the background has.
  const flags = ["--max-semi-space-size=2"];
  const service = spawn(process.execPath, [...flags, program, "local", "start", "--foreground", "--port", "0"], {
    stdio: "ignore",
    env: { ...process.env, BROWSERCTL_STATE_DIR: stateDir, BROWSERCTL_CONFIG_DIR: stateDir },
  });
  try {
    const state = await ready(stateDir, service);
    return { rows: await measure(new Client(state), state.pid) };
  } finally {
    const ended = once(service, "exit");
    service.kill("SIGTERM");
    await ended;
    await rm(stateDir, { recursive: true, force: true });
  }
}

async function measure(client: Client, pid: number): Promise<Row[]> {
  const { session_id } = (await client.json("POST", "/browsers", { timeout_seconds: 3_600 })) as { session_id: string };
  const path = `/browsers/${session_id}/process`;
  const exec = (): Promise<unknown> => client.json("POST", `${path}/exec`, { command: "true" });
  const bare = (): Promise<unknown> => once(spawn("true", [], { stdio: "ignore" }), "exit");
  const nothing = (): Promise<unknown> => client.json("GET", `/_local/browsers/${session_id}`);
  // The first ones start the container and warm up.
  for (let index = 0; index < 10; index++) await exec();
  const times: number[] = [];
  const floors: number[] = [];
  const processes: number[] = [];
  for (let index = 0; index < EXECS; index++) {
    floors.push(await timed(nothing));
    processes.push(await timed(bare));
    times.push(await timed(exec));
  }
  const value = median(times);
  const rows: Row[] = [
    { name: "exec of true, service side", value, floor: median(floors), limit: 15 },
    timesFloor("exec of true against a bare process", times, processes, 5),
  ];

  await writeFile(`/proc/${pid}/clear_refs`, "5");
  const printing = (await client.json("POST", `${path}/spawn`, {
    command: "head",
    args: ["-c", String(OUTPUT_BYTES), "/dev/zero"],
  })) as { process_id: string };
  const start = performance.now();
  const carried = await client.count(`${path}/${printing.process_id}/stdout/stream`);
  const seconds = (performance.now() - start) / 1_000;
  if (carried < OUTPUT_BYTES * (4 / 3)) throw new Error(`only ${carried} bytes came`);
  rows.push({ name: "stdout of 1 GB", value: seconds, unit: "s", limit: 10 });
  rows.push({ name: "memory of the service, 1 GB out", value: await peak(pid), unit: "MiB", limit: 150 });

  await writeFile(`/proc/${pid}/clear_refs`, "5");
  const reading = (await client.json("POST", `${path}/spawn`, { command: "wc", args: ["-c"] })) as {
    process_id: string;
  };
  const data_b64 = Buffer.alloc(CHUNK, 97).toString("base64");
  const inputStart = performance.now();
  for (let sent = 0; sent < INPUT_BYTES; sent += CHUNK) {
    await client.json("POST", `${path}/${reading.process_id}/stdin`, { data_b64 });
  }
  const inputSeconds = (performance.now() - inputStart) / 1_000;
  rows.push({ name: "stdin of 100 MiB", value: inputSeconds, unit: "s", limit: 10 });
  rows.push({ name: "memory of the service, 100 MiB in", value: await peak(pid), unit: "MiB", limit: 150 });
  return rows;
}

class Client {
  readonly #state: WrittenState;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(state: WrittenState) {
    this.#state = state;
  }

  async json(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await this.#send(method, path, body, this.#agent);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    if (response.statusCode !== 200) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
    return JSON.parse(text);
  }

  /** The bytes of a stream, thrown away as they come. */
  async count(path: string): Promise<number> {
    const response = await this.#send("GET", path, undefined, undefined);
    let bytes = 0;
    response.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    await once(response, "end");
    return bytes;
  }

  async #send(method: string, path: string, body: unknown, agent: Agent | undefined): Promise<IncomingMessage> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const call = request(this.#state.base_url + path, {
      method,
      ...(agent && { agent }),
      headers: {
        Authorization: `Bearer ${this.#state.token}`,
        ...(text !== undefined && { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
      },
    });
    call.end(text);
    const [response] = (await once(call, "response")) as [IncomingMessage];
    return response;
  }
}

async function ready(stateDir: string, service: ChildProcess): Promise<WrittenState> {
  while (service.exitCode === null) {
    const state = writtenState(stateDir);
    if (state) return state;
    await delay(20);
  }
  throw new Error(`the service ended with exit code ${service.exitCode}`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The highest resident memory since it was reset, MiB. */
async function peak(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_024;
}
