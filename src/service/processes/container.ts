import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { withTimeLimit } from "../../core/abort.ts";
import type { ContainerFacts } from "./container-probe.ts";
import { ContainerView, childOf } from "./container-view.ts";
import { etcMounts, etcPaths, SESSION_HOST, writeSessionEtc } from "./session-etc.ts";
import { mountedDirectories, type SessionRoot } from "./session-root.ts";
import { spawnProcess } from "./spawn-process.ts";
import { endStrays } from "./stray-processes.ts";

export interface ContainerOptions {
  facts: ContainerFacts;
  layout: SessionRoot;
  log: (line: string) => void;
}

/** Open namespaces of a container, passed to a child as file descriptors. */
export interface Namespaces {
  readonly pid: number;
  /** User namespace; absent for root, where bubblewrap creates none. */
  readonly user: number | undefined;
  /** View that processes enter; absent when each process has to build its own. */
  readonly view: ContainerView | undefined;
}

/** Paths of the service's files inside a container. */
export const containerPaths = {
  node: "/run/browserctl/bin/node",
  bin: "/run/browserctl/bin",
  runtime: "/run/browserctl/runtime",
  playwright: "/run/browserctl/node_modules/playwright-core",
} as const;

/** Kernel files that root may write even without capabilities, and some that reveal facts of the machine. */
const kernelFiles = [
  "/proc/sys",
  "/proc/sysrq-trigger",
  "/proc/irq",
  "/proc/bus",
  "/proc/fs",
  "/proc/acpi",
  "/proc/scsi",
];
const hiddenKernelFiles = ["/proc/kcore", "/proc/keys", "/proc/timer_list", "/proc/mtrr", "/proc/cmdline"];
/** Kernel directories with serial numbers of the machine, and with names of its services, users and disks. */
const hiddenKernelDirectories = [
  "/sys/firmware",
  "/sys/hypervisor",
  "/sys/devices/virtual/dmi",
  "/sys/fs",
  "/sys/kernel/debug",
  "/sys/kernel/tracing",
  "/sys/kernel/security",
];
const START_BOUND_MS = 20_000;

/**
 * Container of a session (bubblewrap): one PID namespace that all its processes join. They see only each other and end
 * together when the container is closed or the service dies. It is started by the first process, and again if a process
 * inside has ended it.
 */
export class Container {
  readonly #options: ContainerOptions;
  #held: Promise<Held> | undefined;
  #closed = false;

  constructor(options: ContainerOptions) {
    this.#options = options;
  }

  /** Namespaces that a new process joins; starts the container if needed. Throws when it cannot be created. */
  async namespaces(): Promise<Namespaces> {
    if (this.#closed) throw new Error("the container is closed");
    this.#held ??= this.#start();
    const current = this.#held;
    try {
      const held = await current;
      if (!hasExited(held)) return held;
      held.release();
    } catch (error) {
      this.#forget(current);
      throw error;
    }
    this.#forget(current);
    return await this.namespaces();
  }

  /** Forgets a container that has ended, unless another caller has already replaced it. */
  #forget(ended: Promise<Held>): void {
    if (this.#held === ended) this.#held = undefined;
  }

  /** Runs an empty program in the container. Returns the reason of a failure; undefined on success. */
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

  /** True when the container has ended by itself, now or within `boundMs`. */
  async hasEnded(boundMs: number): Promise<boolean> {
    const held = await this.#held?.catch(() => undefined);
    if (!held || this.#closed) return false;
    const { child } = held;
    if (hasExited(held)) return true;
    const late = (): Error => new Error(`the container did not end within ${boundMs} ms`);
    return withTimeLimit({ ms: boundMs, late }, (signal) => once(child, "exit", { signal })).then(
      () => true,
      () => false,
    );
  }

  /** Kills the processes that have left their groups ({@link endStrays}). False when some are left. */
  async endStrays(): Promise<boolean> {
    const held = await this.#held?.catch(() => undefined);
    if (!held || hasExited(held)) return true;
    const holder = await held.holder;
    return holder !== undefined && (await endStrays(held.init, holder));
  }

  /** Kills all processes of the container and waits for their end. */
  async close(): Promise<void> {
    this.#closed = true;
    const held = await this.#held?.catch(() => undefined);
    if (!held) return;
    this.#held = undefined;
    const { child } = held;
    if (!hasExited(held)) {
      child.ref();
      const ended = once(child, "exit");
      // The init process of the namespace: the kernel kills all others before it ends.
      killQuietly(held.init);
      await ended;
    }
    held.release();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #start(): Promise<Held> {
    const { facts, layout } = this.#options;
    await writeSessionEtc(layout.etc, facts);
    const uid = process.getuid?.() ?? 0;
    const gid = process.getgid?.() ?? 0;
    const asUser = uid !== 0;
    const spaces = ["--unshare-pid", ...(asUser ? ["--unshare-user", "--userns-block-fd", "4"] : [])];
    // `cat` waits for the end of its standard input, which ends with the service.
    const args = [...spaces, "--info-fd", "3", "--args", "5", "--", "/bin/cat"];
    const child = spawnProcess(facts.bwrap ?? "", args, {
      env: {},
      detached: true,
      stdio: ["pipe", "pipe", "pipe", "pipe", asUser ? "pipe" : "ignore", "pipe"],
    });
    sendArguments(child, 5, [...viewArguments(this.#options), "--die-with-parent"]);
    const stderr = text(child.stderr);
    for (const stream of child.stdio) stream?.on("error", () => {});
    child.on("error", () => {});
    const timer = setTimeout(() => child.kill("SIGKILL"), START_BOUND_MS);
    const opened: number[] = [];
    let view: ContainerView | undefined;
    try {
      const init = await readInfo(child.stdio[3] as Readable);
      if (init === undefined) throw new Error((await stderr) || "it ended without output");
      if (asUser) {
        await writeFile(`/proc/${init}/setgroups`, "deny");
        await writeFile(`/proc/${init}/uid_map`, `${uid} ${uid} 1`);
        await writeFile(`/proc/${init}/gid_map`, `${gid} ${gid} 1`);
      }
      const pid = openSync(`/proc/${init}/ns/pid`, "r");
      opened.push(pid);
      const user = asUser ? openSync(`/proc/${init}/ns/user`, "r") : undefined;
      if (user !== undefined) opened.push(user);
      const ready = echoes(child);
      // A program that joins early may have a process before the holder, so that its id inside is not known.
      const holder = ready.then((isReady) => (isReady ? childOf(init) : undefined));
      if (facts.enterPrograms) view = new ContainerView(init, asUser, ready, etcPaths(facts));
      (child.stdio[4] as Writable | null)?.end("x");
      child.unref();
      return { child, init, holder, pid, user, view, release: releaseOnce(opened, view) };
    } catch (error) {
      child.kill("SIGKILL");
      view?.close();
      for (const fd of opened) closeSync(fd);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

interface Held extends Namespaces {
  child: ChildProcess;
  /** Process id of the namespace's init process on the host. */
  init: number;
  /** Process id, on the host, of the program that holds the namespace; undefined when it did not start. */
  holder: Promise<number | undefined>;
  /** Closes the namespaces. Idempotent. */
  release(): void;
}

/** True once a program that echoes its input has answered; false when it ends before. */
function echoes({ stdin, stdout }: ChildProcess): Promise<boolean> {
  if (!stdin || !stdout) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const settle = (answered: boolean): void => {
    resolve(answered);
    stdout.destroy();
  };
  stdout
    .once("data", () => settle(true))
    .once("error", () => settle(false))
    .once("end", () => settle(false));
  stdin.write("\n");
  return promise;
}

function hasExited({ child }: Held): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Arguments of bubblewrap to join a container; `at` has the descriptor numbers in the child. A program that joins ends
 * with the container, but not with its parent (`--die-with-parent`): bubblewrap starts the program from an intermediate
 * process that ends at once, and on a slow machine that end would kill the program.
 */
export function joinArguments(user: number | undefined, at: { pid: number; user: number }): string[] {
  return ["--pidns", String(at.pid), ...(user === undefined ? [] : ["--userns", String(at.user)])];
}

/**
 * Arguments of bubblewrap for the view of a process: the session's root with the system's directories mounted
 * read-only, its own `/etc`, `/proc`, `/dev` and `/run`, no capabilities, the network of the machine.
 *
 * @param mounts further arguments, for mounts of one program below `/run/browserctl`
 */
export function viewArguments(
  { facts, layout }: Pick<ContainerOptions, "facts" | "layout">,
  mounts: readonly string[] = [],
): string[] {
  const directories = mountedDirectories().filter((path) => !["/etc", "/proc", "/dev", "/run"].includes(path));
  const asRoot = process.getuid?.() === 0;
  const inDirectories = (path: string): boolean =>
    directories.some((directory) => `${path}/`.startsWith(`${directory}/`));
  return [
    ...["--bind", layout.root, "/"],
    ...directories.flatMap((path) => ["--ro-bind", path, path]),
    ...etcMounts(layout.etc, facts),
    ...[...hiddenKernelDirectories, ...facts.hidden]
      .filter(inDirectories)
      .filter(existsSync)
      .flatMap((path) => ["--tmpfs", path]),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/run"],
    ...(asRoot ? kernelFiles.filter(existsSync).flatMap((path) => ["--ro-bind", path, path]) : []),
    ...(asRoot ? hiddenKernelFiles.filter(existsSync).flatMap((path) => ["--ro-bind", "/dev/null", path]) : []),
    ...["--ro-bind", facts.node, containerPaths.node, "--ro-bind", layout.runtime, containerPaths.runtime],
    ...(facts.playwright === undefined ? [] : ["--ro-bind", facts.playwright, containerPaths.playwright]),
    ...mounts,
    ...["--remount-ro", "/run", "--chdir", "/", "--unshare-ipc", "--unshare-cgroup-try"],
    ...["--unshare-uts", "--hostname", SESSION_HOST, "--cap-drop", "ALL", "--new-session"],
  ];
}

/** Sends arguments to bubblewrap over a descriptor: every user of the machine can read a command line. */
export function sendArguments(child: ChildProcess, fd: number, args: readonly string[]): void {
  (child.stdio as readonly unknown[] as readonly (Writable | null | undefined)[])[fd]?.end(`${args.join("\0")}\0`);
}

/** Process id of a container's process on the host, read from bubblewrap's `--info-fd`. */
export async function readInfo(stream: Readable): Promise<number | undefined> {
  let all = "";
  try {
    // Not read to its end: the process inside also has it open.
    for await (const chunk of stream) {
      all += chunk;
      if (all.includes("}")) break;
    }
  } catch {
    // The pipe broke.
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
    // The pipe broke; only the bytes received so far are available.
  }
  return all.trim();
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}

/**
 * Several callers may find that a container has ended. A descriptor that is closed twice may belong to another file by
 * then.
 */
function releaseOnce(descriptors: number[], view: ContainerView | undefined): () => void {
  return () => {
    view?.close();
    for (const fd of descriptors.splice(0)) closeSync(fd);
  };
}
