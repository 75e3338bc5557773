import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, realpathSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import type { ContainerFacts } from "./container-probe.ts";
import { Entrance, singleFiles } from "./entrance.ts";
import { mountedDirectories, type SessionRoot } from "./session-root.ts";
import { spawnProcess } from "./spawn-process.ts";

export interface ContainerOptions {
  facts: ContainerFacts;
  layout: SessionRoot;
  log: (line: string) => void;
}

/** Open namespaces of a container, to be passed to a child as file descriptors. */
export interface Namespaces {
  readonly pid: number;
  /** Absent as root, where bubblewrap makes no namespace of users. */
  readonly user: number | undefined;
  /** The way into its view; absent where each process has to build its own. */
  readonly entrance: Entrance | undefined;
}

/** Where a container has what comes from the service. */
export const containerPaths = {
  node: "/run/browserctl/bin/node",
  bin: "/run/browserctl/bin",
  runtime: "/run/browserctl/runtime",
  playwright: "/run/browserctl/node_modules/playwright-core",
} as const;

/** Files of the kernel that root may write whatever its capabilities, and some that tell of the machine. */
const kernelFiles = [
  "/proc/sys",
  "/proc/sysrq-trigger",
  "/proc/irq",
  "/proc/bus",
  "/proc/fs",
  "/proc/acpi",
  "/proc/scsi",
];
const hiddenKernelFiles = ["/proc/kcore", "/proc/keys", "/proc/timer_list", "/proc/mtrr"];
const START_BOUND_MS = 20_000;

/**
 * The container of a session (bubblewrap): one namespace of processes that all of its processes join, so that they see
 * each other and nobody else's, and end together, at once, when it is closed or the service dies. It starts with the
 * first process and again should somebody inside have ended it.
 */
export class Container {
  readonly #options: ContainerOptions;
  #held: Promise<Held> | undefined;
  #closed = false;

  constructor(options: ContainerOptions) {
    this.#options = options;
  }

  /** The namespaces that a new process joins. Throws when the container cannot be made. */
  async namespaces(): Promise<Namespaces> {
    if (this.#closed) throw new Error("the container is closed");
    this.#held ??= this.#start();
    const held = await this.#held.catch((error: unknown) => {
      this.#held = undefined;
      throw error;
    });
    if (held.child.exitCode === null && held.child.signalCode === null) return held;
    release(held);
    this.#held = undefined;
    return await this.namespaces();
  }

  /** Runs an empty program in it. Gives why that does not work; undefined when it does. */
  async try(): Promise<string | undefined> {
    const { pid, user } = await this.namespaces();
    const args = [
      ...joinArguments(user, { pid: 3, user: 4 }),
      ...viewArguments(this.#options),
      "--",
      "/bin/sh",
      "-c",
      ":",
    ];
    const child = spawnProcess(this.#options.facts.bwrap ?? "", args, {
      env: {},
      stdio: ["ignore", "ignore", "pipe", pid, user ?? "ignore"],
    });
    const stderr = text(child.stderr);
    const [code] = (await once(child, "exit")) as [number | null];
    return code === 0 ? undefined : (await stderr) || `exit code ${code}`;
  }

  /** True when it has ended by itself, now or within `boundMs` milliseconds. */
  async hasEnded(boundMs: number): Promise<boolean> {
    const held = await this.#held?.catch(() => undefined);
    if (!held || this.#closed) return false;
    const { child } = held;
    if (child.exitCode !== null || child.signalCode !== null) return true;
    const bound = new AbortController();
    const timer = setTimeout(() => bound.abort(), boundMs);
    try {
      await once(child, "exit", { signal: bound.signal });
      return true;
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends everything in it at once and waits for that. */
  async close(): Promise<void> {
    this.#closed = true;
    const held = await this.#held?.catch(() => undefined);
    if (!held) return;
    this.#held = undefined;
    const { child } = held;
    if (child.exitCode === null && child.signalCode === null) {
      child.ref();
      const ended = once(child, "exit");
      // The first process of the namespace: the system ends all others with it before this one is gone.
      killQuietly(held.init);
      await ended;
    }
    release(held);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #start(): Promise<Held> {
    const { facts } = this.#options;
    const uid = process.getuid?.() ?? 0;
    const gid = process.getgid?.() ?? 0;
    const asUser = uid !== 0;
    const spaces = ["--unshare-pid", ...(asUser ? ["--unshare-user", "--userns-block-fd", "4"] : [])];
    // It waits at its standard input, which ends with the service.
    const args = [...spaces, "--info-fd", "3", "--args", "5", "--", "/bin/cat"];
    const child = spawnProcess(facts.bwrap ?? "", args, {
      env: {},
      detached: true,
      stdio: ["pipe", facts.entrance ? "pipe" : "ignore", "pipe", "pipe", asUser ? "pipe" : "ignore", "pipe"],
    });
    sendArguments(child, 5, viewArguments(this.#options));
    const stderr = text(child.stderr);
    for (const stream of child.stdio) stream?.on("error", () => {});
    child.on("error", () => {});
    const timer = setTimeout(() => child.kill("SIGKILL"), START_BOUND_MS);
    const opened: number[] = [];
    let entrance: Entrance | undefined;
    try {
      const init = await readInfo(child.stdio[3] as Readable);
      if (init === undefined) throw new Error((await stderr) || "it ended without a word");
      if (asUser) {
        await writeFile(`/proc/${init}/setgroups`, "deny");
        await writeFile(`/proc/${init}/uid_map`, `${uid} ${uid} 1`);
        await writeFile(`/proc/${init}/gid_map`, `${gid} ${gid} 1`);
      }
      const pid = openSync(`/proc/${init}/ns/pid`, "r");
      opened.push(pid);
      const user = asUser ? openSync(`/proc/${init}/ns/user`, "r") : undefined;
      if (user !== undefined) opened.push(user);
      const [input, output] = [child.stdin, child.stdout];
      if (input && output) {
        entrance = new Entrance(init, asUser, { input, output }, singleFiles(facts.secrets.files));
      }
      (child.stdio[4] as Writable | null)?.end("x");
      child.unref();
      return { child, init, pid, user, entrance };
    } catch (error) {
      child.kill("SIGKILL");
      entrance?.close();
      for (const fd of opened) closeSync(fd);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

interface Held extends Namespaces {
  child: ChildProcess;
  /** Process number of the namespace's first process, as the host sees it. */
  init: number;
}

/** The arguments of bubblewrap with which a process joins a container, by the numbers its child has them under. */
export function joinArguments(user: number | undefined, at: { pid: number; user: number }): string[] {
  return ["--pidns", String(at.pid), ...(user === undefined ? [] : ["--userns", String(at.user)])];
}

/**
 * The arguments of bubblewrap that make what a process sees: the session's root with the system's directories read-only
 * over it, its own `/proc`, `/dev` and `/run`, no capabilities, the network of the machine.
 *
 * @param mounts more arguments of bubblewrap, for what one program alone sees below `/run/browserctl`
 */
export function viewArguments(
  { facts, layout }: Pick<ContainerOptions, "facts" | "layout">,
  mounts: readonly string[] = [],
): string[] {
  const directories = mountedDirectories().filter((path) => !["/proc", "/dev", "/run"].includes(path));
  const asRoot = process.getuid?.() === 0;
  const inDirectories = (path: string): boolean =>
    directories.some((directory) => `${path}/`.startsWith(`${directory}/`));
  return [
    ...["--bind", layout.root, "/"],
    ...directories.flatMap((path) => ["--ro-bind", path, path]),
    ...facts.secrets.files.filter(existsSync).flatMap((path) => ["--ro-bind", "/dev/null", path]),
    ...facts.secrets.directories.filter(existsSync).flatMap((path) => ["--tmpfs", path]),
    ...facts.hidden
      .filter(inDirectories)
      .filter(existsSync)
      .flatMap((path) => ["--tmpfs", path]),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/run"],
    ...(asRoot ? kernelFiles.filter(existsSync).flatMap((path) => ["--ro-bind", path, path]) : []),
    ...(asRoot ? hiddenKernelFiles.filter(existsSync).flatMap((path) => ["--ro-bind", "/dev/null", path]) : []),
    ...nameServers(),
    ...["--ro-bind", facts.node, containerPaths.node, "--ro-bind", layout.runtime, containerPaths.runtime],
    ...(facts.playwright === undefined ? [] : ["--ro-bind", facts.playwright, containerPaths.playwright]),
    ...mounts,
    ...["--remount-ro", "/run", "--chdir", "/", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...["--cap-drop", "ALL", "--die-with-parent", "--new-session"],
  ];
}

/** Gives bubblewrap arguments by a descriptor: the command line can be read by everybody on the machine. */
export function sendArguments(child: ChildProcess, fd: number, args: readonly string[]): void {
  (child.stdio as readonly unknown[] as readonly (Writable | null | undefined)[])[fd]?.end(`${args.join("\0")}\0`);
}

/** Many systems keep the real file of name servers in /run. */
function nameServers(): string[] {
  try {
    const real = realpathSync("/etc/resolv.conf");
    return real.startsWith("/run/") ? ["--ro-bind", real, real] : [];
  } catch {
    return [];
  }
}

/** The number of a container's process as the host sees it, from what bubblewrap writes to `--info-fd`. */
export async function readInfo(stream: Readable): Promise<number | undefined> {
  let all = "";
  try {
    // Not to its end: the process inside has it open too.
    for await (const chunk of stream) {
      all += chunk;
      if (all.includes("}")) break;
    }
  } catch {
    // It broke off.
  }
  const match = /"child-pid":\s*(\d+)/.exec(all);
  return match ? Number(match[1]) : undefined;
}

async function text(stream: Readable | null): Promise<string> {
  if (!stream) return "";
  let all = "";
  try {
    for await (const chunk of stream) all = `${all}${chunk}`.slice(0, 4_000);
  } catch {
    // It broke off; what came is all there is.
  }
  return all.trim();
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function release({ pid, user, entrance }: Namespaces): void {
  entrance?.close();
  closeSync(pid);
  if (user !== undefined) closeSync(user);
}
