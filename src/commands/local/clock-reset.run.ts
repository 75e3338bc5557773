import type { Run } from "../../cli/body.ts";
import type { localClockReset } from "./clock-reset.ts";
import { clockSentence } from "./clock-words.ts";

/** Resets the clock of the service over this state directory; succeeds when it was not moved. */
export const run: Run<typeof localClockReset> = async ({ call, done, progress }) => {
  const state = await progress("Moving the clock", () => call("local.clockReset"));
  return done(clockSentence(state), state);
};
