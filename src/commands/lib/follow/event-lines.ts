import Type from "typebox";
import type { Needs } from "../../../cli/declare/body.ts";
import { answerOf, closed, either, streams } from "../../../cli/declare/command-output.ts";
import type { CommandOutput } from "../../../cli/declare/spec.ts";
import type { OperationId } from "../../../contract/index.ts";
import { textOf } from "../../../core/follow-item.ts";
import { Styled, styled, type Text } from "../../../core/styled.ts";
import { ConnectionNotices } from "./connection-notices.ts";
import type { FollowedEvent, FollowedItem, Subject } from "./subject.ts";

/** Record printed where the service could not repeat the events of a time without a connection. */
export const gap = closed({
  event: Type.Literal("gap"),
  after: Type.Optional(Type.String({ description: "Time of the last event before it" })),
  reason: Type.String(),
});

/** Output of a command that follows the events of an operation. */
export async function followsEvents(id: OperationId): Promise<CommandOutput> {
  return streams(either(await answerOf(id), gap));
}

/** Tools of a command that prints a log. */
export type LineTools = Needs<"colour" | "note" | "tty" | "warn">;

export interface LineOptions {
  /** Stream of the messages. */
  readonly stream: "stdout" | "stderr";
  /** The time before each message, as it was sent. */
  readonly timestamps?: boolean | undefined;
  /** Messages exactly as written, at a terminal too, without notices. */
  readonly raw?: boolean | undefined;
}

/** Text for one of the streams. */
export interface Lines {
  readonly to: "stdout" | "stderr";
  readonly data: Text | Uint8Array;
}

/**
 * Lines of a followed stream: messages on their stream, gaps on stderr; states and reconnections are notices. At a
 * terminal messages are made safe; their colours stay.
 */
export class EventLines {
  readonly #subject: Subject;
  readonly #options: LineOptions;
  readonly #message: (text: string) => Text;
  readonly #dataOf: (parts: readonly Text[]) => Text | Uint8Array;
  readonly #note: (text: string) => void;
  readonly #warn: (text: string) => void;
  readonly #connection: ConnectionNotices;
  #state: string | undefined;

  constructor(tools: LineTools, subject: Subject, options: LineOptions) {
    this.#subject = subject;
    this.#options = options;
    this.#note = (text) => {
      if (!options.raw) tools.note(text);
    };
    this.#warn = (text) => {
      if (!options.raw) tools.warn(text);
    };
    this.#connection = new ConnectionNotices(this.#note);
    const safe = !options.raw && tools.tty[options.stream];
    const colour = tools.colour(options.stream);
    this.#message = !safe ? (text) => text : colour ? Styled.keepingColour : (text) => Styled.keepingColour(text).plain;
    this.#dataOf = safe ? (parts) => Styled.join(parts) : (parts) => Buffer.from(parts.join(""));
  }

  /**
   * Text of these items. A notice is printed after the text before it has been consumed, because both may go to one
   * terminal.
   */
  *of(items: readonly FollowedItem[]): Generator<Lines> {
    const { stream, timestamps } = this.#options;
    let parts: Text[] = [];
    for (const item of items) {
      if (item.kind === "event" && item.value.event === "log") {
        if (timestamps) parts.push(styled`${textOf(item.value.timestamp)} `);
        parts.push(this.#message(textOf(item.value.message)), "\n");
        continue;
      }
      if (parts.length > 0) yield { to: stream, data: this.#dataOf(parts) };
      parts = [];
      if (item.kind === "gap") yield { to: "stderr", data: Styled.lines([gapLine(item)]) };
      else this.#notice(item);
    }
    if (parts.length > 0) yield { to: stream, data: this.#dataOf(parts) };
  }

  #notice(item: Exclude<FollowedItem, { kind: "gap" }>): void {
    if (item.kind === "event") this.#noticeEvent(item.value);
    else this.#connection.take(item);
  }

  #noticeEvent(event: FollowedEvent): void {
    const { what, id, lastStates, success } = this.#subject;
    if (event.event === "error") {
      const { code, message } = event.error ?? {};
      this.#warn(`the service reports: ${message ?? code ?? "an error"}`);
      return;
    }
    const status = this.#subject.recordOf(event)?.status;
    if (status === undefined || status === this.#state) return;
    this.#state = status;
    // The error of a failure contains the reason.
    if (status === success || !lastStates.includes(status))
      this.#note(`${what} ${id} ${status === "succeeded" ? status : `is ${status}`}`);
  }
}

/** Line of a log where events may be missing. */
export function gapLine({ reason, after }: Extract<FollowedItem, { kind: "gap" }>): Styled {
  return styled`-- gap${after ? ` after ${after}` : ""}: ${reason} --`;
}
