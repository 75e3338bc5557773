import { command } from "../../cli/command.ts";
import { LATEST_VERSION } from "../../contract/limits.ts";
import { GRACE_MS } from "../invocations/grace.ts";

export const invoke = command({
  words: "invoke",
  operation: "invocations.create",
  idField: "id",
  description:
    "Follows it until it has ended: the log goes to stderr, in a live view at a terminal, the result as JSON to stdout. Exit 0 when it succeeded, 8 when it failed, 9 when its state stays unknown. Ctrl-C asks the service to cancel it and to end its browsers, and so does the end of --timeout; a second Ctrl-C leaves at once. With --async it prints the invocation and leaves. With -o json or jsonl errors are JSON: where stderr is no terminal the log comes at the end, its last 1,000 lines, and of a failure as the error's log.",
  args: {
    app: { summary: "App to invoke", field: ["body", "app_name"] },
    action: { summary: "Action of it", field: ["body", "action_name"] },
  },
  filled: ["async"],
  fields: {
    app_name: false,
    action_name: false,
    version: { preset: LATEST_VERSION, placeholder: "VERSION" },
    payload: { short: "p", placeholder: "JSON|@FILE|-", summary: "Input as JSON, at most 4.5 MB" },
    async: false,
    async_timeout_seconds: { summary: "Time that it may run, 10s to 1h" },
  },
  flags: {
    async: { kind: "boolean", summary: "Print the invocation and leave it running" },
    follow: {
      short: "f",
      kind: "boolean",
      negatable: true,
      default: "true",
      summary: "Show its log while it runs; --no-follow waits for the result alone",
    },
    plain: { kind: "boolean", summary: "Lines at a terminal too, instead of the live view" },
    timestamps: { kind: "boolean", summary: "The time before each line of the log" },
  },
  examples: [
    { line: "invoke example page-title", does: "Run an action and watch it" },
    { line: 'invoke example page-title -p \'{"url":"https://example.com"}\'', does: "With an input" },
    { line: "invoke shop import --payload @orders.json --no-follow > result.json", does: "In a script" },
    { line: "invoke shop import --async -o json --query id", does: "Start it, and leave with its id" },
  ],
  // What a call has begun is known after an interruption too, and can be cancelled.
  outlivesMs: GRACE_MS,
  run: () => import("./invoke.run.ts"),
});
