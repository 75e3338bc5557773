import { command } from "../../../cli/declare/command.ts";

export const localChaosOff = command({
  words: "local chaos off",
  effects: "service",
  summary: "Turn off fault injection in the local service",
  service: "local",
  operation: "local.chaosOff",
  done: "Fault injection is off.",
  exits: { unreachable: "the local service does not run" },
  examples: [
    { line: "local chaos off", does: "Let the local service answer normally again" },
    { line: "local chaos off -q", does: "The same without a word, for a script" },
  ],
});
