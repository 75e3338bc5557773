import type { Needs } from "../../../cli/declare/body.ts";
import { CliError } from "../../../core/errors.ts";
import { textOf } from "../../../core/follow-item.ts";
import { EventLines, gapLine, type LineTools } from "./event-lines.ts";
import type { FollowSink } from "./follow-record.ts";
import type { FollowedItem, Subject } from "./subject.ts";

type Tools = LineTools & Needs<"log" | "output" | "signal">;

/** Maximum number of lines and characters that are kept for an error in JSON. */
const MAX_KEPT_LINES = 1_000;
const MAX_KEPT_CHARACTERS = 1_000_000;

export interface StderrLogOptions {
  /** The time before each line, as it was sent. */
  timestamps?: boolean;
  /** Keeps the log for an error without printing it. */
  silent?: boolean;
}

/**
 * Log of a subject that is followed for its result: printed to stderr as it arrives. When errors are JSON and stderr is
 * not a terminal, the log is kept and added to the error, so that stderr only contains the error.
 */
export class StderrLog implements FollowSink {
  readonly #tools: Tools;
  readonly #subject: Subject;
  readonly #timestamps: boolean;
  readonly #silent: boolean;
  readonly #lines: EventLines | undefined;
  readonly #kept: string[] = [];
  #leftOut = 0;
  /** True when lines are kept for the end instead of printed. */
  readonly #waits: boolean;

  constructor(tools: Tools, subject: Subject, { timestamps = false, silent = false }: StderrLogOptions = {}) {
    this.#tools = tools;
    this.#subject = subject;
    this.#timestamps = timestamps;
    this.#silent = silent;
    this.#waits = (tools.output === "json" || tools.output === "jsonl") && !tools.tty.stderr;
    if (!this.#waits && !silent) this.#lines = new EventLines(tools, subject, { stream: "stderr", timestamps });
  }

  /** Last lines of the log: at most 1,000, of at most a million characters. */
  get kept(): readonly string[] {
    return this.#kept;
  }

  async take(items: readonly FollowedItem[]): Promise<void> {
    for (const item of items) {
      if (item.kind === "gap") this.#kept.push(gapLine(item).plain);
      if (item.kind !== "event" || item.value.event !== "log") continue;
      const message = textOf(item.value.message);
      this.#kept.push(this.#timestamps ? `${textOf(item.value.timestamp)} ${message}` : message);
    }
    this.#trim();
    for (const { data } of this.#lines?.of(items) ?? []) await this.#tools.log(data);
  }

  /** Prints the lines that were kept for the end. */
  async show(): Promise<void> {
    if (!this.#waits || this.#silent) return;
    const { log, note } = this.#tools;
    if (this.#leftOut > 0) {
      note(`note: these are the last ${this.#kept.length} lines of the log; ${this.#subject.hint}`);
    }
    await log(this.#kept.map((line) => `${line}\n`).join(""));
  }

  /** Adds the lines that were kept to an error. */
  addTo(thrown: unknown): void {
    const { signal } = this.#tools;
    // After an interruption, the abort reason is reported.
    const failure: unknown = signal.aborted ? signal.reason : thrown;
    if (!this.#waits || !(failure instanceof CliError)) return;
    failure.options.extra = { ...failure.options.extra, [this.#subject.what]: this.#subject.id, log: this.#kept };
  }

  #trim(): void {
    const kept = this.#kept;
    let [first, characters] = [kept.length, 0];
    while (first > 0 && kept.length - first < MAX_KEPT_LINES) {
      characters += kept[first - 1]?.length ?? 0;
      if (characters > MAX_KEPT_CHARACTERS && first < kept.length) break;
      first -= 1;
    }
    kept.splice(0, first);
    this.#leftOut += first;
  }
}
