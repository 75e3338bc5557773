import { readdir, readFile, readlink } from "node:fs/promises";

/** Ports of a connection between two processes of this machine over 127.0.0.1. */
export interface LoopbackPorts {
  /** Port of the side whose owner is searched. */
  readonly from: number;
  readonly to: number;
}

/** True on a system that reports the process of a connection. */
export const knowsSocketOwners = process.platform === "linux";

/**
 * Finds out whether the other side of a connection over 127.0.0.1 belongs to a process or one of its descendants, by
 * the kernel's table of connections and the open files of these processes. Remembers the process of the last
 * connection.
 */
export class SocketOwner {
  readonly #root: number;
  #last: number | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<ReadonlyMap<string, number>> | undefined;

  /** @param root process id of the process whose connections are its own */
  constructor(root: number) {
    this.#root = root;
  }

  async owns(ports: LoopbackPorts): Promise<boolean> {
    const link = await socketLink(ports);
    if (link === undefined) return false;
    if (this.#last !== undefined && (await openLinks(this.#last)).includes(link)) return true;
    const owner = (await this.#scan()).get(link);
    this.#last = owner ?? this.#last;
    return owner !== undefined;
  }

  /**
   * Process of each open file of the tree. One scan serves all connections that wait for it. A running scan does not
   * serve a new connection, because it may already have passed its process.
   */
  #scan(): Promise<ReadonlyMap<string, number>> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      const scan = openFiles(this.#root);
      this.#running = scan.catch(() => {});
      return scan;
    });
    return this.#next;
  }
}

/** Link of a socket among the open files of its process; undefined for a connection that no longer exists. */
async function socketLink({ from, to }: LoopbackPorts): Promise<string | undefined> {
  const port = (number: number): string => number.toString(16).toUpperCase().padStart(4, "0");
  const ends = ` 0100007F:${port(from)} 0100007F:${port(to)} `;
  const line = (await readFile("/proc/net/tcp", "latin1")).split("\n").find((each) => each.includes(ends));
  const inode = line?.trim().split(/\s+/)[9];
  return inode === undefined || inode === "0" ? undefined : `socket:[${inode}]`;
}

/** Links of the open files of a process. */
async function openLinks(pid: number): Promise<string[]> {
  const directory = `/proc/${pid}/fd`;
  const names = await readdir(directory).catch(() => []);
  return Promise.all(names.map((name) => readlink(`${directory}/${name}`).catch(() => "")));
}

/** Process of each open file of a process and its descendants, by its link. */
async function openFiles(root: number): Promise<ReadonlyMap<string, number>> {
  const owned = (await descendants(root)).map(async (pid) =>
    (await openLinks(pid)).map((link): [string, number] => [link, pid]),
  );
  return new Map((await Promise.all(owned)).flat());
}

/** A process and all its descendants. */
async function descendants(root: number): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const));
  const found = [root];
  for (const each of found) for (const [pid, parent] of parents) if (parent === each) found.push(pid);
  return found;
}

async function parentOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
  const parent = /^\d+ \(.*\) \S (\d+)/s.exec(stat)?.[1];
  return parent === undefined ? undefined : Number(parent);
}
