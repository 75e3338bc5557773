import { command } from "../../cli/declare/command.ts";

export const poolsFlush = command({
  words: "pools flush",
  effects: "none",
  operation: "pools.flush",
  description: "Ends the idle browsers and starts new ones, which have the settings and the profile of now.",
  done: "Replacing the idle browsers of pool {id_or_name}.",
  examples: [
    { line: "pools flush checkout", does: "Replace its idle browsers" },
    { line: "pools flush checkout --dry-run", does: "Show the request without sending it" },
  ],
});
