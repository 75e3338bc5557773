import type { BodyTools } from "../../cli/body.ts";
import type { CommandTypes } from "../../cli/declaration.ts";
import { textOf } from "../../core/follow-item.ts";
import { sanitizeKeepingColour, sanitizeLine } from "../../core/sanitize.ts";
import { ConnectionNotices } from "./connection-notices.ts";
import type { FollowedEvent, FollowedItem, Subject } from "./subject.ts";

/** Tools of a command that prints a log. */
export type LineTools = Pick<BodyTools<CommandTypes>, "colour" | "note" | "tty">;

export interface LineOptions {
  /** Stream of the messages. */
  readonly stream: "stdout" | "stderr";
  /** The time before each message, as it was sent. */
  readonly timestamps?: boolean | undefined;
  /** Messages exactly as they were written, at a terminal too, and no notices. */
  readonly raw?: boolean | undefined;
  readonly filter?: ((message: string) => boolean) | undefined;
}

/** Text for one of the streams. */
export interface Lines {
  readonly to: "stdout" | "stderr";
  readonly data: string;
}

/**
 * Lines of a followed stream: messages on their stream, gaps on stderr; states and reconnections are notices. At a
 * terminal messages are made safe; their colours stay.
 */
export class EventLines {
  readonly #subject: Subject;
  readonly #options: LineOptions;
  readonly #message: (text: string) => string;
  readonly #note: (text: string) => void;
  readonly #connection: ConnectionNotices;
  #state: string | undefined;

  constructor(tools: LineTools, subject: Subject, options: LineOptions) {
    this.#subject = subject;
    this.#options = options;
    this.#note = (text) => {
      if (!options.raw) tools.note(text);
    };
    this.#connection = new ConnectionNotices(this.#note);
    this.#message = options.raw ? (text) => text : safeMessage(tools, options.stream);
  }

  /** Text of these items. A notice is printed once the text before it has been taken: both may be one terminal. */
  *of(items: readonly FollowedItem[]): Generator<Lines> {
    const { filter, stream, timestamps } = this.#options;
    let text = "";
    for (const item of items) {
      if (item.kind === "event" && item.value.event === "log") {
        const message = textOf(item.value.message);
        if (filter && !filter(message)) continue;
        text += timestamps
          ? `${sanitizeLine(textOf(item.value.timestamp))} ${this.#message(message)}\n`
          : `${this.#message(message)}\n`;
        continue;
      }
      if (text !== "") yield { to: stream, data: text };
      text = "";
      if (item.kind === "gap") yield { to: "stderr", data: `${gapLine(item)}\n` };
      else this.#notice(item);
    }
    if (text !== "") yield { to: stream, data: text };
  }

  #notice(item: Exclude<FollowedItem, { kind: "gap" }>): void {
    if (item.kind === "event") this.#noticeEvent(item.value, this.#note);
    else this.#connection.take(item);
  }

  #noticeEvent(event: FollowedEvent, note: (text: string) => void): void {
    const { what, id, lastStates, success } = this.#subject;
    if (event.event === "error") {
      const { code, message } = event.error ?? {};
      note(`warning: the service reports: ${message ?? code ?? "an error"}`);
      return;
    }
    const status = this.#subject.recordOf(event)?.status;
    if (status === undefined || status === this.#state) return;
    this.#state = status;
    // The error of a failure gives its reason.
    if (status === success || !lastStates.includes(status))
      note(`${what} ${id} ${status === "succeeded" ? status : `is ${status}`}`);
  }
}

/** Makes a message safe for the stream it goes to. */
function safeMessage({ colour, tty }: LineTools, stream: "stdout" | "stderr"): (text: string) => string {
  if (!tty[stream]) return (text) => text;
  if (colour(stream)) return sanitizeKeepingColour;
  return (text) => sanitizeKeepingColour(text).replaceAll(/\u001b\[[0-9;:]*m/g, "");
}

/** Line of a log where events may be missing. */
export function gapLine({ reason, after }: Extract<FollowedItem, { kind: "gap" }>): string {
  return `-- gap${after ? ` after ${sanitizeLine(after)}` : ""}: ${sanitizeLine(reason)} --`;
}
