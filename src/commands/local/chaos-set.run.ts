import type { Check, Run } from "../../cli/body.ts";
import type { localChaosSet } from "./chaos-set.ts";
import { readChaos } from "./chaos-words.ts";

export const check: Check<typeof localChaosSet> = ({ args }) => readChaos(args.faults, "<faults>").problems;

/** Turns on fault injection in the service over this state directory. */
export const run: Run<typeof localChaosSet> = async ({ args, call, done }) => {
  const state = await call("local.chaosSet", { body: { spec: args.faults } });
  return done(`Fault injection is on: ${state.spec}.`, state);
};
