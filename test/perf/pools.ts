import { readdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { type Bench, interleaved, median, type Row, type Service, startService, timesFloor } from "./bench.ts";
import { openFiles, processTree, residentMemory } from "./processes.ts";

/** Longest acquire of a warm pool, in milliseconds, and its limit against a create. */
const MAX_ACQUIRE_MS = 60;
const MAX_OF_CREATE = 0.25;

const SIZE = 5;
const CYCLES = 1_000;
/** Leases in which code is compiled and caches are filled: the heap, and the pages of the database. */
const WARM_UP = 2_000;
/** Growth of the service's memory that is still none: what the heap may grow before it is swept. */
const MAX_MEMORY = 1.15;

const headless = { headless: true };

interface Sample {
  memory: number;
  files: number;
  processes: number;
  stored: number;
}

/**
 * `POST /browser_pools/{id}/acquire` on a warm pool against `POST /browsers` in the same run, and what the service holds
 * before and after many leases of one pool.
 */
export async function benchPools(bench: Bench): Promise<readonly Row[]> {
  const service = await startService(bench);
  const { id } = await service.api("POST", "/browser_pools", { size: SIZE, ...headless });
  const pool = `/browser_pools/${id}`;
  await isFull(service, pool);
  const times = await interleaved(bench, bench.long ? 100 : 30, {
    create: async () => {
      const started = performance.now();
      const { session_id } = await service.api("POST", "/browsers", headless);
      const ms = performance.now() - started;
      await service.api("DELETE", `/browsers/${session_id}`);
      return ms;
    },
    acquire: async () => {
      const started = performance.now();
      const { session_id } = await service.api("POST", `${pool}/acquire`, {});
      const ms = performance.now() - started;
      await service.api("POST", `${pool}/release`, { session_id });
      return ms;
    },
  });
  await lease(bench, service, pool, WARM_UP);
  const before = await sample(service);
  await lease(bench, service, pool, CYCLES);
  await isFull(service, pool);
  const after = await sample(service);
  const row = (what: keyof Sample, name: string, limit: number, unit: string): Row => {
    const [first, last] = [before[what], after[what]];
    const named = `${CYCLES} leases: ${name}, after against before`;
    return what === "memory"
      ? { name: named, value: last, floor: first, ratio: last / first, limit, unit }
      : { name: named, value: last, floor: first, above: last - first, limit, unit };
  };
  return [
    { name: "pools acquire, idle browser", value: median(times.acquire), limit: MAX_ACQUIRE_MS },
    timesFloor("pools acquire, against browsers create", times.acquire, times.create, MAX_OF_CREATE),
    row("memory", "memory", MAX_MEMORY, "MiB"),
    row("files", "open files", 0, ""),
    row("processes", "processes", 0, ""),
    row("stored", "state entries", 0, ""),
  ];
}

async function lease(bench: Bench, service: Service, pool: string, cycles: number): Promise<void> {
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    bench.signal.throwIfAborted();
    const { session_id } = await service.api("POST", `${pool}/acquire`, {});
    await service.api("POST", `${pool}/release`, { session_id });
  }
}

async function isFull(service: Service, pool: string): Promise<void> {
  while ((await service.api("GET", pool))["available_count"] !== SIZE) await delay(20);
}

async function sample({ pid, stateDir }: Service): Promise<Sample> {
  const [memory, files, tree, stored] = await Promise.all([
    residentMemory(pid),
    openFiles(pid),
    processTree(pid),
    readdir(stateDir, { recursive: true }),
  ]);
  // Deeper files belong to the browsers, which write to their profiles.
  const own = stored.filter((path) => !/^sessions\/[^/]+\//.test(path));
  return { memory, files, processes: tree.length, stored: own.length };
}
