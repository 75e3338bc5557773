import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";

/** Milliseconds between SIGTERM and SIGKILL, and between two checks for running processes. */
const KILL_AFTER_MS = 500;
const LOOK_MS = 20;

/** A started program and its descendants that stay in its process group. */
export interface ProgramGroup {
  readonly program: {
    readonly pid?: number | undefined;
    readonly exitCode?: number | null;
    readonly signalCode?: NodeJS.Signals | null;
  };
  /** True when the program leads a process group; otherwise it is in that of this process. */
  readonly leads: boolean;
  /** Environment variable, `NAME=value`, that identifies its processes among others of this process's group. */
  readonly mark: string;
}

/** A value for a variable of {@link ProgramGroup.mark} that no other process has. */
export function uniqueMark(): string {
  return `${process.pid}.${process.hrtime.bigint()}`;
}

/**
 * True when a program can open the terminal of this process. Such a program stays in this process's group: it could not
 * read from the terminal in another one.
 */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r+"));
    return true;
  } catch {
    return false;
  }
}

/** Ends a program and its descendants: SIGTERM, then SIGKILL. Resolves when none is left. */
export async function endGroup(group: ProgramGroup): Promise<void> {
  signalGroup(group, "SIGTERM");
  const deadline = performance.now() + KILL_AFTER_MS;
  while (signalGroup(group, 0)) {
    if (performance.now() > deadline) return void signalGroup(group, "SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Sends a signal to a program and its descendants; 0 only checks. Returns false when none of them runs. */
export function signalGroup({ program, leads, mark }: ProgramGroup, signal: NodeJS.Signals | 0): boolean {
  const { exitCode, pid, signalCode } = program;
  if (pid === undefined) return false;
  // The pid of an ended program may belong to another process.
  const own = (exitCode ?? signalCode ?? undefined) === undefined ? [pid] : [];
  const targets = leads ? [-pid] : new Set([...own, ...markedPids(mark)]);
  let some = false;
  for (const target of targets) {
    try {
      process.kill(target, signal);
      some = true;
    } catch {
      // It has ended, or runs as another user.
    }
  }
  return some;
}

/**
 * Processes of this process's group with a text in their environment. assumed: empty on a system without `/proc`;
 * there, processes that a program leaves behind end with the terminal.
 */
function markedPids(mark: string): number[] {
  const own = groupOf("self");
  if (own === undefined) return [];
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.filter((pid) => groupOf(pid) === own && (read(pid, "environ") ?? "").includes(mark)).map(Number);
}

function groupOf(pid: string): string | undefined {
  const line = read(pid, "stat");
  // The program's name, in parentheses, may contain spaces; state, parent and group follow it.
  return line?.slice(line.lastIndexOf(")") + 2).split(" ")[2];
}

function read(pid: string, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch {
    return undefined;
  }
}
