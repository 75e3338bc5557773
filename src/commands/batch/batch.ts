import { command } from "../../cli/command.ts";
import { MAX_CONCURRENCY } from "./limits.ts";

export const batch = command({
  words: "batch",
  summary: "Run many commands in one process",
  description:
    "Each line of the input is a command. It gives one line of output with its number, its id, exit_code, and the result or error as with -o json. Flags such as --context, --project, --yes and --dry-run apply to every line that does not set them itself; --timeout limits the whole batch, and in a line that line.",
  exits: { own: "that of the first line that failed" },
  args: {
    file: {
      required: false,
      kind: "path",
      summary: 'Commands, one per line: ["browsers","list"], or {"args":[…],"id":…,"stdin":"…"}; stdin when omitted',
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
    unordered: { kind: "boolean", summary: "Print each result as it comes, not in the order of the lines" },
    stopOnError: { kind: "boolean", summary: "Start nothing new after a failure" },
  },
  examples: [
    {
      before: `echo '["browsers","list"]' |`,
      line: "batch",
      does: "Run one command per line, and print one result per line",
    },
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
  output: async () => (await import("./schema.ts")).batchOutput,
  terminal: true,
  run: () => import("./batch.run.ts"),
});
