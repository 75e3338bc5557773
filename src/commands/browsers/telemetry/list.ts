import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";
import { categoryFlag } from "./lib/category-flag.ts";

export const telemetryList = command({
  words: "browsers telemetry list",
  effects: "none",
  operation: "telemetry.list",
  description:
    "The last five minutes unless --since says otherwise; times in UTC. A session captures events once browsers create or browsers update has --telemetry on.",
  args: sessionArgs,
  fields: {
    category: categoryFlag,
    since: { kind: "since" },
    until: { kind: "since" },
    offset: { placeholder: "CURSOR" },
  },
  seeAlso: ["browsers telemetry tail", "browsers console", "browsers network"],
  examples: [
    { line: "browsers telemetry list shop", does: "The events of the last five minutes" },
    {
      line: "browsers telemetry list shop --category network --category console --since 1h --all",
      does: "Every request and message of the last hour",
    },
    { line: "browsers telemetry list shop --order desc --limit 5 -o json", does: "The newest five, with all fields" },
  ],
  run: () => import("./list.run.ts"),
});
