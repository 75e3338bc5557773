import { command } from "../../../cli/declare/command.ts";
import { CHAOS_EXAMPLE } from "../../../contract/chaos.ts";

export const localChaosSet = command({
  words: "local chaos set",
  effects: "service",
  summary: "Turn on fault injection in the local service",
  description:
    "Faults are KEY=VALUE pairs, separated by commas: latency, error, drop-stream, cut-download, extension-live and seed. New faults replace the ones before; they are off when the service starts again. With the same seed, the same calls in the same order get the same faults; without one a seed is chosen and printed.",
  service: "local",
  operation: "local.chaosSet",
  args: { faults: { summary: "Faults to inject, and how often", field: ["body", "spec"] } },
  fields: { spec: false },
  exits: { unreachable: "the local service does not run" },
  examples: [
    { line: `local chaos set ${CHAOS_EXAMPLE}`, does: "See whether a pipeline survives a bad network" },
    { line: "local chaos set error=20%,seed=42", does: "Answer one call in five with 503, the same ones in each run" },
    { line: "local chaos set latency=50ms-200ms", does: "Delay every call by a random time, 60s at most" },
    { line: "local chaos set drop-stream=10%", does: "Cut one in ten events of a stream, and its connection" },
    { line: "local chaos set cut-download=1%", does: "Cut one in a hundred downloads in the middle" },
    {
      line: "local chaos set extension-live=fail",
      does: "Refuse to load extensions into a running browser, which restarts instead",
    },
  ],
  run: () => import("./set.run.ts"),
});
