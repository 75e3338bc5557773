import { command } from "../../cli/declare/command.ts";

export const localStop = command({
  words: "local stop",
  effects: "service",
  summary: "Stop the local service and end its sessions",
  description: "At a terminal it asks first when there are sessions; elsewhere it reports how many it has ended.",
  exits: { declined: "declined by the user; nothing was done" },
  examples: [
    { line: "local stop", does: "Stop it; port and token stay the same for the next start" },
    { line: "local stop --yes", does: "Stop it without confirmation" },
  ],
  output: async () => (await import("./lib/outputs.ts")).localStopOutput,
  run: () => import("./stop.run.ts"),
});
