import { readdir, readFile, readlink } from "node:fs/promises";
import { pause } from "../../core/pause.ts";

/** Number of rounds in which strays are killed, and the time between two, in milliseconds. */
const ROUNDS = 50;
const ROUND_MS = 10;

interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly pidSpace: string;
  readonly mountSpace: string;
}

/**
 * Kills the processes of a container that have left their groups, while the programs of the service go on. Call it when
 * the other processes have ended. False when some are left, because they start new ones faster than they are killed.
 *
 * A stray is a child of the container's init process; a program of the service is not, and the children that such a
 * program has left to init share its mounts. No process of a session has the right to join those.
 *
 * @param init process id of the container's init process on the machine
 * @param holder process id, on the machine, of the program that holds the container
 */
export async function endStrays(init: number, holder: number): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const strays = await straysOf(init, holder);
    if (strays.length === 0) return true;
    for (const pid of strays) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    }
    await pause(ROUND_MS);
  }
  return false;
}

async function straysOf(init: number, holder: number): Promise<number[]> {
  const all = await processes();
  const space = all.find(({ pid }) => pid === init)?.pidSpace;
  if (space === undefined) return [];
  const below = new Set([init]);
  for (let before = 0; before !== below.size; ) {
    before = below.size;
    for (const { parent, pid } of all) if (below.has(parent)) below.add(pid);
  }
  const programs = all.filter(({ pid, pidSpace }) => pidSpace === space && !below.has(pid));
  const mounts = new Set(programs.map(({ mountSpace }) => mountSpace));
  return all
    .filter(({ pid }) => pid !== init && pid !== holder && below.has(pid))
    .filter(({ mountSpace }) => !mounts.has(mountSpace))
    .map(({ pid }) => pid);
}

/** Running processes of this machine that this user may see. */
async function processes(): Promise<Seen[]> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const seen = await Promise.all(names.map((name) => processOf(name).catch(() => undefined)));
  return seen.filter((each) => each !== undefined);
}

/** Undefined for a process that has ended and waits for its parent. Throws for one that is gone or of another user. */
async function processOf(name: string): Promise<Seen | undefined> {
  const [status, pidSpace, mountSpace] = await Promise.all([
    readFile(`/proc/${name}/status`, "latin1"),
    readlink(`/proc/${name}/ns/pid`),
    readlink(`/proc/${name}/ns/mnt`),
  ]);
  if (/^State:\s+[ZX]/m.test(status)) return undefined;
  const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
  return { pid: Number(name), parent, pidSpace, mountSpace };
}
