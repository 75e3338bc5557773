import type { Needs } from "../../../cli/declare/body.ts";
import { MAX_RECONNECTS } from "../../../client/follow/limits.ts";
import { isTransient, retryDelay } from "../../../client/retry.ts";
import { CliError } from "../../../core/errors.ts";
import { pause } from "../../../core/pause.ts";
import { type Condition, conditionWord, isMet, valueText } from "./conditions.ts";
import type { WaitKind, WaitRecord } from "./kinds.ts";

/** Milliseconds before the second request; the pause doubles to {@link MAX_POLL_MS} while nothing changes. */
const FIRST_POLL_MS = 250;
const MAX_POLL_MS = 5_000;

type Tools = Needs<"call" | "signal" | "stream">;

/** A state of a record; for a deleted record, the last known one. */
interface State {
  readonly record: WaitRecord;
  readonly deleted: boolean;
}

/**
 * Waits until one of the conditions holds and returns the record. Exit 4 when there is no such record at the start, 8
 * when no condition can be met any more, 9 when the record cannot be requested for long.
 */
export async function waitFor(
  tools: Tools,
  kind: WaitKind,
  id: string,
  conditions: readonly Condition[],
): Promise<WaitRecord> {
  const states = statesOf(tools, kind, id);
  let last: WaitRecord | undefined;
  try {
    for await (const { record, deleted } of states) {
      last = record;
      const isGone = deleted || (kind.deletedState !== undefined && record["status"] === kind.deletedState);
      if (conditions.some((each) => (each === "deleted" ? isGone : !deleted && isMet(each, record)))) return record;
      const over = overWords(kind, record, deleted, conditions);
      if (over !== undefined) throw unreachable(kind, id, over, record, conditions);
    }
  } catch (error) {
    if (tools.signal.aborted) addState(tools.signal.reason, kind, id, last);
    throw error;
  }
  throw new Error("states have no end");
}

/**
 * States of a record, from its events if it has any now, otherwise from requests. The first request fails like any
 * call.
 */
async function* statesOf(tools: Tools, kind: WaitKind, typed: string): AsyncGenerator<State, never> {
  const get = async (id: string): Promise<WaitRecord> => ({ ...(await kind.get(tools, id)) });
  let record = await get(typed);
  const id = kind.idOf(record);
  const deletedOf = (each: WaitRecord): boolean => kind.isDeleted?.(each) === true;
  yield { record, deleted: deletedOf(record) };
  for (let quiet = 0; ; quiet += 1) {
    const before = JSON.stringify(record);
    try {
      for await (const event of kind.follow?.(tools, record) ?? []) {
        record = event ?? (await get(id));
        yield { record, deleted: deletedOf(record) };
      }
      const most = Math.min(FIRST_POLL_MS * 2 ** quiet, MAX_POLL_MS);
      // Spreads the requests of waits that started together.
      await pause(most * (0.75 + Math.random() / 4), tools.signal);
      record = await requested(tools, kind, id);
    } catch (error) {
      if (!(error instanceof CliError) || error.exit !== "not-found" || tools.signal.aborted) throw error;
      yield { record, deleted: true };
      throw error;
    }
    if (JSON.stringify(record) !== before) quiet = -1;
    yield { record, deleted: deletedOf(record) };
  }
}

/** The record, from a service that may be unreachable for a while. Exit 9 when it stays unreachable. */
async function requested(tools: Tools, kind: WaitKind, id: string): Promise<WaitRecord> {
  for (let failed = 1; ; failed += 1) {
    try {
      return { ...(await kind.get(tools, id)) };
    } catch (error) {
      if (!(error instanceof CliError) || !isTransient(error) || tools.signal.aborted) throw error;
      if (failed > MAX_RECONNECTS) {
        throw new CliError("outcome-unknown", `the state of ${kind.what} ${id} cannot be requested: ${error.message}`, {
          code: "state_unknown",
          cause: error,
        });
      }
      await pause(error.options.retryAfterMs ?? retryDelay(failed, undefined, 0), tools.signal);
    }
  }
}

/** State, in words, after which no condition can be met; undefined while one still can. */
function overWords(
  { deletable, finalStates }: WaitKind,
  { status }: WaitRecord,
  deleted: boolean,
  conditions: readonly Condition[],
): string | undefined {
  if (deleted) return "was deleted";
  if (typeof status !== "string" || !finalStates?.includes(status)) return undefined;
  if (deletable && conditions.includes("deleted")) return undefined;
  return status === "succeeded" || status === "failed" ? status : `is ${status}`;
}

function unreachable(
  { what }: WaitKind,
  id: string,
  over: string,
  record: WaitRecord,
  conditions: readonly Condition[],
): CliError {
  const { status, status_reason: reason } = record;
  const wanted = conditions.map(conditionWord).join(" or ");
  const why = typeof reason === "string" && reason !== "" && over !== "was deleted" ? `: ${reason}` : "";
  return new CliError("outcome-failed", `${what} ${id} ${over}${why}; it cannot have ${wanted} any more`, {
    code: "condition_unreachable",
    extra: { id, deleted: over === "was deleted", ...(typeof status === "string" && { status }) },
  });
}

/** Adds the last state of the record to the reason of an interruption. */
function addState(reason: unknown, { what }: WaitKind, id: string, record: WaitRecord | undefined): void {
  const status = record?.["status"];
  if (!(reason instanceof CliError) || typeof status !== "string") return;
  reason.options.extra = { ...reason.options.extra, id, status };
  reason.options.hint ??= `${what} ${id} is ${valueText(status)}`;
}
