import { readdir, readFile } from "node:fs/promises";
import { until } from "../until.ts";

export interface LeftProcess {
  pid: number;
  parent: number;
  command: string;
}

/**
 * The live processes that belong to a test run: its mark is in their environment or in their command line. The process
 * that asks is none of them. Where there is no /proc the answer is empty.
 */
export async function processesMarked(mark: string): Promise<LeftProcess[]> {
  const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    ids.map(async (pid) => {
      if (pid === process.pid) return undefined;
      const [environment, line] = await Promise.all([read(`/proc/${pid}/environ`), read(`/proc/${pid}/cmdline`)]);
      // A zombie has neither.
      if (!environment.includes(mark) && !line.includes(mark)) return undefined;
      // The name in parentheses may hold spaces; the state and the parent follow it.
      const [, parent] = (await read(`/proc/${pid}/stat`)).split(") ").at(-1)?.split(" ") ?? [];
      return { pid, parent: Number(parent), command: line.replaceAll("\0", " ").trim().slice(0, 200) };
    }),
  );
  return found.filter((each) => each !== undefined);
}

/** Leftovers after at most `boundMs`, which gives a cleanup under way time to finish. */
export async function stillThere<T>(look: () => Promise<T[]>, boundMs: number): Promise<T[]> {
  let found: T[] = [];
  const gone = async (): Promise<boolean> => {
    found = await look();
    return found.length === 0;
  };
  await until(gone, { boundMs }).catch((error: unknown) => {
    if (found.length === 0) throw error;
  });
  return found;
}

async function read(path: string): Promise<string> {
  return await readFile(path, "utf8").catch(() => "");
}
