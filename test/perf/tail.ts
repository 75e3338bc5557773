import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Bench,
  end,
  environment,
  interleaved,
  median,
  program,
  type Row,
  temporaryDirectory,
  timesFloor,
} from "./bench.ts";

const EVENTS = 500_000;
const MANY = 5_000_000;

/**
 * `invocations tail` to a pipe, against `curl | sed | jq` on the same stream: milliseconds for 500,000 events, starting
 * the programs included; and the most memory it ever has, in MiB, which must not grow with the log.
 */
export async function benchTail(bench: Bench): Promise<readonly Row[]> {
  await requireTools();
  const home = await temporaryDirectory(bench);
  const baseUrl = `http://127.0.0.1:${await startServer(bench)}`;
  const env = environment(home, { BROWSERCTL_BASE_URL: baseUrl, BROWSERCTL_TOKEN: "bench" });
  const ours = (count: number) =>
    run(bench, process.execPath, [program, "invocations", "tail", String(count), "-q"], env);
  const floor = (count: number) => {
    const script = `curl -sN ${baseUrl}/invocations/${count}/events | sed -n 's/^data: //p' | jq -r .message`;
    return run(bench, "sh", ["-c", script], env);
  };
  const peaks: number[] = [];
  const { ours: times, floor: floors } = await interleaved(bench, bench.long ? 5 : 3, {
    ours: async () => {
      const { ms, peak, lines } = await ours(EVENTS);
      if (lines !== EVENTS) throw new Error(`${lines} lines came instead of ${EVENTS}`);
      peaks.push(peak);
      return ms;
    },
    floor: async () => (await floor(EVENTS)).ms,
  });
  const peak = Math.max(...peaks);
  const rows: Row[] = [
    timesFloor("invocations tail, 500,000 events", times, floors, 0.66),
    { name: "invocations tail, events a second", value: (EVENTS / median(times)) * 1_000, unit: "" },
    { name: "memory of invocations tail, 500,000 events", value: peak, unit: "MiB", limit: 150 },
  ];
  if (bench.long) {
    const { peak: most } = await ours(MANY);
    rows.push(
      { name: "memory of invocations tail, 5,000,000 events", value: most, unit: "MiB", limit: 150 },
      {
        name: "memory, 5,000,000 events against 500,000",
        value: most,
        floor: peak,
        ratio: most / peak,
        limit: 1.1,
        unit: "MiB",
      },
    );
  }
  return rows;
}

async function requireTools(): Promise<void> {
  for (const tool of ["curl", "sed", "jq"]) {
    const [code] = await once(spawn("sh", ["-c", `command -v ${tool}`], { stdio: "ignore" }), "exit");
    if (code !== 0) throw new Error(`${tool} is not here; it is part of the floor: apt-get install ${tool}`);
  }
}

/** Starts the server of the stream; gives its port. */
async function startServer(bench: Bench): Promise<string> {
  const server = spawn(process.execPath, [join(import.meta.dirname, "tail-server.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  bench.defer(() => end(server));
  const [port] = await once(server.stdout, "data");
  return String(port).trim();
}

/** Runs a program to its end, its output read through a pipe; memory in MiB. */
async function run(
  bench: Bench,
  file: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ ms: number; peak: number; lines: number }> {
  bench.signal.throwIfAborted();
  const started = performance.now();
  const child = spawn(file, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  let lines = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  });
  const closed = once(child, "close");
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
    peak = Math.max(peak, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_024);
    await delay(20);
  }
  const [code] = await closed;
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${code}`);
  return { ms: performance.now() - started, peak, lines };
}
