import type { Check, Run } from "../../../cli/declare/body.ts";
import { parseDuration } from "../../../core/duration.ts";
import { clockSentence } from "../lib/state-words.ts";
import type { localClockAdvance } from "./advance.ts";

export const check: Check<typeof localClockAdvance> = ({ args: { duration } }) => {
  try {
    milliseconds(duration);
    return [];
  } catch (error) {
    return [{ path: "<duration>", message: (error as Error).message }];
  }
};

/** Advances the clock of the service over this state directory. */
export const run: Run<typeof localClockAdvance> = async ({ args: { duration }, call, done, progress }) => {
  const ms = milliseconds(duration);
  const state = await progress("Moving the clock", () => call("local.clockAdvance", { body: { ms } }));
  return done(clockSentence(state), state);
};

/** The service checks the maximum time; a number too large for exact JSON is reduced to one that is still over it. */
function milliseconds(duration: string): number {
  return Math.min(parseDuration(duration, Number.POSITIVE_INFINITY), Number.MAX_SAFE_INTEGER);
}
