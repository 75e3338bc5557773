import { MAX_REPL_IMAGES_BYTES, REPL_HEAP_MIB } from "../../../contract/limits.ts";
import { within } from "../../../core/pause.ts";
import { background } from "../../error-owner.ts";
import type { Launched } from "../launch.ts";
import { OutputReader } from "../output-reader.ts";
import { killGroup } from "../process-group.ts";
import { ProcessInput } from "../process-input.ts";
import type { SessionProcesses } from "../session-processes.ts";
import { sessionProgram } from "../session-program.ts";
import {
  type CustomToolFacts,
  jsonLines,
  type ReplCode,
  type ReplEnd,
  type ReplInput,
  type ReplItem,
  type ReplRequest,
  type ToolWork,
  type ToolWorkEnd,
  type WebmcpAnswer,
  type WebmcpQuestion,
} from "./protocol.ts";
import { readMessage, readQuestion } from "./read-message.ts";
import { ReplContent } from "./repl-content.ts";

/** Result of code in a REPL. */
export interface ReplResult extends ReplEnd {
  readonly content: readonly ReplItem[];
  readonly truncated: boolean;
  readonly durationMs: number;
  /** The REPL has ended with its variables. */
  readonly terminated: boolean;
}

/** Answers a question of the REPL; the signal aborts when nobody waits for the answer any more. */
export type Answerer = (question: WebmcpQuestion, signal: AbortSignal) => Promise<WebmcpAnswer>;

/** Time for code to stop after its client is gone; a loop that never waits does not. */
const INTERRUPT_MS = 1_000;
/** Limits of a message of the process: a picture in base64, or the result of a tool. */
const MAX_MESSAGE = { bytes: 2 * MAX_REPL_IMAGES_BYTES, depth: 1_000, values: 500_000 };
/** Size of messages without room, in bytes, from which the process is no REPL: one that reaches a limit stops sending. */
const MAX_LEFT_OUT = 4 * MAX_REPL_IMAGES_BYTES;
/** Maximum number of questions whose answers are not read yet. */
const MAX_QUESTIONS = 64;
/** Kept end of what the process writes past the REPL, such as V8's report when it has no memory. */
const KEPT_BYTES = 16 * 2 ** 10;

/** Process of a REPL (contract 2.28). It evaluates one code at a time. */
export class ReplProcess {
  readonly id: string;
  readonly #launched: Launched;
  readonly #input: ProcessInput;
  readonly #readers: readonly OutputReader[];
  readonly #exited: Promise<void>;
  readonly #answer: Answerer;
  readonly #works = new Map<number, (end: ToolWorkEnd) => void>();
  #lastWork = 0;
  /** Aborts when the code has ended that may have asked. */
  #asking = new AbortController();
  #tools: readonly CustomToolFacts[] = [];
  #exitCode: number | undefined;
  readonly #content = new ReplContent();
  #leftOut = 0;
  #questions = 0;
  #stderr = "";
  #broken: Error | undefined;
  #ready = Promise.withResolvers<void>();
  #end = Promise.withResolvers<ReplEnd>();

  private constructor(id: string, launched: Launched, answer: Answerer) {
    if (launched.input === undefined) throw new Error("the process of a REPL has an input");
    this.id = id;
    this.#answer = answer;
    this.#launched = launched;
    this.#input = new ProcessInput(launched.input, false);
    const take = jsonLines((line) => this.#take(line), MAX_MESSAGE);
    this.#readers = launched.outputs.map(
      ({ name, fd }) =>
        new OutputReader(fd, false, (bytes) => {
          if (name === "result") this.#guarded(() => take(bytes));
          else this.#takeRaw(name, bytes.toString());
        }),
    );
    this.#exited = launched.exited.then(async (code) => {
      this.#exitCode = code;
      this.#input.drop();
      await Promise.all(this.#readers.map((reader) => reader.finish()));
    });
  }

  /** Starts a REPL. Throws the errors of {@link sessionProgram} and `SessionProcesses.start`. */
  static async start(
    processes: SessionProcesses,
    facts: Omit<ReplInput, "playwright">,
    answer: Answerer,
    signal: AbortSignal,
  ): Promise<ReplProcess> {
    const { file, playwright } = await sessionProgram(processes.paths, "repl-runner.cjs");
    const args = [`--max-old-space-size=${REPL_HEAP_MIB}`, file];
    const launched = await processes.start({ command: processes.paths.node, args, input: true, result: true }, signal);
    const repl = new ReplProcess(facts.replId, launched, answer);
    repl.#write({ ...facts, playwright });
    await Promise.race([repl.#ready.promise, repl.#exited]);
    return repl;
  }

  /** Custom tools that its code has added; none when it has ended. */
  get tools(): readonly CustomToolFacts[] {
    return this.ended ? [] : this.#tools;
  }

  /** Does a work on custom tools, also while code runs. */
  async work(work: ToolWork): Promise<ToolWorkEnd> {
    this.#lastWork += 1;
    const id = this.#lastWork;
    const { promise, resolve } = Promise.withResolvers<ToolWorkEnd>();
    this.#works.set(id, resolve);
    this.#write({ work, id });
    const lost = this.#exited.then((): ToolWorkEnd => ({ error: this.#reasonOfEnd(), isLost: true }));
    return Promise.race([promise, lost]).finally(() => this.#works.delete(id));
  }

  /** True when it can evaluate nothing more. */
  get ended(): boolean {
    return this.#exitCode !== undefined;
  }

  /**
   * Evaluates code. An abort interrupts it, ends the REPL where it does not stop, and throws the signal's reason.
   */
  async evaluate({ code, timeoutSec, targetId }: ReplCode, signal: AbortSignal): Promise<ReplResult> {
    signal.throwIfAborted();
    const start = performance.now();
    this.#end = Promise.withResolvers();
    this.#leftOut = 0;
    this.#asking = new AbortController();
    this.#write({ code, timeoutSec, targetId });
    const stopped = Promise.withResolvers<"timeout" | "aborted">();
    const timer = setTimeout(() => stopped.resolve("timeout"), timeoutSec * 1_000);
    const onAbort = (): void => stopped.resolve("aborted");
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      const end = await Promise.race([this.#end.promise, this.#exited, stopped.promise]);
      if (end === "aborted") {
        await this.#interrupt();
        throw signal.reason;
      }
      const durationMs = Math.round(performance.now() - start);
      if (typeof end === "object") return this.#result(end, durationMs);
      if (end === "timeout") await this.close();
      const lost = "the REPL has ended and its variables are lost";
      const why =
        end === "timeout" ? `the code did not end within ${timeoutSec} s (timeout_sec)` : `${this.#reasonOfEnd()}`;
      return { ...this.#result({ success: false, error: `${why}; ${lost}` }, durationMs), terminated: true };
    } finally {
      this.#asking.abort();
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Ends it and everything that its code has started. Idempotent. */
  async close(): Promise<void> {
    if (!this.ended) await killGroup(this.#launched.pid);
    await this.#exited;
  }

  async #interrupt(): Promise<void> {
    this.#write({ interrupt: true });
    const stopped = await within(Promise.race([this.#end.promise, this.#exited]), INTERRUPT_MS);
    if (stopped === undefined) await this.close();
    this.#content.take();
  }

  #result(end: ReplEnd, durationMs: number): ReplResult {
    return { ...end, ...this.#content.take(), durationMs, terminated: false };
  }

  #write(line: ReplRequest | ReplInput): void {
    background(this.#written(line));
  }

  async #written(line: ReplRequest | ReplInput): Promise<void> {
    await this.#input.write(Buffer.from(`${JSON.stringify(line)}\n`), AbortSignal.timeout(2 ** 31 - 1));
  }

  #take(line: unknown): void {
    const message = readMessage(line);
    if ("ready" in message) this.#ready.resolve();
    else if ("item" in message) this.#add(message.item);
    else if ("truncated" in message) this.#content.truncate();
    else if ("tools" in message) this.#tools = message.tools;
    else if ("done" in message) this.#works.get(message.id)?.(message.done);
    else if ("ask" in message) background(this.#asked(message.ask, message.id));
    else this.#end.resolve(message.end);
  }

  /** Adds output. Throws a RangeError for a process that goes on after its limits. */
  #add(item: ReplItem): void {
    this.#leftOut += this.#content.add(item);
    if (this.#leftOut > MAX_LEFT_OUT) throw new RangeError(`more than ${MAX_LEFT_OUT} bytes have no room`);
  }

  /** Answers a question. Code that asks faster than it reads gets refusals, and in the end none. */
  async #asked(ask: unknown, id: number): Promise<void> {
    if (this.#questions >= 2 * MAX_QUESTIONS) return;
    this.#questions += 1;
    try {
      const question = readQuestion(ask);
      const answer =
        this.#questions > MAX_QUESTIONS
          ? refusal(429, "too_many_requests", `at most ${MAX_QUESTIONS} requests run at the same time`)
          : question
            ? await this.#answer(question, this.#asking.signal)
            : refusal(400, "bad_request", "the request is not valid");
      await this.#written({ answer, id });
    } finally {
      this.#questions -= 1;
    }
  }

  /** Output of a child of the code that has the streams of the REPL. */
  #takeRaw(channel: "stdout" | "stderr", text: string): void {
    if (channel === "stderr") this.#stderr = (this.#stderr + text).slice(-KEPT_BYTES);
    if (!this.#isOutOfMemory()) this.#content.add({ type: "text", channel, text });
  }

  /** Ends a process whose messages are not those of the REPL. */
  #guarded(work: () => void): void {
    if (this.#broken) return;
    try {
      work();
    } catch (error) {
      this.#broken = error as Error;
      background(this.close());
    }
  }

  #isOutOfMemory(): boolean {
    return /heap out of memory|Last few GCs/.test(this.#stderr);
  }

  #reasonOfEnd(): string {
    if (this.#broken) return "the code wrote to a pipe of the REPL itself";
    if (this.#isOutOfMemory()) return `the code used more than ${REPL_HEAP_MIB} MiB of memory`;
    const code = this.#exitCode ?? 0;
    return code > 128 ? `the REPL was ended by signal ${code - 128}` : `the REPL exited with code ${code}`;
  }
}

function refusal(status: number, code: string, message: string): WebmcpAnswer {
  return { status, body: { code, message } };
}
