import { readFile } from "node:fs/promises";
import { pause } from "./pause.ts";

const PAUSE_MS = 20;

/** True when a process has ended and holds no resources. A zombie counts as ended once its last thread has ended. */
export async function hasEnded(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
  if (process.platform !== "linux") return false;
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // It has ended since the signal.
  if (stat === undefined) return true;
  // The program's name, in parentheses, may contain spaces; state and threads are fields 3 and 20.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" && Number(fields[17]) <= 1;
}

/** Waits until a process has ended, at most `boundMs`. Returns true when it has. */
export async function waitForEnd(pid: number, boundMs: number, signal?: AbortSignal): Promise<boolean> {
  const deadline = performance.now() + boundMs;
  while (!(await hasEnded(pid))) {
    if (performance.now() >= deadline) return false;
    await pause(PAUSE_MS, signal);
  }
  return true;
}
