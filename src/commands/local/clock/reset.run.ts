import type { Run } from "../../../cli/declare/body.ts";
import { clockSentence } from "../lib/state-words.ts";
import type { localClockReset } from "./reset.ts";

/** Resets the clock of the service over this state directory; succeeds if it was not moved. */
export const run: Run<typeof localClockReset> = async ({ call, done, progress }) => {
  const state = await progress("Moving the clock", () => call("local.clockReset"));
  return done(clockSentence(state), state);
};
