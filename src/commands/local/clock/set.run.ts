import type { Check, Run } from "../../../cli/declare/body.ts";
import { timestampOf } from "../../../core/timestamp.ts";
import { clockSentence } from "../lib/state-words.ts";
import type { localClockSet } from "./set.ts";

export const check: Check<typeof localClockSet> = ({ args: { time } }) => {
  const timestamp = timestampOf(instant(time));
  const rule = "must be a time such as 2026-11-24T00:00:00Z or a day such as 2026-11-24, from 1970 to 9999";
  if (timestamp !== undefined && timestamp >= "1970") return [];
  return [{ path: "<time>", message: `${rule}, not "${time}"` }];
};

/** Sets the clock of the service over this state directory. */
export const run: Run<typeof localClockSet> = async ({ args: { time }, call, done, progress }) => {
  const state = await progress("Moving the clock", () => call("local.clockSet", { body: { now: instant(time) } }));
  return done(clockSentence(state), state);
};

/** Converts a day to its start in UTC; returns other text unchanged. */
function instant(time: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(time) ? `${time}T00:00:00Z` : time;
}
