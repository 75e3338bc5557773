import { command } from "../../../cli/declare/command.ts";

export const localClockSet = command({
  words: "local clock set",
  effects: "service",
  summary: "Set the clock of the local service",
  description:
    "Moves the service's own time, never this machine's, until local clock reset or the service stops; the clock continues from there. Going forward ends what is idle or expires on the way. Going back ends nothing.",
  service: "local",
  operation: "local.clockSet",
  filled: ["now"],
  fields: { now: false },
  args: { time: { summary: "Time, such as 2026-11-24T00:00:00Z, or a day, which begins at 00:00 UTC" } },
  exits: { unreachable: "the local service does not run" },
  examples: [
    { line: "local clock set 2026-11-24", does: "See what a program does when the old routes are gone" },
    { line: "local clock set 2026-11-23T23:59:00Z", does: "Go to the minute before" },
  ],
  run: () => import("./set.run.ts"),
});
