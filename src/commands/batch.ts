import { command } from "../cli/declare/command.ts";
import { MAX_CONCURRENCY } from "./batch/lib/limits.ts";
import { allowable } from "./lib/allowable.ts";

export const batch = command({
  words: "batch",
  effects: "none",
  summary: "Run many commands in one process",
  description:
    "Each line of the input is a command, and gives one line of output with its number, its id, exit_code, and the result or error as with -o json. Flags such as --context, --project, --yes and --dry-run apply to every line that does not set them itself; --timeout limits the whole batch, and in a line that line. A line that prints secrets, sends the token to another place, or changes settings or the local service needs --allow.",
  exits: { own: "that of the first line that failed" },
  args: {
    file: {
      required: false,
      kind: "path",
      summary:
        'Commands, one per line: ["browsers","list"], {"args":[…],"id":…,"stdin":"…"}, or browsers list as in a shell; stdin when omitted',
    },
  },
  flags: {
    concurrency: {
      short: "c",
      kind: "integer",
      placeholder: "N",
      default: "1",
      summary: `Commands that run at the same time, at most ${MAX_CONCURRENCY}; 1 runs them in their order`,
    },
    allow: {
      kind: "enum",
      choices: allowable,
      repeat: true,
      placeholder: "EFFECT",
      summary:
        "Also run lines that print secrets (secrets), change how the local service runs (service), or change settings (settings)",
    },
    unordered: { kind: "boolean", summary: "Print each result as it comes, not in the order of the lines" },
    stopOnError: { kind: "boolean", summary: "Start nothing new after a failure" },
  },
  examples: [
    {
      before: `echo '["browsers","list"]' |`,
      line: "batch",
      does: "Run one command per line, and print one result per line",
    },
    {
      before: "echo browsers get shop |",
      line: "batch",
      does: "A line as in a shell, with its quotes, without variables, patterns and pipes",
    },
    { line: "batch commands.ndjson --allow secrets", does: "Let lines print secrets, such as new API keys" },
    { line: "batch commands.ndjson --stop-on-error", does: "Stop at the first failure" },
    {
      before: 'browserctl browsers list -o jsonl | jq -c \'["browsers","delete",.session_id]\' |',
      line: "batch --yes -c 8",
      does: "End every session, eight at a time",
    },
  ],
  requests: true,
  preview: "calls",
  inBatch: "never",
  output: async () => (await import("./batch/lib/schema.ts")).batchOutput,
  terminal: true,
  run: () => import("./batch.run.ts"),
});
