import type { CommandContext } from "../../cli/context.ts";
import { printOutput } from "../../cli/print.ts";
import { type FollowItem, type StreamEvent, textOf } from "../../core/follow-item.ts";
import type { Io } from "../../core/io.ts";
import { sanitizeKeepingColour, sanitizeLine } from "../../core/sanitize.ts";
import { jsonText } from "../../render/json.ts";
import { type FollowSink, recordOf } from "./follow-record.ts";
import type { Subject } from "./subject.ts";

export interface LineOptions {
  /** Where messages go; stdout by default. */
  stream?: "stdout" | "stderr";
  /** The time before each message, as it was sent. */
  timestamps?: boolean;
  /** Messages exactly as they were written, at a terminal too, and no notices. */
  raw?: boolean;
  filter?: ((message: string) => boolean) | undefined;
}

/**
 * Prints what a followed stream gives: messages as lines; states, reconnections and gaps on stderr. With `-o jsonl` each
 * event is a line of stdout as it was sent, and a gap one too. At a terminal messages are made safe; the colours in them
 * stay. With `--fields` or `--query` the events are printed through them.
 */
export class EventLines implements FollowSink {
  readonly #context: CommandContext;
  readonly #subject: Subject;
  readonly #options: LineOptions;
  readonly #message: (text: string) => string;
  #text = "";
  #state: string | undefined;
  #broken = false;

  constructor(context: CommandContext, subject: Subject, options: LineOptions = {}) {
    this.#context = context;
    this.#subject = subject;
    this.#options = options;
    this.#message = options.raw ? (text) => text : shownMessage(context.io, options.stream ?? "stdout");
  }

  async take(items: readonly FollowItem[]): Promise<void> {
    const { globals, io } = this.#context;
    const { filter, timestamps } = this.#options;
    if (globals.output === "jsonl" || globals.query !== undefined || globals.fields !== undefined)
      return this.#takeAsJson(items);
    for (const item of items) {
      if (item.kind === "event" && item.value.event === "log") {
        const message = textOf(item.value.message);
        if (filter && !filter(message)) continue;
        this.#text += timestamps
          ? `${sanitizeLine(textOf(item.value.timestamp))} ${this.#message(message)}\n`
          : `${this.#message(message)}\n`;
        continue;
      }
      // What stands on stderr comes after the lines before it, where both are one terminal.
      await this.#flush();
      this.#say(item, io);
    }
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const text = this.#text;
    if (text === "") return;
    this.#text = "";
    const { io } = this.#context;
    await (this.#options.stream === "stderr" ? io.writeError(text) : io.write(text));
  }

  #say(item: FollowItem, io: Io): void {
    const note = (text: string): void => {
      if (!this.#options.raw) io.note(text);
    };
    if (item.kind === "event") this.#sayEvent(item.value, note);
    else if (item.kind === "gap") io.report(gapLine(item));
    else if (item.kind === "reconnecting") {
      this.#broken = true;
      note(`note: the stream broke off (${item.reason}); attempt ${item.attempt} in ${seconds(item.inMs)}`);
    } else if (this.#broken) {
      this.#broken = false;
      note("note: the stream goes on");
    }
  }

  #sayEvent(event: StreamEvent, note: (text: string) => void): void {
    const { what, id, lastStates, success } = this.#subject;
    if (event.event === "error") {
      const { code, message } = (event["error"] ?? {}) as { code?: unknown; message?: unknown };
      note(`warning: the service says: ${message ?? code ?? "an error"}`);
      return;
    }
    const status = recordOf(this.#subject, event)?.status;
    if (status === undefined || status === this.#state) return;
    this.#state = status;
    // That it failed is the error's to say, with the reason.
    if (status === success || !lastStates.includes(status)) note(`${what} ${id} is ${status}`);
  }

  async #takeAsJson(items: readonly FollowItem[]): Promise<void> {
    const { globals, io } = this.#context;
    const { filter } = this.#options;
    const whole = globals.query === undefined && globals.fields === undefined;
    if (!whole) for (const item of items) if (item.kind === "gap") io.report(gapLine(item));
    const events = items.flatMap((item): readonly Pick<Extract<FollowItem, { kind: "event" }>, "raw" | "value">[] => {
      if (item.kind === "gap" && whole) {
        const value = { event: "gap", after: item.after ?? null, reason: item.reason };
        return [{ value, raw: JSON.stringify(value) }];
      }
      if (item.kind !== "event") return [];
      return filter && item.value.event === "log" && !filter(textOf(item.value.message)) ? [] : [item];
    });
    if (!whole) {
      for (const { value } of events) await printOutput({ kind: "value", value }, io, globals);
      return;
    }
    let text = "";
    for (const { raw, value } of events) text += `${io.tty.stdout ? jsonText(value, 0) : raw}\n`;
    if (text !== "") await io.write(text);
  }
}

/** Makes a message fit for the stream it goes to. */
function shownMessage(io: Io, stream: "stdout" | "stderr"): (text: string) => string {
  if (!io.tty[stream]) return (text) => text;
  if (io.colour(stream)) return sanitizeKeepingColour;
  return (text) => sanitizeKeepingColour(text).replaceAll(/\u001b\[[0-9;:]*m/g, "");
}

/** What stands in the log where events may be missing. */
export function gapLine({ reason, after }: Extract<FollowItem, { kind: "gap" }>): string {
  return `-- gap${after ? ` after ${sanitizeLine(after)}` : ""}: ${sanitizeLine(reason)} --`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
}
