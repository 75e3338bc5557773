import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";
import { commandFields, commandRest } from "./lib/command-words.ts";

export const processSpawn = command({
  words: "browsers process spawn",
  effects: "none",
  operation: "process.spawn",
  args: sessionArgs,
  filled: ["command", "args"],
  fields: { ...commandFields, allocate_tty: { name: "tty", short: "t" } },
  rest: commandRest,
  columns: [{ path: "process_id", title: "id" }, { path: "pid" }, { path: "started_at", title: "started", as: "age" }],
  examples: [
    { line: "browsers process spawn shop -- node server.js", does: "Start a server in the session" },
    { line: "browsers process spawn shop --tty --rows 40 --cols 120 -- bash", does: "Start a shell with a terminal" },
  ],
  run: () => import("./spawn.run.ts"),
});
