import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const processList = command({
  words: "browsers process list",
  effects: "none",
  operation: "local.processes",
  args: sessionArgs,
  columns: [
    { path: "process_id", title: "id" },
    { path: "pid" },
    { path: "state", as: "state" },
    { path: "exit_code", title: "exit" },
    { path: "started_at", title: "started", as: "age" },
    { path: "command", keep: true },
  ],
  examples: [
    { line: "browsers process list shop", does: "List the processes of a session (local service only)" },
    {
      line: "browsers process list shop --query \"[?state=='running'].process_id\"",
      does: "The ids of those that still run",
    },
  ],
});
