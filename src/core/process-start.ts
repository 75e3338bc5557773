import { readFileSync } from "node:fs";

/**
 * Start of a live process: a text that distinguishes it from any other process of this machine with the same number.
 * Undefined for an ended process or a zombie, and on a platform that does not report it.
 */
export function processStart(pid: number): string | undefined {
  if (process.platform === "linux") return linuxStart(pid);
  return process.platform === "win32" ? undefined : psStart(pid);
}

/**
 * True when `pid` is the process that started at `start`, a value of {@link processStart}. On a platform that does not
 * report starts, true for any live process of this number.
 */
export function isSameProcess(pid: number, start: string | undefined): boolean {
  return start === undefined ? isAlive(pid) : processStart(pid) === start;
}

/** {@link isSameProcess} without starting another process: on macOS true for any live process of this number. */
export function mayBeSameProcess(pid: number, start: string | undefined): boolean {
  return isSameProcess(pid, process.platform === "linux" ? start : undefined);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Boot id and clock ticks since the boot, because ticks alone may repeat after another boot. */
function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The program's name, in parentheses, may contain spaces; state and start are fields 3 and 22.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X" || fields[19] === undefined) return undefined;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

/** Start as `ps` prints it, to the second. */
function psStart(pid: number): string | undefined {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  const { status, stdout } = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { env, encoding: "utf8" });
  const [state = "", start] = /^(\S+)\s+(.*)/.exec((stdout ?? "").trim())?.slice(1) ?? [];
  return status === 0 && !state.startsWith("Z") ? start : undefined;
}
