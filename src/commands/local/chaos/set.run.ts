import type { Check, Run } from "../../../cli/declare/body.ts";
import { readChaos } from "../lib/chaos-words.ts";
import type { localChaosSet } from "./set.ts";

export const check: Check<typeof localChaosSet> = ({ args }) => readChaos(args.faults, "<faults>").problems;

/** Turns on fault injection in the service over this state directory. */
export const run: Run<typeof localChaosSet> = async ({ call, done, request }) => {
  const state = await call("local.chaosSet", request);
  return done(`Fault injection is on: ${state.spec}.`, state);
};
