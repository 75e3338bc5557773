import type { ChildProcess, StdioOptions } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { containerPaths, joinArguments, readInfo, sendArguments, viewArguments } from "./container.ts";
import { type Entry, enter, entryFor } from "./enter.ts";
import type { FifoPool } from "./fifo-pool.ts";
import { type LaunchWord, launchWord, type StreamKind } from "./launcher.ts";
import type { OutputStream } from "./output-ring.ts";
import { RESULT_FD } from "./playwright/protocol.ts";
import { commandRefused, containerFailed, ProcessError, tooLong } from "./process-errors.ts";
import type { SessionPaths } from "./session-paths.ts";
import { LAUNCHER } from "./session-root.ts";
import { spawnProcess } from "./spawn-process.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** Command to run. `env` is the whole environment; `cwd` is a path as the process sees it. */
export interface LaunchRequest {
  command: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** True for a writable standard input; otherwise it is empty. */
  input: boolean;
  terminal?: { rows: number; cols: number } | undefined;
  /** Adds a third output, {@link RESULT_FD}; not with a terminal. */
  result?: boolean | undefined;
}

/** Output of a process; `result` is only for the service's own programs. */
export type OutputName = OutputStream | "result";

/** Maximum time until the end of a container is noticed. */
const ENDING_MS = 2_000;

/** Process that runs its command. */
export interface Launched {
  /** Process id on the host of the leader of its group and session. */
  readonly pid: number;
  /** Resolves with its exit code; 128 plus the signal's number after a signal. Never rejects. */
  readonly exited: Promise<number>;
  /** Our non-blocking end of its input, if any. */
  readonly input: number | undefined;
  /** Our non-blocking ends of its outputs. */
  readonly outputs: readonly { name: OutputName; fd: number }[];
  readonly terminal: Terminal | undefined;
}

interface Streams {
  theirs: [number, number, number];
  /** Child's end of {@link RESULT_FD}. */
  result: number | undefined;
  ours: number[];
  input: number | undefined;
  outputs: Launched["outputs"];
  terminal: Terminal | undefined;
}

/**
 * Starts a process in a session's container, or as a plain child without one. Resolves when it has executed the
 * command. Throws a {@link ProcessError}: `command-not-found`, `command-not-executable`, `directory-not-found`,
 * `command-too-long`, `container-failed`. Nothing runs after an error.
 */
export async function launch(paths: SessionPaths, request: LaunchRequest): Promise<Launched> {
  try {
    return await launchOnce(paths, request);
  } catch (error) {
    // A process inside has just ended the container: retry once in a new one.
    const failed = error instanceof ProcessError && error.kind === "container-failed";
    if (!failed || !(await paths.container?.hasEnded(ENDING_MS))) throw error;
    return await launchOnce(paths, request);
  }
}

async function launchOnce(paths: SessionPaths, request: LaunchRequest): Promise<Launched> {
  const entry = await entryFor(paths, request);
  const streams = await openStreams(paths.pipes, request, entry !== undefined);
  let started: Launched | undefined;
  try {
    started = await (entry ? startInside(entry, request, streams) : start(paths, request, streams));
    return started;
  } finally {
    const passedOn = [...streams.theirs, streams.result].filter((fd) => typeof fd === "number");
    for (const fd of new Set(passedOn)) closeSync(fd);
    if (!started) for (const fd of new Set(streams.ours)) closeSync(fd);
  }
}

async function start(paths: SessionPaths, request: LaunchRequest, streams: Streams): Promise<Launched> {
  const { container, facts, layout } = paths;
  const shell = ["/bin/sh", `${container ? containerPaths.runtime : layout.runtime}/${LAUNCHER}`];
  const kind: StreamKind = streams.terminal ? "tty" : "pipes";
  const command = [request.command, ...request.args];
  const result = streams.result === undefined ? [] : [streams.result];
  let child: ChildProcess;
  if (container) {
    const { pid, user } = await container.namespaces();
    const joined = [...joinArguments(user, { pid: 8, user: 9 }), "--info-fd", "3", "--args", "10"];
    child = spawnChecked(
      facts.bwrap ?? "",
      [...joined, "--", ...shell, kind, request.cwd, ...command],
      ["ignore", "ignore", "pipe", "pipe", "pipe", ...streams.theirs, pid, user ?? "ignore", "pipe", ...result],
      {},
    );
    const console = streams.terminal ? ["--dev-bind", streams.terminal.path, "/dev/console"] : [];
    const environment = Object.entries(request.env).flatMap(([name, value]) => ["--setenv", name, value]);
    sendArguments(child, 10, [...viewArguments(paths), ...console, "--clearenv", ...environment]);
  } else {
    const [file = "", ...args] = [
      ...(facts.setpriv === undefined ? [] : [facts.setpriv, "--pdeathsig", "KILL"]),
      ...shell,
    ];
    const words = [...args, kind, paths.hostPath(request.cwd), ...command];
    child = spawnChecked(file, words, childStreams(streams), request.env);
  }
  const word = read(child.stdio[4] as Readable | null).then(launchWord);
  const info = container ? readInfo(child.stdio[3] as Readable) : Promise.resolve(child.pid);
  return await started(child, { word, pid: () => info }, request, streams);
}

/** Starts a process in a running container, with the existing view. */
async function startInside(entry: Entry, request: LaunchRequest, streams: Streams): Promise<Launched> {
  const kind: StreamKind = request.input ? "named" : "pipes";
  const launcher = ["/bin/sh", `${containerPaths.runtime}/${LAUNCHER}`, "enter", kind, request.cwd];
  const [file = "", ...args] = entry.view.commandLine(entry.programs, [...launcher, request.command, ...request.args]);
  const child = spawnChecked(file, args, childStreams(streams), {});
  const entered = enter(child, entry);
  const entering = { word: entered.then(({ word }) => word), pid: () => entered.then(({ pid }) => pid) };
  return await started(child, entering, request, streams);
}

/** stdio of a child without other descriptors; {@link RESULT_FD} comes after unused ones. */
function childStreams({ theirs, result }: Streams): StdioOptions {
  const streams: ("ignore" | "pipe" | number)[] = ["ignore", "ignore", "pipe", "ignore", "pipe", ...theirs];
  if (result === undefined) return streams;
  return [...streams, ...Array<"ignore">(RESULT_FD - streams.length).fill("ignore"), result];
}

async function started(
  child: ChildProcess,
  launcher: { word: Promise<LaunchWord | undefined>; pid: () => Promise<number | undefined> },
  request: LaunchRequest,
  { input, outputs, terminal }: Streams,
): Promise<Launched> {
  for (const stream of child.stdio) stream?.on("error", () => {});
  const failed = once(child, "error").then(([error]) => error as NodeJS.ErrnoException);
  const exited = once(child, "exit").then(([code, signal]) =>
    exitCode(code as number | null, signal as NodeJS.Signals | null),
  );
  exited.catch(() => {});
  const complaint = read(child.stderr as Readable | null);
  const reply = await Promise.race([launcher.word, failed]);
  if (reply instanceof Error) throw reply.code === "E2BIG" ? tooLong() : containerFailed(reply.message);
  const pid = await launcher.pid();
  if (reply === "ok" && pid !== undefined) return { pid, exited, input, outputs, terminal };
  const code = await exited;
  if (reply === undefined || reply === "ok") {
    const text = await complaint;
    throw /Argument list too long/i.test(text) ? tooLong() : containerFailed(text || `it ended with exit code ${code}`);
  }
  throw commandRefused(reply, request);
}

function spawnChecked(
  file: string,
  args: string[],
  stdio: StdioOptions,
  env: Readonly<Record<string, string>>,
): ChildProcess {
  try {
    return spawnProcess(file, args, { env, stdio, detached: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === "E2BIG" ? tooLong() : containerFailed(message);
  }
}

async function openStreams(
  pipes: FifoPool,
  { input, terminal: size, result }: LaunchRequest,
  named: boolean,
): Promise<Streams> {
  if (size) {
    const terminal = openTerminal(size.rows, size.cols);
    const { ours, theirs } = terminal;
    const outputs = [{ name: "stdout", fd: ours }] as const;
    const theirSides: Streams["theirs"] = [theirs, theirs, theirs];
    return { theirs: theirSides, result: undefined, ours: [ours], input: input ? ours : undefined, outputs, terminal };
  }
  const opened: { ours?: number; theirs: number }[] = [];
  try {
    const open = async (direction: "in" | "out"): Promise<{ ours: number; theirs: number }> => {
      const pipe = await pipes.open(direction, named && direction === "in");
      opened.push(pipe);
      return pipe;
    };
    const stdin = input ? await open("in") : undefined;
    const nothing = input ? undefined : openSync("/dev/null", "r");
    if (nothing !== undefined) opened.push({ theirs: nothing });
    const stdout = await open("out");
    const stderr = await open("out");
    const third = result ? await open("out") : undefined;
    return {
      theirs: [stdin?.theirs ?? nothing ?? -1, stdout.theirs, stderr.theirs],
      ours: opened.flatMap((pipe) => pipe.ours ?? []),
      input: stdin?.ours,
      result: third?.theirs,
      outputs: [
        { name: "stdout", fd: stdout.ours },
        { name: "stderr", fd: stderr.ours },
        ...(third ? [{ name: "result" as const, fd: third.ours }] : []),
      ],
      terminal: undefined,
    };
  } catch (error) {
    for (const { ours, theirs } of opened) {
      closeSync(theirs);
      if (ours !== undefined) closeSync(ours);
    }
    throw error;
  }
}

/** Runs an empty program in a running container. Returns true on success. */
export async function tryEntering(paths: SessionPaths): Promise<boolean> {
  const request: LaunchRequest = {
    command: "true",
    args: [],
    cwd: "/",
    env: paths.environment({}, false),
    input: true,
  };
  const entry = await entryFor(paths, request);
  if (!entry) return false;
  const streams = await openStreams(paths.pipes, request, true);
  try {
    const { exited } = await startInside(entry, request, streams);
    return (await exited) === 0;
  } catch {
    return false;
  } finally {
    for (const fd of [...streams.theirs, ...streams.ours]) closeSync(fd);
  }
}

/** Exit code as in a shell. */
function exitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return signal === null ? (code ?? 0) : 128 + (constants.signals[signal] ?? 0);
}

async function read(stream: Readable | null): Promise<string> {
  let all = "";
  try {
    for await (const chunk of stream ?? []) all = `${all}${chunk}`.slice(0, 4_000);
  } catch {
    // The pipe broke.
  }
  return all.trim();
}
