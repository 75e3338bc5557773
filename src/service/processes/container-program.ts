import type { ChildProcess } from "node:child_process";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { type Container, joinArguments, readInfo, sendArguments, viewArguments } from "./container.ts";
import type { EnterPrograms } from "./container-view.ts";
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
  { command, env, mounts, sharedMemory }: ContainerProgram,
): Promise<StartedProgram> {
  const { pid, user } = await container.namespaces();
  const joined = [...joinArguments(user, FD.namespaces), ...["--info-fd", `${FD.info}`, "--args", `${FD.arguments}`]];
  // The program must not inherit other descriptors.
  const close = [FD.namespaces.pid, FD.namespaces.user, FD.arguments, FD.info, FD.sharedMemory].map((fd) => `${fd}>&-`);
  const shell = ["/bin/sh", "-c", `exec "$@" ${close.join(" ")}`, "sh"];
  const join = sharedMemory === undefined ? undefined : joinSharedMemory(paths.facts.enterPrograms);
  const child = spawnProcess(
    paths.facts.bwrap ?? "",
    [...joined, "--", ...(join?.command ?? []), ...shell, ...command],
    {
      env,
      detached: true,
      stdio: [
        ...(["ignore", "ignore", "pipe", "pipe", "pipe", pid, user ?? "ignore", "pipe", "pipe"] as const),
        ...(join && sharedMemory !== undefined ? [sharedMemory] : []),
      ],
    },
  );
  // Without a free file descriptor there are no pipes, only the error event.
  if (!child.stdio) return { child, pid: Promise.resolve(undefined) };
  // A program that is killed immediately breaks its pipes.
  for (const stream of child.stdio) stream?.on("error", () => {});
  sendArguments(child, FD.arguments, [...viewArguments(paths, mounts), ...(join?.capabilities ?? [])]);
  const info = (child.stdio as readonly unknown[])[FD.info] as Readable;
  return { child, pid: readInfo(info) };
}

interface Join {
  /** Program that joins the namespace, drops its capabilities, and runs the arguments after it. */
  command: readonly string[];
  /** Arguments of bubblewrap: the capabilities that joining needs. */
  capabilities: readonly string[];
}

/**
 * Bubblewrap itself cannot join a namespace of shared memory. Without the programs for that, each program has its own
 * namespace.
 */
function joinSharedMemory(programs: EnterPrograms | undefined): Join | undefined {
  if (!programs) return undefined;
  const none = ["--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all"];
  return {
    command: [
      ...[programs.nsenter, `--ipc=/proc/self/fd/${FD.sharedMemory}`, "--"],
      ...[programs.setpriv, "--no-new-privs", ...none, "--"],
    ],
    capabilities: ["--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETPCAP"],
  };
}

/** Opens the namespace of shared memory of a running program. Undefined when the program has ended. */
export async function openSharedMemory({ pid }: StartedProgram): Promise<FileHandle | undefined> {
  return open(`/proc/${await pid}/ns/ipc`).catch(() => undefined);
}
