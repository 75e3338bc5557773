import { within } from "../../core/pause.ts";
import { background } from "../error-owner.ts";
import type { Launched } from "./launch.ts";
import { OutputReader } from "./output-reader.ts";
import { type OutputItem, OutputRing } from "./output-ring.ts";
import { noTerminal, notRunning, stdinClosed, stdinStalled } from "./process-errors.ts";
import { type GroupUsage, groupUsage, killGroup, type SignalName, signalGroup } from "./process-group.ts";
import { ProcessInput, STALL_MS } from "./process-input.ts";

export interface ProcessFacts {
  readonly id: string;
  /** Command and arguments as one line, for records. */
  readonly commandLine: string;
  /** Milliseconds since 1970, on the service's clock. */
  readonly startedAt: number;
  /** Start of the launch, in `performance.now()` time; launching uses CPU time too. */
  readonly begun: number;
  /** Time limit in seconds, after which the process is killed. */
  readonly timeoutSec?: number | undefined;
}

/** Time for which a new process waits for its first reader, so that no output is lost. assumed: 3 s. */
const FIRST_READER_MS = 3_000;
/** Maximum time until the end of a process is noticed. */
const NOTICE_MS = 2_000;

/** Spawned process of a session; it stays listed for some time after its end (contract 2.7). */
export class SessionProcess {
  readonly facts: ProcessFacts;
  readonly pid: number;
  readonly output: OutputRing;
  /** Resolves when it has ended and all its output is in {@link SessionProcess.output}. */
  readonly finished: Promise<number>;
  exitCode: number | null = null;
  readonly #launched: Launched;
  readonly #input: ProcessInput | undefined;

  constructor(facts: ProcessFacts, launched: Launched) {
    this.facts = facts;
    this.#launched = launched;
    this.pid = launched.pid;
    const terminal = launched.terminal !== undefined;
    this.#input = launched.input === undefined ? undefined : new ProcessInput(launched.input, terminal);
    const readers: OutputReader[] = [];
    this.output = new OutputRing((held) => {
      for (const reader of readers) reader.pause(held);
    }, FIRST_READER_MS);
    for (const { name, fd } of launched.outputs) {
      if (name === "result") throw new Error("only exec has a result output");
      const take = (bytes: Buffer): void => this.output.push(name, bytes);
      readers.push(new OutputReader(fd, terminal, take, terminal ? () => this.#input?.drop() : undefined));
    }
    const limit = facts.timeoutSec;
    const timer = limit === undefined ? undefined : setTimeout(() => background(this.kill()), limit * 1_000);
    timer?.unref();
    this.finished = launched.exited.then(async (code) => {
      clearTimeout(timer);
      this.exitCode = code;
      this.#input?.drop();
      await Promise.all(readers.map((reader) => reader.finish()));
      this.output.close(code);
      return code;
    });
  }

  get state(): "running" | "exited" {
    return this.exitCode === null ? "running" : "exited";
  }

  get terminal(): boolean {
    return this.#launched.terminal !== undefined;
  }

  /** CPU use since its start in percent of one processor, and current memory in bytes. */
  async usage(): Promise<{ cpuPercent: number; memoryBytes: number }> {
    if (this.exitCode !== null) return { cpuPercent: 0, memoryBytes: 0 };
    const { cpuSeconds, memoryBytes }: GroupUsage = await groupUsage(this.pid);
    const seconds = Math.max(0.001, (performance.now() - this.facts.begun) / 1_000);
    return { cpuPercent: Math.round((cpuSeconds / seconds) * 1_000) / 10, memoryBytes };
  }

  /**
   * Writes all bytes to its input (spec 4.5) and returns their number. Throws a {@link ProcessError} `ended`,
   * `stdin-closed` or `stdin-stalled`, each with the number of bytes written.
   */
  async write(bytes: Buffer, signal: AbortSignal): Promise<number> {
    if (this.exitCode !== null) throw notRunning(this.facts.id, this.exitCode);
    const { bytes: written, failure } = (await this.#input?.write(bytes, signal)) ?? { bytes: 0, failure: "closed" };
    if (failure === undefined) return written;
    if (failure === "aborted") throw signal.reason;
    if (failure === "stalled") throw stdinStalled(written, STALL_MS / 1_000);
    // The end of a process closes its input just before the exit is reported.
    const code = await within(this.#launched.exited, NOTICE_MS / 20);
    throw code === undefined ? stdinClosed(written) : notRunning(this.facts.id, code, written);
  }

  /** Ends its input after running writes. Does nothing when the process has ended. */
  async endInput(): Promise<void> {
    await this.#input?.end();
  }

  /** Sends a signal to its group (spec 4.6). Throws a {@link ProcessError} `ended`. */
  async signal(name: SignalName): Promise<void> {
    if (this.exitCode === null && (name === "KILL" ? await killGroup(this.pid) : signalGroup(this.pid, name))) return;
    const code = await within(this.#launched.exited, NOTICE_MS);
    throw notRunning(this.facts.id, code ?? this.exitCode ?? -1);
  }

  /** Kills its group. Idempotent. */
  async kill(): Promise<void> {
    if (this.exitCode === null) await killGroup(this.pid);
  }

  /** Resizes its terminal (contract 2.7). Throws a {@link ProcessError} without a terminal and after its end. */
  resize(rows: number, cols: number): void {
    const { terminal } = this.#launched;
    if (!terminal) throw noTerminal(this.facts.id);
    if (this.exitCode !== null) throw notRunning(this.facts.id, this.exitCode);
    terminal.resize(rows, cols);
  }

  /** Output from the first kept byte, then the exit. */
  follow(signal: AbortSignal): AsyncGenerator<OutputItem> {
    return this.output.follow(signal);
  }
}
