import { within } from "../../core/pause.ts";
import type { Launched, LaunchRequest } from "./launch.ts";
import { OutputReader } from "./output-reader.ts";
import { type OutputItem, OutputRing } from "./output-ring.ts";
import { noTerminal, notRunning, stdinClosed, stdinStalled } from "./process-errors.ts";
import { type GroupUsage, groupUsage, killGroup, type SignalName, signalGroup } from "./process-group.ts";
import { ProcessInput, STALL_MS } from "./process-input.ts";

export interface ProcessFacts {
  readonly id: string;
  readonly request: LaunchRequest;
  /** Milliseconds since 1970, on the service's clock. */
  readonly startedAt: number;
  /** When its start began, as `performance.now()` has it: its start takes time of a processor too. */
  readonly begun: number;
  /** Seconds after which it is killed. */
  readonly timeoutSec?: number | undefined;
}

/** How long what a process writes first is kept whole for whoever has started it. assumed. */
const FIRST_READER_MS = 3_000;
/** How long the end of a process may take to be noticed. */
const NOTICE_MS = 2_000;

/** A process that was spawned in a session; it stays known after its end (contract 2.7). */
export class SessionProcess {
  readonly facts: ProcessFacts;
  readonly pid: number;
  readonly output: OutputRing;
  /** Resolves when it has ended and all it wrote is in {@link SessionProcess.output}. */
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
      if (name === "result") throw new Error("only a command that is waited for has a result");
      const take = (bytes: Buffer): void => this.output.push(name, bytes);
      readers.push(new OutputReader(fd, terminal, take, terminal ? () => this.#input?.drop() : undefined));
    }
    const limit = facts.timeoutSec;
    const timer = limit === undefined ? undefined : setTimeout(() => void this.kill(), limit * 1_000);
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

  /** Per cent of one processor since its start, and memory now. */
  async usage(): Promise<{ cpuPercent: number; memoryBytes: number }> {
    if (this.exitCode !== null) return { cpuPercent: 0, memoryBytes: 0 };
    const { cpuSeconds, memoryBytes }: GroupUsage = await groupUsage(this.pid);
    const seconds = Math.max(0.001, (performance.now() - this.facts.begun) / 1_000);
    return { cpuPercent: Math.round((cpuSeconds / seconds) * 1_000) / 10, memoryBytes };
  }

  /**
   * Writes to its input (spec 4.5) and gives how many bytes the process's input has taken: all of them. Throws a
   * {@link ProcessError} `ended`, `stdin-closed` or `stdin-stalled`, each with what was written.
   */
  async write(bytes: Buffer, signal: AbortSignal): Promise<number> {
    if (this.exitCode !== null) throw notRunning(this.facts.id, this.exitCode);
    const { bytes: written, failure } = (await this.#input?.write(bytes, signal)) ?? { bytes: 0, failure: "closed" };
    if (failure === undefined) return written;
    if (failure === "aborted") throw signal.reason;
    if (failure === "stalled") throw stdinStalled(written, STALL_MS / 1_000);
    // Its end closes its input a moment before we hear of it.
    const code = await within(this.#launched.exited, NOTICE_MS / 20);
    throw code === undefined ? stdinClosed(written) : notRunning(this.facts.id, code, written);
  }

  /** Ends its input, after what is being written. A process that has ended has none: nothing to do. */
  async endInput(): Promise<void> {
    await this.#input?.end();
  }

  /** Sends a signal to its group (spec 4.6). Throws a {@link ProcessError} `ended`. */
  async signal(name: SignalName): Promise<void> {
    if (this.exitCode === null && (name === "KILL" ? await killGroup(this.pid) : signalGroup(this.pid, name))) return;
    const code = await within(this.#launched.exited, NOTICE_MS);
    throw notRunning(this.facts.id, code ?? this.exitCode ?? -1);
  }

  /** Kills its group; does nothing once it has ended. */
  async kill(): Promise<void> {
    if (this.exitCode === null) await killGroup(this.pid);
  }

  /** Sets the size of its terminal (contract 2.7). Throws a {@link ProcessError} when it has none, and when it has ended. */
  resize(rows: number, cols: number): void {
    const { terminal } = this.#launched;
    if (!terminal) throw noTerminal(this.facts.id);
    if (this.exitCode !== null) throw notRunning(this.facts.id, this.exitCode);
    terminal.resize(rows, cols);
  }

  /** Output from the first byte that is still kept, then the exit. */
  follow(signal: AbortSignal): AsyncGenerator<OutputItem> {
    return this.output.follow(signal);
  }
}
