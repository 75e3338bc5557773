import { command, type FlagSpec } from "../../cli/spec.ts";
import { CHAOS_EXAMPLE } from "../../contract/chaos.ts";

/** The flag of `local start`. */
export const chaosFlag: FlagSpec = {
  name: "chaos",
  kind: "string",
  placeholder: "FAULTS",
  summary: `Faults on purpose, such as ${CHAOS_EXAMPLE}; see local chaos set`,
};

export const localChaosSet = command({
  words: "local chaos set",
  summary: "Make the local service fail on purpose",
  description:
    "Faults are written as KEY=VALUE with commas between them. latency=200ms: every call waits first; latency=50ms-200ms draws the time, up to 60s. error=5%: a call is answered 503 chaos_error, and nothing is done. drop-stream=10%: an event of a stream is cut in its middle, and the connection with it. cut-download=1%: so is a file that is sent. extension-live=fail, or a percentage: an extension is not loaded into a running browser, which restarts instead. seed=42: the same calls in the same order meet the same faults; without it a seed is chosen and told. They replace what was set before and are forgotten when the service ends.",
  args: [{ name: "faults", summary: "What to do and how often", required: true }],
  examples: [
    { line: `local chaos set ${CHAOS_EXAMPLE}`, does: "See whether a pipeline survives a bad network" },
    { line: "local chaos set error=20%,seed=42", does: "The same failures again in each run" },
  ],
  run: () => import("./chaos-set.run.ts"),
});

export const localChaosShow = command({
  words: "local chaos show",
  summary: "Show the faults on purpose and how often they struck",
  examples: [{ line: "local chaos show", does: "Show them with their seed" }],
  run: () => import("./chaos-show.run.ts"),
});

export const localChaosOff = command({
  words: "local chaos off",
  summary: "End the faults on purpose",
  examples: [{ line: "local chaos off", does: "Make the local service behave again" }],
  run: () => import("./chaos-off.run.ts"),
});
