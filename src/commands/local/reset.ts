import { command } from "../../cli/declare/command.ts";

export const localReset = command({
  words: "local reset",
  effects: "service",
  summary: "Stop the local service and delete all it has stored",
  exits: { declined: "declined by the user; nothing was done" },
  examples: [
    { line: "local reset --yes", does: "Start from scratch, with a new token" },
    { line: "local reset", does: "The same, after confirmation" },
  ],
  output: async () => (await import("./lib/outputs.ts")).localResetOutput,
  run: () => import("./reset.run.ts"),
});
