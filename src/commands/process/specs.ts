import { command } from "../../cli/command.ts";

export const processStatus = command({
  words: "browsers process status",
  operation: "process.status",
  columns: [{ path: "mem_bytes", as: "bytes" }],
  examples: [{ line: "browsers process status shop 5f1c...", does: "Whether it runs, and what it uses" }],
});

export const processKill = command({
  words: "browsers process kill",
  operation: "process.kill",
  fields: { signal: { preset: "TERM" } },
  done: "Sent the signal to {process_id}.",
  examples: [
    { line: "browsers process kill shop 5f1c...", does: "Ask it to end" },
    { line: "browsers process kill shop 5f1c... --signal KILL", does: "End it" },
  ],
});

export const processResize = command({
  words: "browsers process resize",
  operation: "process.resize",
  done: "Changed the size of the terminal.",
  examples: [
    { line: "browsers process resize shop 5f1c... --rows 40 --cols 120", does: "Change the size of its terminal" },
  ],
});

export const processList = command({
  words: "browsers process list",
  operation: "local.processes",
  columns: [
    { path: "process_id", title: "id" },
    { path: "pid" },
    { path: "state", as: "state" },
    { path: "exit_code", title: "exit" },
    { path: "started_at", title: "started", as: "age" },
    { path: "command" },
  ],
  examples: [{ line: "browsers process list shop", does: "Show the session's processes (local service only)" }],
});
