import { readdir } from "node:fs/promises";
import { type Bench, type Row, startService } from "./bench.ts";
import { openFiles, processTree, residentMemory } from "./processes.ts";

const LONG = 200;
const SHORT = 40;
const SAMPLES = 10;
/** Growth of the service's memory that is still none: what the heap may grow before it is swept. */
const MAX_MEMORY = 1.15;

interface Sample {
  memory: number;
  files: number;
  processes: number;
  stored: number;
}

/** Sessions created and deleted one after the other: what the service itself holds must be the same at the end. */
export async function benchCycles(bench: Bench): Promise<readonly Row[]> {
  const service = await startService(bench);
  const cycles = bench.long ? LONG : SHORT;
  const samples: Sample[] = [];
  // The first tenth warms up: code is compiled, pools are filled.
  for (let cycle = 0; cycle < cycles + cycles / SAMPLES; cycle += 1) {
    if (cycle > 0 && cycle % (cycles / SAMPLES) === 0) samples.push(await sample(service.pid, service.stateDir));
    const { session_id } = await service.api("POST", "/browsers", {});
    await service.api("DELETE", `/browsers/${session_id}`);
  }
  samples.push(await sample(service.pid, service.stateDir));
  const row = (what: keyof Sample, name: string, limit: number, unit: string): Row => {
    const values = samples.map((each) => each[what]);
    const first = values[0] ?? Number.NaN;
    const last = values.at(-1) ?? Number.NaN;
    const named = `${cycles} cycles: ${name}, last against first`;
    return what === "memory"
      ? { name: named, value: last, floor: first, ratio: last / first, limit, unit }
      : { name: named, value: last, floor: first, above: last - first, limit, unit };
  };
  return [
    row("memory", "memory of the service", MAX_MEMORY, "MiB"),
    {
      name: `${cycles} cycles: memory per cycle`,
      value: (slope(samples.map(({ memory }) => memory)) * 1024) / (cycles / SAMPLES),
      unit: "KiB",
    },
    row("files", "open files", 0, ""),
    row("processes", "processes", 0, ""),
    row("stored", "entries in the state directory", 0, ""),
  ];
}

async function sample(pid: number, stateDir: string): Promise<Sample> {
  const [memory, files, tree, stored] = await Promise.all([
    residentMemory(pid),
    openFiles(pid),
    processTree(pid),
    readdir(stateDir, { recursive: true }),
  ]);
  return { memory, files, processes: tree.length, stored: stored.length };
}

/** Least squares: how much each sample is above the one before. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const above = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  return above / values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
}
