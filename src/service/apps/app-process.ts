import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { Duplex, Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { ContainerFacts } from "../processes/container-probe.ts";
import { killMarked, signalGroup } from "../processes/process-group.ts";
import type { TempFolders } from "../sessions/temp-folders.ts";
import { CONTROL_FD, type RunnerAnswer, type RunnerInput } from "./app-runner.ts";
import { LineSplitter } from "./line-splitter.ts";

export interface AppProcessOptions {
  readonly facts: ContainerFacts;
  /** It has a folder of its own for temporary files, which goes with it. */
  readonly tempFolders: TempFolders;
  /** The runner's file. */
  readonly runner: string;
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
  /** What {@link AppProcessOptions.onLines} failed with. */
  readonly lineError: unknown;
}

/** A variable by which everything that an app started is found again where there is no container. */
const MARK = "BROWSERCTL_APP_PROCESS";
/** Time for a cancelled app to end by itself. */
const GRACE_MS = 2_000;
/** Children that hold the output open after their parent ended are not waited for longer. */
const LAST_OUTPUT_MS = 1_000;

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
  #killed = false;
  /** Resolves when it and its children are gone and all its lines are taken. */
  readonly ended: Promise<AppProcessEnd>;

  /** Starts a process; one that cannot be started ends with an answer that says so. */
  static async start(id: string, options: AppProcessOptions): Promise<AppProcess> {
    return new AppProcess(id, options, await options.tempFolders.make());
  }

  private constructor(id: string, options: AppProcessOptions, temp: string) {
    const { facts, cwd, env, runner, input } = options;
    this.#mark = `${MARK}=${id}`;
    this.#contained = facts.available && facts.bwrap !== undefined;
    const [file = "", ...args] = commandLine(facts, runner);
    this.#child = spawn(file, args, {
      cwd,
      env: { ...env, TMPDIR: temp, TEMP: temp, TMP: temp, [MARK]: id },
      detached: true,
      windowsHide: true,
      stdio: ["ignore", "pipe", "pipe", "pipe"],
    });
    this.ended = this.#watch(options).finally(() => rm(temp, { recursive: true, force: true, maxRetries: 5 }));
    const control = this.#control;
    control?.on("error", () => {});
    control?.write(`${JSON.stringify(input)}\n`);
  }

  /** Asks it to end, and kills it when it does not. Resolves as {@link AppProcess.ended} does. */
  async cancel(reason: string): Promise<AppProcessEnd> {
    const control = this.#control;
    if (control?.writable) control.write(`${JSON.stringify({ cancel: reason })}\n`);
    const timer = new AbortController();
    await Promise.race([this.ended, delay(GRACE_MS, undefined, { signal: timer.signal }).catch(() => {})]);
    timer.abort();
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
    this.#killed = true;
    if (this.#child.pid === undefined) return;
    signalGroup(this.#child.pid, "KILL");
  }

  async #watch({ onLines }: AppProcessOptions): Promise<AppProcessEnd> {
    const child = this.#child;
    let answer: RunnerAnswer | undefined;
    const spoken = this.#control
      ? readAnswer(this.#control).then((value) => {
          answer = value;
        })
      : Promise.resolve();
    const failure = new Promise<Error>((resolve) => child.once("error", resolve));
    const exited = once(child, "exit").then(([code, signal]) => exitNumber(code as number | null, signal as string));
    exited.catch(() => {});
    let lineError: unknown;
    const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
    const printed = Promise.all(
      streams.map((stream) =>
        takeLines(stream, onLines).catch((error: unknown) => {
          // Nobody can keep what it prints: it cannot go on.
          lineError ??= error;
          this.#kill();
        }),
      ),
    );
    const exit = await Promise.race([exited, failure]).catch((error: Error) => error);
    if (exit instanceof Error) {
      for (const stream of child.stdio) stream?.destroy();
      return { answer: { error: `its process cannot be started: ${exit.message}` }, exitCode: 127, lineError };
    }
    // What it has left running does not outlive it.
    if (child.pid !== undefined) signalGroup(child.pid, "KILL");
    if (!this.#contained) await killMarked(this.#mark);
    const late = new AbortController();
    await Promise.race([printed, delay(LAST_OUTPUT_MS, undefined, { signal: late.signal }).catch(() => {})]).finally(
      () => late.abort(),
    );
    for (const stream of streams) stream.destroy();
    await printed;
    await spoken;
    return { answer: this.#killed && answer === undefined ? undefined : answer, exitCode: exit, lineError };
  }
}

/** Node with the runner, in a namespace of processes or bound to the service's life. */
function commandLine({ available, bwrap, setpriv, node }: ContainerFacts, runner: string): string[] {
  const run = [node, "--enable-source-maps", "--disable-warning=ExperimentalWarning", runner];
  if (process.platform === "win32") return run;
  const place =
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
  return ["/bin/sh", "-c", 'exec "$@" 2>&1', "sh", ...place, ...run];
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

/** The runner's one line; undefined when it ended without. */
async function readAnswer(control: Duplex): Promise<RunnerAnswer | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of control) chunks.push(chunk as Buffer);
  } catch {
    // Reset by the end of the process.
  }
  const line = Buffer.concat(chunks).toString().split("\n")[0] ?? "";
  try {
    return JSON.parse(line) as RunnerAnswer;
  } catch {
    return undefined;
  }
}

function exitNumber(code: number | null, signal: string | null): number {
  if (code !== null) return code;
  const numbers: Record<string, number> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15, SIGABRT: 6 };
  return 128 + (numbers[signal ?? ""] ?? 0);
}
