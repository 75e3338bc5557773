import { type ArgSpec, command, type FieldFlag, type FlagSpec } from "../../cli/spec.ts";

const id: ArgSpec = { name: "id", summary: "Session id or name", required: true };

/** What exec and spawn share. */
const run = {
  command: false,
  args: false,
  env: { kind: "pairs", placeholder: "NAME=VALUE" },
  cwd: { placeholder: "REMOTE_DIR" },
} satisfies Record<string, FieldFlag | false>;
const rest = { name: "COMMAND [ARG...]", summary: "What to run" };
const columns = [
  { path: "process_id", title: "id" },
  { path: "pid" },
  { path: "state", as: "state" },
  { path: "exit_code", title: "exit" },
  { path: "started_at", title: "started", as: "age" },
  { path: "command" },
] as const;

const terminal: readonly FlagSpec[] = [
  { name: "tty", short: "t", kind: "boolean", summary: "Give it a terminal, the size of this one" },
  {
    name: "stdin",
    short: "i",
    kind: "boolean",
    summary: "Send stdin to it; with -t at a terminal that is the default",
  },
  { name: "no-stdin", short: "n", kind: "boolean", summary: "Send no stdin, and say nothing about it" },
];

export const processExec = command({
  words: "browsers process exec",
  operation: "process.exec",
  description:
    "It behaves as a command run here: stdout and stderr stay apart, the exit code is passed on (128 and its number for a signal), Ctrl-C interrupts it, a second one terminates it, a third kills it. Stdin is sent only with -i, so that a loop around it keeps its own input. With -o json the whole result is printed at the end.",
  args: [id],
  filled: ["command", "args"],
  fields: run,
  flags: terminal,
  rest,
  examples: [
    { line: "browsers process exec shop -- ls -l /tmp", does: "Run a command in the session" },
    { line: "browsers process exec shop -t -- bash", does: "A shell in it" },
    { line: "browsers process exec shop -i -- sh -c 'sort | uniq -c' < words.txt", does: "Send it a file as stdin" },
  ],
  run: () => import("./exec.run.ts"),
});

export const processSpawn = command({
  words: "browsers process spawn",
  operation: "process.spawn",
  args: [id],
  filled: ["command", "args"],
  fields: { ...run, allocate_tty: { name: "tty", short: "t" } },
  rest,
  columns,
  examples: [{ line: "browsers process spawn shop -- node server.js", does: "Start a server in the session" }],
  run: () => import("./spawn.run.ts"),
});

export const processStatus = command({
  words: "browsers process status",
  operation: "process.status",
  columns: [{ path: "mem_bytes", as: "bytes" }],
  examples: [{ line: "browsers process status shop 5f1c...", does: "Whether it runs, and what it uses" }],
});

export const processStdin = command({
  words: "browsers process stdin",
  operation: "process.stdin",
  args: [
    id,
    { name: "process_id", summary: "Process id, as spawn gave it", required: true },
    { name: "text", summary: "What to write: text, -, @file or env:NAME; stdin when left out", required: false },
  ],
  filled: ["data_b64"],
  fields: { data_b64: false },
  flags: [
    { name: "keep-open", kind: "boolean", summary: "Do not end the process's input at the end of a pipe or file" },
  ],
  examples: [
    { line: "browsers process stdin shop 5f1c... 'yes'", does: "Write a word" },
    { line: "browsers process stdin shop 5f1c... @data.csv", does: "Write a file, then end its input" },
    {
      line: "browsers process stdin shop 5f1c... --keep-open < part1.csv",
      does: "Pipe something in, with more to come",
    },
  ],
  run: () => import("./stdin.run.ts"),
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
  columns,
  examples: [{ line: "browsers process list shop", does: "Show the session's processes (local service only)" }],
});
