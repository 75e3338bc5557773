import { command } from "../../cli/command.ts";
import { sessionArgs } from "../browsers/session-args.ts";
import { processArgs } from "./process-args.ts";

export const processStatus = command({
  words: "browsers process status",
  operation: "process.status",
  args: processArgs,
  columns: [{ path: "mem_bytes", as: "bytes" }],
  examples: [{ line: "browsers process status shop 5f1c...", does: "Show its state and resource use" }],
});

export const processKill = command({
  words: "browsers process kill",
  operation: "process.kill",
  args: processArgs,
  fields: { signal: { preset: "TERM" } },
  done: "Sent the signal to {process_id}.",
  examples: [
    { line: "browsers process kill shop 5f1c...", does: "Ask it to exit" },
    { line: "browsers process kill shop 5f1c... --signal KILL", does: "Kill it" },
  ],
});

export const processResize = command({
  words: "browsers process resize",
  operation: "process.resize",
  args: processArgs,
  done: "Resized the terminal.",
  examples: [{ line: "browsers process resize shop 5f1c... --rows 40 --cols 120", does: "Resize its terminal" }],
});

export const processList = command({
  words: "browsers process list",
  operation: "local.processes",
  args: sessionArgs,
  columns: [
    { path: "process_id", title: "id" },
    { path: "pid" },
    { path: "state", as: "state" },
    { path: "exit_code", title: "exit" },
    { path: "started_at", title: "started", as: "age" },
    { path: "command" },
  ],
  examples: [{ line: "browsers process list shop", does: "List the processes of a session (local service only)" }],
});
