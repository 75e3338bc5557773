import { readdir, readFile } from "node:fs/promises";

export type SignalName = "TERM" | "KILL" | "INT" | "HUP";

export interface GroupUsage {
  /** CPU time of running members and of the children they have waited for, in seconds. */
  cpuSeconds: number;
  /** Resident memory in bytes. */
  memoryBytes: number;
}

const TICKS_PER_SECOND = 100;
const ROUNDS = 5;

/** Sends a signal to every process of a group. Returns false when the group has ended. */
export function signalGroup(leader: number, signal: SignalName): boolean {
  try {
    process.kill(-leader, `SIG${signal}`);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

/**
 * Kills a group and the other groups of the same POSIX session, such as the jobs of an interactive shell. A process
 * that has created its own session (`setsid`) runs until the browser session ends.
 */
export async function killGroup(leader: number): Promise<boolean> {
  const was = signalGroup(leader, "KILL");
  for (let round = 0; was && round < ROUNDS; round++) {
    const others = new Set(
      (await stats()).filter((stat) => stat.session === leader && stat.alive).map((stat) => stat.group),
    );
    if (others.size === 0) break;
    for (const group of others) signalGroup(group, "KILL");
  }
  return was;
}

/** Current resource use of a group, on Linux; zero elsewhere. */
export async function groupUsage(leader: number): Promise<GroupUsage> {
  const members = (await stats()).filter((stat) => stat.group === leader);
  const memory = await Promise.all(members.map(({ pid }) => residentBytes(pid)));
  return {
    cpuSeconds: members.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND,
    memoryBytes: memory.reduce((sum, bytes) => sum + bytes, 0),
  };
}

/**
 * Kills every process with a text in its environment, including children created during the scan. Without a container
 * this finds processes that have left their group. Linux only; a process that cleared its environment is not found.
 */
export async function killMarked(text: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const names = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
    const marked = await Promise.all(
      names.map(async (name) => {
        const environment = await readFile(`/proc/${name}/environ`, "latin1").catch(() => "");
        return environment.includes(text) ? Number(name) : undefined;
      }),
    );
    const found = marked.filter((pid) => pid !== undefined).filter((pid) => pid !== process.pid);
    if (found.length === 0) return;
    for (const pid of found) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // The process has already ended.
      }
    }
  }
}

interface Stat {
  pid: number;
  group: number;
  session: number;
  alive: boolean;
  ticks: number;
}

async function stats(): Promise<Stat[]> {
  const names = await readdir("/proc").catch(() => []);
  const all = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name): Promise<Stat | undefined> => {
        const line = await readFile(`/proc/${name}/stat`, "latin1").catch(() => "");
        // The program's name, in parentheses, may contain spaces; the state follows it.
        const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
        if (fields.length < 22) return undefined;
        const number = (index: number): number => Number(fields[index]);
        return {
          pid: Number(name),
          group: number(2),
          session: number(3),
          alive: fields[0] !== "Z" && fields[0] !== "X",
          ticks: number(11) + number(12) + number(13) + number(14),
        };
      }),
  );
  return all.filter((stat) => stat !== undefined);
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "latin1").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
}
