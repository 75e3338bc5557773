import { command } from "../../../cli/declare/command.ts";

export const localClockReset = command({
  words: "local clock reset",
  effects: "service",
  summary: "Return the clock of the local service to the time of this machine",
  service: "local",
  operation: "local.clockReset",
  exits: { unreachable: "the local service does not run" },
  examples: [
    { line: "local clock reset", does: "Undo local clock set and local clock advance" },
    { line: "local clock reset -o json", does: "The same, with the clock as JSON" },
  ],
  run: () => import("./reset.run.ts"),
});
