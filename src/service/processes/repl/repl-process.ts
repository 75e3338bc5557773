import { MAX_REPL_IMAGES_BYTES, MAX_REPL_TEXT_BYTES, REPL_HEAP_MIB } from "../../../contract/limits.ts";
import { within } from "../../../core/pause.ts";
import { background } from "../../error-owner.ts";
import type { Launched } from "../launch.ts";
import { OutputReader } from "../output-reader.ts";
import { killGroup } from "../process-group.ts";
import { ProcessInput } from "../process-input.ts";
import type { SessionProcesses } from "../session-processes.ts";
import { sessionProgram } from "../session-program.ts";
import { jsonLines } from "./json-lines.ts";
import type {
  CustomToolFacts,
  ReplCode,
  ReplEnd,
  ReplInput,
  ReplItem,
  ReplMessage,
  ReplRequest,
  ToolWork,
  ToolWorkEnd,
  WebmcpAnswer,
  WebmcpQuestion,
} from "./protocol.ts";

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
/** Maximum size of a message of the process, in bytes: a picture in base64. */
const MAX_MESSAGE = 2 * MAX_REPL_IMAGES_BYTES;
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
  #content: ReplItem[] = [];
  #truncated = false;
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
    const take = jsonLines((line) => this.#take(line as ReplMessage), MAX_MESSAGE);
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
    this.#takeOutput();
  }

  #result(end: ReplEnd, durationMs: number): ReplResult {
    return { ...end, ...this.#takeOutput(), durationMs, terminated: false };
  }

  #takeOutput(): { content: readonly ReplItem[]; truncated: boolean } {
    const [content, truncated] = [this.#content, this.#truncated];
    this.#content = [];
    this.#truncated = false;
    return { content, truncated };
  }

  #write(line: ReplRequest | ReplInput): void {
    background(this.#input.write(Buffer.from(`${JSON.stringify(line)}\n`), AbortSignal.timeout(2 ** 31 - 1)));
  }

  #take(message: ReplMessage): void {
    if ("ready" in message) this.#ready.resolve();
    else if ("item" in message) this.#content.push(message.item);
    else if ("truncated" in message) this.#truncated = true;
    else if ("tools" in message) this.#tools = message.tools;
    else if ("done" in message) this.#works.get(message.id)?.(message.done);
    else if ("ask" in message) {
      const { ask, id } = message;
      background(this.#answer(ask, this.#asking.signal).then((answer) => this.#write({ answer, id })));
    } else this.#end.resolve(message.end);
  }

  /** Output of a child of the code that has the streams of the REPL. */
  #takeRaw(channel: "stdout" | "stderr", text: string): void {
    if (channel === "stderr") this.#stderr = (this.#stderr + text).slice(-KEPT_BYTES);
    const size = this.#content.reduce((sum, item) => sum + (item.type === "text" ? item.text.length : 0), 0);
    if (size + text.length > MAX_REPL_TEXT_BYTES) this.#truncated = true;
    else if (!this.#isOutOfMemory()) this.#content.push({ type: "text", channel, text });
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
