import { command } from "../../../cli/declare/command.ts";

export const localClockShow = command({
  words: "local clock show",
  effects: "none",
  summary: "Show the clock of the local service",
  service: "local",
  operation: "local.clockGet",
  exits: { unreachable: "the local service does not run" },
  examples: [
    { line: "local clock show", does: "Show its time, and how far it is from this machine's" },
    { line: "local clock show --query now", does: "Its time alone" },
  ],
});
