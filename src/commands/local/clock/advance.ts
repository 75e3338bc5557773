import { command } from "../../../cli/declare/command.ts";

export const localClockAdvance = command({
  words: "local clock advance",
  effects: "service",
  summary: "Advance the clock of the local service",
  description:
    "Time passes at once for the service alone: sessions that would be idle by then end, keys expire, and the command returns when that is done.",
  service: "local",
  operation: "local.clockAdvance",
  filled: ["ms"],
  fields: { ms: false },
  args: { duration: { summary: "How far, such as 90s, 36h or 30d" } },
  exits: { unreachable: "the local service does not run" },
  examples: [
    { line: "local clock advance 30d", does: "See what has expired in a month" },
    { line: "local clock advance 1h30m", does: "Let idle sessions end" },
  ],
  run: () => import("./advance.run.ts"),
});
