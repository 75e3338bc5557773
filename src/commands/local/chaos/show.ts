import { command } from "../../../cli/declare/command.ts";

export const localChaosShow = command({
  words: "local chaos show",
  effects: "none",
  summary: "Show the injected faults and how often each occurred",
  service: "local",
  operation: "local.chaosGet",
  exits: { unreachable: "the local service does not run" },
  examples: [
    { line: "local chaos show", does: "Show them with their seed" },
    { line: "local chaos show -o json", does: "The same as JSON" },
  ],
});
