import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { constants } from "node:os";
import type { Duplex, Readable } from "node:stream";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { packageFile } from "../../core/package-file.ts";
import { within } from "../../core/pause.ts";
import { reasonOf } from "../driver-error.ts";
import type { ContainerFacts } from "../processes/container-probe.ts";
import { killMarked, signalGroup } from "../processes/process-group.ts";
import { spawnProcess } from "../processes/spawn-process.ts";
import type { TempDirectories } from "../sessions/temp-directories.ts";
import { LineSplitter } from "./line-splitter.ts";
import { CONTROL_FD, type RunnerAnswer, type RunnerInput } from "./runner/protocol.ts";
import { readAnswer } from "./runner-answer.ts";

export interface AppProcessOptions {
  readonly facts: ContainerFacts;
  /** Source of its temporary directory, which is removed at its end. */
  readonly tempDirectories: TempDirectories;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: RunnerInput;
  /** Receives its output lines in order, with backpressure. */
  readonly onLines: (lines: readonly string[]) => Promise<void>;
}

/** Result of an app's process. */
export interface AppProcessEnd {
  readonly answer: RunnerAnswer | undefined;
  /** Exit code; 128 plus the signal's number after a signal. */
  readonly exitCode: number;
  /** Error of {@link AppProcessOptions.onLines}. */
  readonly lineError: unknown;
}

/** Environment variable that identifies all processes of an app when there is no container. */
const MARK = "BROWSERCTL_APP_PROCESS";
/** Time for a cancelled app to exit before it is killed. */
const GRACE_MS = 2_000;
/** Time without output, in milliseconds, after which children that hold the output open are no longer waited for. */
const LAST_OUTPUT_MS = 1_000;
/** Maximum number of quiet times to wait for children that continue to print. */
const MAX_LAST_OUTPUT_ROUNDS = 10;

/**
 * Process of an app with all its children. With bubblewrap it has its own PID namespace, which ends completely with the
 * process or with the service, even after SIGKILL; the app sees the user's files, because it is the user's code.
 * Without bubblewrap it is a process group that is killed, on Linux also when the service dies. Standard output and
 * error share one stream, so that their lines keep their order.
 */
export class AppProcess {
  readonly #child: ChildProcess;
  readonly #mark: string;
  readonly #contained: boolean;
  /** True when its process id may have been reused. */
  #gone = false;
  /**
   * Resolves when the process has ended, its children are killed and all lines are received. The kernel may remove
   * killed children from the process table a moment later. Never rejects.
   */
  readonly ended: Promise<AppProcessEnd>;

  /** Starts a process. Throws when the system cannot create it; a failed exec becomes an error in the result. */
  static async start(id: string, options: AppProcessOptions): Promise<AppProcess> {
    const temp = await options.tempDirectories.make();
    try {
      return new AppProcess(id, options, temp);
    } catch (error) {
      await removeTemp(temp);
      const { code } = error as NodeJS.ErrnoException;
      const why = code === "E2BIG" ? "its environment variables are too long" : reasonOf(error);
      throw new Error(`its process cannot be started: ${why}`, { cause: error });
    }
  }

  private constructor(id: string, options: AppProcessOptions, temp: string) {
    const { facts, cwd, env, input } = options;
    this.#mark = `${MARK}=${id}`;
    this.#contained = facts.available && facts.bwrap !== undefined;
    const [file = "", ...args] = commandLine(facts);
    this.#child = spawnProcess(file, args, {
      cwd,
      env: { ...env, TMPDIR: temp, TEMP: temp, TMP: temp, [MARK]: id },
      detached: true,
      windowsHide: true,
      stdio: ["ignore", "pipe", "pipe", "pipe"],
    });
    this.ended = this.#watch(options).finally(() => removeTemp(temp));
    const control = this.#control;
    control?.on("error", () => {});
    control?.write(`${JSON.stringify(input)}\n`);
  }

  /** Asks the process to exit and kills it after a grace period. Resolves as {@link AppProcess.ended} does. */
  async cancel(reason: string): Promise<AppProcessEnd> {
    const control = this.#control;
    if (control?.writable) control.write(`${JSON.stringify({ cancel: reason })}\n`);
    await within(this.ended, GRACE_MS);
    return this.kill();
  }

  /** Kills the process and all its children. */
  async kill(): Promise<AppProcessEnd> {
    this.#kill();
    return await this.ended;
  }

  get #control(): Duplex | undefined {
    return (this.#child.stdio[CONTROL_FD] as Duplex | null) ?? undefined;
  }

  #kill(): void {
    if (this.#child.pid === undefined || this.#gone) return;
    try {
      signalGroup(this.#child.pid, "KILL");
    } catch {
      // The rest of the group runs as another user and cannot be killed.
    }
  }

  async #watch({ onLines }: AppProcessOptions): Promise<AppProcessEnd> {
    const child = this.#child;
    let answer: RunnerAnswer | undefined;
    const spoken = this.#control && readAnswer(this.#control).then((value) => (answer = value));
    const failure = new Promise<Error>((resolve) => child.once("error", resolve));
    const exited = once(child, "exit").then(([code, signal]) =>
      exitNumber(code as number | null, signal as NodeJS.Signals),
    );
    exited.catch(() => {});
    let lineError: unknown;
    const progress = { taken: 0, taking: 0 };
    const take = async (lines: readonly string[]): Promise<void> => {
      progress.taking += 1;
      await onLines(lines).finally(() => (progress.taking -= 1));
      progress.taken += 1;
    };
    const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
    const printed = streams.map((stream) =>
      takeLines(stream, take).catch((error: unknown) => {
        // Its output cannot be stored, so it is stopped.
        lineError ??= error;
        this.#kill();
      }),
    );
    const exit = await Promise.race([exited, failure]).catch((error: Error) => error);
    if (exit instanceof Error) {
      for (const stream of child.stdio) stream?.destroy();
      return { answer: { error: `its process cannot be started: ${exit.message}` }, exitCode: 127, lineError };
    }
    // Its remaining children end with it.
    this.#kill();
    this.#gone = true;
    if (!this.#contained) await killMarked(this.#mark);
    const all = Promise.all([...printed, spoken]);
    await untilQuiet(all, progress);
    for (const stream of child.stdio) stream?.destroy();
    await all;
    return { answer, exitCode: exit, lineError };
  }
}

/** Kills the children that a process of a previous run of the service left, when there was no container. */
export async function endLeftOver(id: string, { available }: ContainerFacts): Promise<void> {
  if (!available) await killMarked(`${MARK}=${id}`);
}

/** Command line of the runner: in a PID namespace, or killed when the service dies. */
function commandLine({ available, bwrap, setpriv, node }: ContainerFacts): string[] {
  const runner = packageFile("dist", "app-runner.mjs");
  const run = [node, "--enable-source-maps", "--disable-warning=ExperimentalWarning", runner];
  if (process.platform === "win32") return run;
  const isolation =
    available && bwrap !== undefined
      ? [
          bwrap,
          "--bind",
          "/",
          "/",
          "--dev-bind",
          "/dev",
          "/dev",
          "--unshare-pid",
          "--proc",
          "/proc",
          "--die-with-parent",
          "--",
        ]
      : setpriv === undefined
        ? []
        : [setpriv, "--pdeathsig", "KILL", "--"];
  return ["/bin/sh", "-c", 'exec "$@" 2>&1', "sh", ...isolation, ...run];
}

async function takeLines(stream: Readable, onLines: (lines: readonly string[]) => Promise<void>): Promise<void> {
  const splitter = new LineSplitter();
  try {
    for await (const chunk of stream) {
      const lines = splitter.push(chunk as Buffer);
      if (lines.length > 0) await onLines(lines);
    }
  } catch (error) {
    // We destroyed the stream; the output so far is kept.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
  const rest = splitter.end();
  if (rest.length > 0) await onLines(rest);
}

/**
 * Waits for the remaining output of an ended process: to its end, or until the output is quiet. Data in the pipe is
 * read before it counts as quiet, even when this process is slow.
 */
async function untilQuiet(
  all: Promise<unknown>,
  progress: { readonly taken: number; readonly taking: number },
): Promise<void> {
  const done = new AbortController();
  const through = all.finally(() => done.abort());
  for (let round = 0; round < MAX_LAST_OUTPUT_ROUNDS && !done.signal.aborted; round += 1) {
    const before = progress.taken;
    const quiet = delay(LAST_OUTPUT_MS, undefined, { signal: done.signal }).then(
      () => nextTurn(),
      () => {},
    );
    await Promise.race([through, quiet]);
    if (progress.taken === before && progress.taking === 0) return;
  }
}

/** Removes an app's temporary files. Files that cannot be removed go with the service's temporary root. */
async function removeTemp(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
}

function exitNumber(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

/** Names of signals by number; of several names, the usual one, which the system lists first. */
const signals = new Map(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number, name]),
);

/** Reason why a process failed, as one sentence; `when` says which step it had reached. */
export function processProblem({ answer, exitCode, lineError }: AppProcessEnd, when: string): string {
  if (lineError !== undefined) return `its output cannot be stored: ${(lineError as Error).message}`;
  if (answer && "error" in answer) return answer.error;
  if (exitCode > 128) {
    const name = signals.get(exitCode - 128) ?? `signal ${exitCode - 128}`;
    return `its process was ended by ${name} ${when}${name === "SIGKILL" ? "; the usual reason is too little memory" : ""}`;
  }
  const why = exitCode === 0 ? ": it waited for an event that cannot happen, or called process.exit" : "";
  return `its process ended with exit code ${exitCode} ${when}${why}`;
}
