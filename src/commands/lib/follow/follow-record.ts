import type { Api, ResumeOptions } from "../../../cli/declare/body.ts";
import { untilAborted } from "../../../core/abort.ts";
import { CliError } from "../../../core/errors.ts";
import { posixWord } from "../../../core/shell-quotes.ts";
import { timestampOf } from "../../../core/timestamp.ts";
import type { FollowedEvent, FollowedItem, FollowedRecord, Subject } from "./subject.ts";

/** Milliseconds of silence after which `--no-follow` considers the log complete. */
export const SILENCE_MS = 1_000;

/** Calls of a command that follows a record, and the signal that ends it. */
export interface FollowTools extends Pick<Api, "call" | "stream"> {
  readonly signal: AbortSignal;
}

/** Consumer of the items of a followed stream, in their order; the stream waits for it. */
export interface FollowSink {
  take(items: readonly FollowedItem[]): Promise<void> | void;
}

export interface FollowRecordOptions extends Omit<ResumeOptions<FollowedEvent>, "isEnd"> {
  /** Ends the stream, in addition to the end of the command. */
  signal?: AbortSignal | undefined;
  since?: string | undefined;
  idleTimeoutMs?: number | undefined;
  /** Command that continues after the stream broke; by default the one of the subject with `--since`. */
  resumeCommand?: string | undefined;
}

/**
 * Events of a subject until it reaches a final state, as `followStream` gives them. Returns the record with that state,
 * or undefined when the stream stopped at the present (`stopAfterMs`). When the stream cannot be resumed, requests the
 * record; if its state is final, that is the result, after a gap. Exit 9 when the state stays unknown.
 */
export async function* followRecord<Record extends FollowedRecord>(
  tools: FollowTools,
  subject: Subject<Record>,
  options: FollowRecordOptions = {},
): AsyncGenerator<readonly FollowedItem[], Record | undefined> {
  const { signal = tools.signal, since, idleTimeoutMs, stopAfterMs, resumeCommand, ...rest } = options;
  // The stream of an ended subject closes by itself.
  const ended = stopAfterMs !== undefined && isLast(subject, await untilAborted(subject.get(tools), signal));
  let after = rest.state?.after;
  const stream = subject.stream(tools, since, {
    signal,
    idleTimeoutMs,
    resume: {
      ...rest,
      stopAfterMs: ended ? undefined : stopAfterMs,
      isEnd: (event) => isLast(subject, subject.recordOf(event)),
    },
  });
  try {
    for (;;) {
      const { done, value } = await stream.next();
      if (done) return value && subject.recordOf(value);
      after = lastTime(value) ?? after;
      yield value;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof CliError)) throw error;
    if (error.exit === "unreachable" && error.code === "stream_broken") {
      throw withResume(error, resumeCommand ?? resumeFrom(subject, after));
    }
    if (error.exit !== "outcome-unknown") throw error;
    const record = await requireEnded(tools, subject, signal, error);
    yield [{ kind: "gap", reason: `${error.message}; its final state was requested instead`, after }];
    return record;
  } finally {
    await stream.return(undefined);
  }
}

/**
 * Follows a subject into a sink and returns the record with its final state; undefined where the stream stopped at the
 * present (`stopAfterMs`). Exit 9 when that state stays unknown, see {@link followRecord}.
 */
export async function follow<Record extends FollowedRecord>(
  tools: FollowTools,
  subject: Subject<Record>,
  sink: FollowSink,
  options: FollowRecordOptions = {},
): Promise<Record | undefined> {
  const stream = followRecord(tools, subject, options);
  try {
    for (;;) {
      const { done, value } = await stream.next();
      if (done) return value;
      await sink.take(value);
    }
  } finally {
    await stream.return(undefined);
  }
}

/** Waits for the final state of a subject; its log is left out. */
export async function awaitEnd<Record extends FollowedRecord>(
  tools: FollowTools,
  subject: Subject<Record>,
): Promise<Record> {
  const record = await follow(tools, subject, { take: () => {} }, { since: "0s" });
  if (!record) throw new Error(`${subject.what} ${subject.id} is waited for to its end`);
  return record;
}

/**
 * Command that follows a subject from the last event on, or from the beginning where that has no valid time. A login
 * cannot be continued, because it has no log.
 */
function resumeFrom({ hint, what }: Subject, after: string | undefined): string {
  const isTime = after !== undefined && timestampOf(after) !== undefined;
  return isTime && what !== "login" ? `${hint} --since ${posixWord(after)}` : hint;
}

/** The error of an unreachable service, with the command that continues later. */
function withResume(error: CliError, command: string): CliError {
  const { hint } = error.options;
  return new CliError(error.exit, error.message, { ...error.options, hint: hint ? `${hint} && ${command}` : command });
}

/** True for a record in a final state. */
export function isLast({ lastStates }: Subject, record: FollowedRecord | undefined): boolean {
  return lastStates.includes(record?.status ?? "");
}

function lastTime(items: readonly FollowedItem[]): string | undefined {
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at];
    if (item?.kind === "event" && item.value.event === "log" && typeof item.value.timestamp === "string")
      return item.value.timestamp;
  }
  return undefined;
}

/** Requests the record and requires a final state; exit 9 when it has none or cannot be requested. */
async function requireEnded<Record extends FollowedRecord>(
  tools: FollowTools,
  subject: Subject<Record>,
  signal: AbortSignal,
  broken: CliError,
): Promise<Record> {
  const { what, id, hint } = subject;
  let state: string;
  try {
    const record = await untilAborted(subject.get(tools), signal);
    if (isLast(subject, record)) return record;
    state = `${what} ${id} is ${record.status ?? "in an unknown state"}`;
  } catch (error) {
    signal.throwIfAborted();
    state = `the state of ${what} ${id} cannot be requested: ${(error as Error).message}`;
  }
  throw new CliError("outcome-unknown", `${broken.message}; ${state}`, {
    code: broken.options.code,
    hint,
    cause: broken,
  });
}
