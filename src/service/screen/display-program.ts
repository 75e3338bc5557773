import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { within } from "../../core/pause.ts";
import { reasonOf } from "../driver-error.ts";
import { background } from "../error-owner.ts";
import type { Container } from "../processes/container.ts";
import { type ContainerProgram, openSharedMemory, startInContainer } from "../processes/container-program.ts";
import type { SessionPaths } from "../processes/session-paths.ts";

/** Where the programs of a display run. */
export interface DisplayPlace {
  readonly paths: SessionPaths;
  readonly container: Container;
  /** The display's directory on the machine. */
  readonly own: string;
  readonly log: (line: string) => void;
  readonly warn: (line: string) => void;
}

/** Paths inside the container. */
export const inside = { own: "/run/browserctl/screen", sockets: "/tmp/.X11-unix" } as const;

const MAX_OUTPUT = 2_000;
/** Time for the rest of the output of a program that has ended. */
const OUTPUT_END_MS = 50;
/** A shell reports the signal that ended its program as an exit code above this one. */
const SIGNAL_BASE = 128;

export interface RunningProgram {
  /** Resolves with the reason when it has ended. */
  readonly ended: Promise<string>;
  /** Descriptor of its namespace of shared memory, which is closed when it has ended; undefined when it has ended. */
  readonly sharedMemory: number | undefined;
}

export interface ProgramStart {
  /** Promise that the program waits for: it then gets a line on descriptor 4. */
  turn?: Promise<unknown>;
  /** Called when the program runs, before it is ready. */
  running?: (program: RunningProgram) => void;
}

/**
 * Starts a program of a display and waits for its first output on descriptor 3. Rejects with the reason when the program
 * ends first, or with the signal's reason.
 */
export async function startProgram(
  { paths, container, log }: DisplayPlace,
  name: string,
  program: ContainerProgram,
  signal: AbortSignal,
  { turn, running }: ProgramStart = {},
): Promise<RunningProgram> {
  const started = await startInContainer(paths, container, program);
  const { child } = started;
  const output = logged(child, log);
  const ended = exitOf(child).then(({ how, failed }) => `${name} ${how}${failed ? output.tail() : ""}`);
  if (turn) await Promise.race([turn, ended]);
  if (turn) (child.stdio?.[4] as Writable | undefined)?.end("\n");
  const sharedMemory = await openSharedMemory(started);
  background(ended.then(() => sharedMemory?.close()));
  const result = { ended, sharedMemory: sharedMemory?.fd };
  running?.(result);
  await ready(child, ended, signal);
  return result;
}

async function ready(child: ChildProcess, ended: Promise<string>, signal: AbortSignal): Promise<void> {
  const output = child.stdio?.[3] as Readable | undefined;
  if (!output) throw new Error(await ended);
  const first = once(output, "data", { signal }).catch(() => signal.throwIfAborted());
  await Promise.race([first, ended.then((reason) => Promise.reject(new Error(reason)))]);
  output.resume();
}

/** Logs the program's stderr, and stores the end of it for an error. */
function logged(child: ChildProcess, log: (line: string) => void): { tail: () => string } {
  let all = "";
  for (const stream of child.stdio ?? []) stream?.on("error", () => {});
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    all = `${all}${text}`.slice(-MAX_OUTPUT);
    for (const line of text.split("\n")) if (line.trim() !== "") log(line.slice(0, MAX_OUTPUT));
  });
  return { tail: () => (all.trim() === "" ? "" : `: ${all.trim().split("\n").at(-1)?.trim()}`) };
}

interface Exit {
  how: string;
  /** True when the program ended by itself with an error, whose reason is the end of its output. */
  failed: boolean;
}

function exitOf(child: ChildProcess): Promise<Exit> {
  const { promise, resolve } = Promise.withResolvers<Exit>();
  child.once("error", (error) => resolve({ how: `could not be started: ${reasonOf(error)}`, failed: false }));
  child.once("exit", async (code, signal) => {
    // The output has the reason; a child of the program may keep the pipe open.
    await within(once(child, "close"), OUTPUT_END_MS);
    const by = signal ?? signalOf(code ?? 0);
    resolve(
      by ? { how: `was ended by ${by}`, failed: false } : { how: `ended with exit code ${code}`, failed: code !== 0 },
    );
  });
  return promise;
}

function signalOf(code: number): string | undefined {
  const number = code - SIGNAL_BASE;
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
}
