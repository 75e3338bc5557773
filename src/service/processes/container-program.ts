import type { ChildProcess } from "node:child_process";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { type Container, joinArguments, readInfo, sendArguments, viewArguments } from "./container.ts";
import type { EnterPrograms } from "./container-view.ts";
import {
  listenInNetworkOf,
  type PrivateNetwork,
  privateNetworkArguments,
  privateNetworkScript,
} from "./private-network.ts";
import type { SessionPaths } from "./session-paths.ts";
import { spawnProcess } from "./spawn-process.ts";

export interface ContainerProgram {
  /** Path inside the container, then its arguments. */
  command: readonly string[];
  /** Complete environment of the program. */
  env: Readonly<Record<string, string>>;
  /** Further arguments of bubblewrap: mounts that only this program sees. */
  mounts: readonly string[];
  /** Descriptor of the namespace of shared memory that the program joins; otherwise it gets a separate one. */
  sharedMemory?: number | undefined;
  /** Network of its own for the program; otherwise it has that of the machine. */
  network?: PrivateNetwork | undefined;
}

/** Started program: its descriptors 3 and 4 are pipes, 2 is stderr. */
export interface StartedProgram {
  readonly child: ChildProcess;
  /** Process id of the program as this process sees it; undefined when it did not start. */
  readonly pid: Promise<number | undefined>;
}

const FD = { namespaces: { pid: 5, user: 6 }, arguments: 7, info: 8, sharedMemory: 9 } as const;

/**
 * Starts a program of the service in a session's container: it joins the namespaces of the session's processes and sees
 * the same root, plus its own mounts. It leads a process group, and ends with the container.
 */
export async function startInContainer(
  paths: SessionPaths,
  container: Container,
  { command, env, mounts, network, sharedMemory }: ContainerProgram,
): Promise<StartedProgram> {
  const { pid, user } = await container.namespaces();
  const joined = [...joinArguments(user, FD.namespaces), ...["--info-fd", `${FD.info}`, "--args", `${FD.arguments}`]];
  // The program must not inherit other descriptors.
  const close = [FD.namespaces.pid, FD.namespaces.user, FD.arguments, FD.info, FD.sharedMemory].map((fd) => `${fd}>&-`);
  const join = sharedMemory === undefined ? undefined : joinSharedMemory(paths.facts.enterPrograms);
  const rights = [...(join ? ["--cap-add", "CAP_SYS_ADMIN"] : []), ...(network ? privateNetworkArguments : [])];
  const drop = rights.length > 0 ? dropRights(paths.facts.enterPrograms) : [];
  // The program has the network's server once its standard input has a line.
  const [prepare, input] = network ? [`${privateNetworkScript}read -r _ || exit 1; `, "</dev/null "] : ["", ""];
  const shell = ["/bin/sh", "-c", `${prepare}exec "$@" ${input}${close.join(" ")}`, "sh", ...drop];
  const child = spawnProcess(paths.facts.bwrap ?? "", [...joined, "--", ...(join ?? []), ...shell, ...command], {
    env,
    detached: true,
    stdio: [
      network ? ("pipe" as const) : ("ignore" as const),
      ...(["ignore", "pipe", "pipe", "pipe", pid, user ?? "ignore", "pipe", "pipe"] as const),
      ...(join && sharedMemory !== undefined ? [sharedMemory] : []),
    ],
  });
  // Without a free file descriptor there are no pipes, only the error event.
  if (!child.stdio) return { child, pid: Promise.resolve(undefined) };
  // A program that is killed immediately breaks its pipes.
  for (const stream of child.stdio) stream?.on("error", () => {});
  sendArguments(child, FD.arguments, [
    ...viewArguments(paths, mounts),
    ...rights,
    ...(rights.length > 0 ? ["--cap-add", "CAP_SETPCAP"] : []),
  ]);
  const info = (child.stdio as readonly unknown[])[FD.info] as Readable;
  const started = { child, pid: readInfo(info) };
  if (network) await openNetwork(started, network, paths.facts);
  return started;
}

/** Lets a program run once its network has the service's server. Kills it and throws where that fails. */
async function openNetwork(
  { child, pid }: StartedProgram,
  network: PrivateNetwork,
  facts: SessionPaths["facts"],
): Promise<void> {
  const inside = await pid;
  // The program did not start: its end is reported by the child.
  if (inside === undefined) return;
  try {
    network.serve(await listenInNetworkOf(inside, network.port, facts));
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  child.stdin?.end("\n");
}

/**
 * Command line that joins the namespace: bubblewrap itself cannot join one of shared memory. Without the programs for that,
 * each program has its own namespace.
 */
function joinSharedMemory(programs: EnterPrograms | undefined): string[] | undefined {
  return programs && [programs.nsenter, `--ipc=/proc/self/fd/${FD.sharedMemory}`, "--"];
}

/** Command line that drops all rights that the start of a program needs, before the program itself. */
function dropRights(programs: EnterPrograms | undefined): string[] {
  if (!programs) throw new Error("setpriv is not installed");
  const none = ["--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all"];
  return [programs.setpriv, "--no-new-privs", ...none, "--"];
}

/** Opens the namespace of shared memory of a running program. Undefined when the program has ended. */
export async function openSharedMemory({ pid }: StartedProgram): Promise<FileHandle | undefined> {
  return open(`/proc/${await pid}/ns/ipc`).catch(() => undefined);
}
