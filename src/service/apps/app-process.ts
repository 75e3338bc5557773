import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { constants } from "node:os";
import type { Duplex, Readable } from "node:stream";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { packageFile } from "../../core/package-file.ts";
import { within } from "../../core/pause.ts";
import type { ContainerFacts } from "../processes/container-probe.ts";
import { killMarked, signalGroup } from "../processes/process-group.ts";
import { spawnProcess } from "../processes/spawn-process.ts";
import type { TempDirectories } from "../sessions/temp-directories.ts";
import { CONTROL_FD, type RunnerAnswer, type RunnerInput } from "./app-runner.ts";
import { LineSplitter } from "./line-splitter.ts";
import { readAnswer } from "./runner-answer.ts";

export interface AppProcessOptions {
  readonly facts: ContainerFacts;
  /** It has a directory of its own for temporary files, which goes with it. */
  readonly tempDirectories: TempDirectories;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: RunnerInput;
  /** Takes the lines it prints, in order; it is held up until they are taken. */
  readonly onLines: (lines: readonly string[]) => Promise<void>;
}

/** How it went. */
export interface AppProcessEnd {
  readonly answer: RunnerAnswer | undefined;
  /** Exit code; 128 and the signal's number after a signal. */
  readonly exitCode: number;
  /** Error of {@link AppProcessOptions.onLines}. */
  readonly lineError: unknown;
}

/** A variable by which everything that an app started is found again where there is no container. */
const MARK = "BROWSERCTL_APP_PROCESS";
/** Time for a cancelled app to end by itself. */
const GRACE_MS = 2_000;
/** Children that hold the output open after their parent ended, and print nothing for so long, are not waited for. */
const LAST_OUTPUT_MS = 1_000;
/** Nor are those that go on printing, after so many times. */
const LAST_OUTPUT_ROUNDS = 10;

/**
 * One process of an app with everything it starts. Where there is bubblewrap it has a namespace of processes of its own
 * and ends at once and whole, with the service too, however rudely; its files are the user's, whose code it is. Elsewhere
 * it is a group of processes that is killed, on Linux also when the service dies. Its standard output and error are one
 * stream, so that their lines keep their order.
 */
export class AppProcess {
  readonly #child: ChildProcess;
  readonly #mark: string;
  readonly #contained: boolean;
  /** True when its process id may belong to another process by now. */
  #gone = false;
  /** Resolves when it and its children are gone and all its lines are taken. Never rejects. */
  readonly ended: Promise<AppProcessEnd>;

  /** Starts a process. Throws when the system refuses; one that it only fails to run ends with an answer that says so. */
  static async start(id: string, options: AppProcessOptions): Promise<AppProcess> {
    const temp = await options.tempDirectories.make();
    try {
      return new AppProcess(id, options, temp);
    } catch (error) {
      await removeTemp(temp);
      const { code, message } = error as NodeJS.ErrnoException;
      const why = code === "E2BIG" ? "its environment variables are too long" : message;
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

  /** Asks it to end, and kills it when it does not. Resolves as {@link AppProcess.ended} does. */
  async cancel(reason: string): Promise<AppProcessEnd> {
    const control = this.#control;
    if (control?.writable) control.write(`${JSON.stringify({ cancel: reason })}\n`);
    await within(this.ended, GRACE_MS);
    return this.kill();
  }

  /** Ends it and all it has started. */
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
      // All that is left of the group runs as another user: it is theirs to end.
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
        // Nobody can keep what it prints: it cannot go on.
        lineError ??= error;
        this.#kill();
      }),
    );
    const exit = await Promise.race([exited, failure]).catch((error: Error) => error);
    if (exit instanceof Error) {
      for (const stream of child.stdio) stream?.destroy();
      return { answer: { error: `its process cannot be started: ${exit.message}` }, exitCode: 127, lineError };
    }
    // What it has left running does not outlive it.
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

/** Ends what the process of an earlier life of the service has left running: where there was no container, its children. */
export async function endLeftOver(id: string, { available }: ContainerFacts): Promise<void> {
  if (!available) await killMarked(`${MARK}=${id}`);
}

/** Node with the runner, in a namespace of processes or bound to the service's life. */
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
    // Destroyed by us: what came is kept.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
  const rest = splitter.end();
  if (rest.length > 0) await onLines(rest);
}

/**
 * Waits for the rest of what a process that has ended has written: to its end, or as long as something comes. What lies
 * in a pipe is read before it counts as quiet, however late this process is.
 */
async function untilQuiet(
  all: Promise<unknown>,
  progress: { readonly taken: number; readonly taking: number },
): Promise<void> {
  const done = new AbortController();
  const through = all.finally(() => done.abort());
  for (let round = 0; round < LAST_OUTPUT_ROUNDS && !done.signal.aborted; round += 1) {
    const before = progress.taken;
    const quiet = delay(LAST_OUTPUT_MS, undefined, { signal: done.signal }).then(
      () => nextTurn(),
      () => {},
    );
    await Promise.race([through, quiet]);
    if (progress.taken === before && progress.taking === 0) return;
  }
}

/** Removes the files of an app. Those that cannot be removed go with the service's own directory. */
async function removeTemp(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
}

function exitNumber(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}
