import type { Needs, Result } from "../../../cli/declare/body.ts";
import { Styled } from "../../../core/styled.ts";
import { safeJson } from "../../../render/json.ts";
import { EventLines, gapLine, type LineOptions, type Lines, type LineTools } from "./event-lines.ts";
import type { FollowedItem, Subject } from "./subject.ts";

type Tools = LineTools & Needs<"batches" | "items" | "log" | "selects" | "wantsValue">;

/** Items of a log; the generator returns the exit code. */
type LogItems = AsyncGenerator<readonly FollowedItem[], number>;

export type LogOptions = Omit<LineOptions, "stream">;

/**
 * Result of a command that prints a log: messages as lines of stdout. With `-o jsonl` each event is a line as it was
 * sent, and so is each gap; `--fields` and `--query` select from the events.
 */
export function printLog(tools: Tools, subject: Subject, items: LogItems, options: LogOptions = {}): Result {
  if (!tools.wantsValue) {
    const lines = new EventLines(tools, subject, { ...options, stream: "stdout" });
    return tools.items(linesOf(items, lines), (text) => text);
  }
  const { selects } = tools;
  const asSent = ({ raw }: LogEvent): string => `${safeJson(raw)}\n`;
  return tools.batches(eventsOf(items, tools), {
    print: (batch) =>
      selects ? { values: batch.map(({ value }) => value) } : { to: "stdout", data: batch.map(asSent).join("") },
    value: ({ value }) => value,
  });
}

async function* linesOf(items: LogItems, lines: EventLines): AsyncGenerator<Lines, number> {
  try {
    for (;;) {
      const { done, value } = await items.next();
      if (done) return value;
      yield* lines.of(value);
    }
  } finally {
    await items.return(0);
  }
}

/** An event as JSON on one line, and its value. */
interface LogEvent {
  readonly raw: string;
  readonly value: object;
}

async function* eventsOf(
  items: LogItems,
  { log, selects }: Pick<Tools, "log" | "selects">,
): AsyncGenerator<readonly LogEvent[], number> {
  try {
    for (;;) {
      const { done, value: batch } = await items.next();
      if (done) return batch;
      const events: LogEvent[] = [];
      for (const item of batch) {
        if (item.kind === "gap" && selects) await log(Styled.lines([gapLine(item)]));
        else if (item.kind === "gap") {
          const value = { event: "gap", after: item.after ?? null, reason: item.reason };
          events.push({ value, raw: JSON.stringify(value) });
        } else if (item.kind === "event") events.push(item);
      }
      if (events.length > 0) yield events;
    }
  } finally {
    await items.return(0);
  }
}
