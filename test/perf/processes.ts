import { readdir, readFile } from "node:fs/promises";

/** A process and everything it has started, from /proc. */
export async function processTree(root: number): Promise<number[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(await Promise.all(ids.map(async (id) => [id, await parentOf(id)] as const)));
  const found = new Set([root]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const [id, parent] of parents) if (parent !== undefined && found.has(parent)) found.add(id);
  }
  return [...found];
}

async function parentOf(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const [state, parent] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return state === "Z" || parent === undefined ? undefined : Number(parent);
}

/** Memory of processes in MiB, what they share counted once (proportional set size). */
export async function sharedMemory(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(
    pids.map(async (pid) => field(await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => ""), "Pss")),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** Resident memory of one process in MiB. */
export async function residentMemory(pid: number): Promise<number> {
  return field(await readFile(`/proc/${pid}/status`, "utf8"), "VmRSS") / 1024;
}

/** Seconds of processor time that one process has used. */
export async function cpuSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Files, sockets and pipes a process has open. */
export async function openFiles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

function field(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0);
}
