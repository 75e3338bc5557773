import type { CommandContext } from "../../cli/context.ts";
import type { ApiClient } from "../../client/call.ts";
import { followStream } from "../../client/follow/follow-stream.ts";
import type { FollowState } from "../../client/follow/seen-events.ts";
import { CliError } from "../../core/errors.ts";
import type { FollowItem, StreamEvent } from "../../core/follow-item.ts";
import type { FollowedRecord, Subject } from "./subject.ts";

/** Milliseconds of silence after which `--no-follow` takes the log for printed. */
export const SILENCE_MS = 1_000;

/** What the items of a followed stream go to, in their order; the stream waits for it. */
export interface FollowSink {
  take(items: readonly FollowItem[]): Promise<void> | void;
}

export interface FollowRecordOptions {
  /** A client other than the command's own. */
  client?: ApiClient | undefined;
  /** What ends it other than the command's end. */
  signal?: AbortSignal | undefined;
  since?: string | undefined;
  idleTimeoutMs?: number | undefined;
  maxReconnects?: number | undefined;
  /** Stop where the present is reached, unless it has a last state; see {@link followStream}. */
  stopAfterMs?: number | undefined;
  resume?: FollowState | undefined;
  onProgress?: ((state: () => FollowState) => void) | undefined;
}

/**
 * What happens to it until it reaches a last state, as {@link followStream} gives it; the record with that state at the
 * end, or undefined where it stopped at the present. Where the stream cannot be taken up again the service is asked: a
 * last state then counts, after a gap. Exit 9 when it stays unknown.
 */
export async function* followRecord(
  context: CommandContext,
  subject: Subject,
  options: FollowRecordOptions = {},
): AsyncGenerator<readonly FollowItem[], FollowedRecord | undefined> {
  const { signal = context.lifetime.signal, client = await context.client({ signal }), ...rest } = options;
  // What has ended is told to its end: its stream closes by itself.
  const ended = rest.stopAfterMs !== undefined && isLast(subject, await currentRecord(context, subject, client));
  const operation = await context.loadOperation(subject.events);
  let after = rest.resume?.after;
  const stream = followStream({
    ...rest,
    since: rest.since,
    state: rest.resume,
    stopAfterMs: ended ? undefined : rest.stopAfterMs,
    client,
    operation,
    params: { id: subject.id },
    signal,
    isEnd: (event) => isLast(subject, recordOf(subject, event)),
  });
  try {
    for (;;) {
      const { done, value } = await stream.next();
      if (done) return value && recordOf(subject, value);
      after = lastTime(value) ?? after;
      yield value;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof CliError) || error.exit !== "outcome-unknown") throw error;
    const record = await ask(context, client, subject, error);
    yield [{ kind: "gap", reason: `${error.message}; that it has ended was asked for`, after }];
    return record;
  } finally {
    await stream.return(undefined);
  }
}

/**
 * Follows a subject into a sink and gives the record with its last state; undefined where it stopped at the present
 * (`stopAfterMs`). Exit 9 when that state stays unknown, see {@link followRecord}.
 */
export async function follow(
  context: CommandContext,
  subject: Subject,
  sink: FollowSink,
  options: FollowRecordOptions = {},
): Promise<FollowedRecord | undefined> {
  const stream = followRecord(context, subject, options);
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

/** Follows a subject for its last state alone: its log is left out. */
export async function awaitEnd(context: CommandContext, subject: Subject): Promise<FollowedRecord> {
  const record = await follow(context, subject, { take: () => {} }, { since: "0s" });
  if (!record) throw new Error(`${subject.what} ${subject.id} is waited for to its end`);
  return record;
}

/** The record in an event that tells a state. */
export function recordOf({ what }: Subject, event: StreamEvent): FollowedRecord | undefined {
  return event.event === `${what}_state` ? ((event[what] ?? undefined) as FollowedRecord | undefined) : undefined;
}

/** What the service says of it now. */
export async function currentRecord(
  context: CommandContext,
  { get, id }: Subject,
  client: ApiClient,
): Promise<FollowedRecord | undefined> {
  const operation = await context.loadOperation(get);
  return (await client.call(operation, { params: { id } })) as FollowedRecord | undefined;
}

export function isLast({ lastStates }: Subject, record: FollowedRecord | undefined): boolean {
  return lastStates.includes(record?.status ?? "");
}

function lastTime(items: readonly FollowItem[]): string | undefined {
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at];
    if (item?.kind === "event" && item.value.event === "log" && typeof item.value.timestamp === "string")
      return item.value.timestamp;
  }
  return undefined;
}

/** The record with a last state; exit 9 where it has none, or does not come. */
async function ask(
  context: CommandContext,
  client: ApiClient,
  subject: Subject,
  broken: CliError,
): Promise<FollowedRecord> {
  const { what, id, hint } = subject;
  let said: string;
  try {
    const record = await currentRecord(context, subject, client);
    if (record && isLast(subject, record)) return record;
    said = `${what} ${id} is ${record?.status ?? "in a state that was not told"}`;
  } catch (error) {
    client.options.signal.throwIfAborted();
    said = `the state of ${what} ${id} cannot be asked for: ${(error as Error).message}`;
  }
  throw new CliError("outcome-unknown", `${broken.message}; ${said}`, { code: broken.code, hint, cause: broken });
}
