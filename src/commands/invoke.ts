import { command } from "../cli/declare/command.ts";
import { LATEST_VERSION } from "../contract/limits.ts";

/** Milliseconds after an interruption in which the service may still answer. */
const GRACE_MS = 30_000;

export const invoke = command({
  words: "invoke",
  effects: "none",
  operation: "invocations.create",
  idField: "id",
  description:
    "Follows the invocation until it ends: the log goes to stderr, or to a live view at a terminal, and the result to stdout as JSON. Ctrl-C and the end of --timeout cancel it and end its browsers; a second Ctrl-C leaves at once. With -o json or jsonl errors are JSON, and where stderr is not a terminal the last 1,000 lines of the log come at the end, after a failure as the error's log.",
  args: {
    app: { summary: "App to invoke", field: ["body", "app_name"] },
    action: {
      required: false,
      summary: "Action of the app; without one, the error lists those it has",
      field: ["body", "action_name"],
    },
  },
  filled: ["async", "action_name"],
  fields: {
    app_name: false,
    action_name: false,
    version: { preset: LATEST_VERSION, placeholder: "VERSION" },
    payload: { short: "p", placeholder: "JSON|@FILE|-", summary: "Input as JSON, at most 4.5 MB" },
    async: false,
    async_timeout_seconds: { summary: "Time limit of the invocation" },
  },
  flags: {
    async: { kind: "boolean", summary: "Print the invocation and leave it running" },
    follow: {
      short: "f",
      kind: "boolean",
      negatable: true,
      default: "true",
      summary: "Show its log while it runs; --no-follow only waits for the result",
    },
    plain: { kind: "boolean", summary: "Lines also at a terminal, instead of the live view" },
    timestamps: { kind: "boolean", summary: "Print the time before each line of the log" },
  },
  exits: {
    timeout: "--timeout is over; the invocation was cancelled",
    "outcome-failed": "the invocation failed",
    "outcome-unknown": "its state stays unknown, or the live view was left",
  },
  seeAlso: ["invocations tail", "invocations wait", "apps deploy", "help scripting"],
  examples: [
    { line: "invoke example page-title", does: "Run an action and watch it" },
    { line: 'invoke example page-title -p \'{"url":"https://example.com"}\'', does: "With an input" },
    { line: "invoke shop import --payload @orders.json --no-follow > result.json", does: "In a script" },
    { line: "invoke shop import --async -o json --query id", does: "Start it, and print its id" },
  ],
  // The call outlives an interruption, so that the started invocation is known and can be cancelled.
  outlivesMs: GRACE_MS,
  output: async () => (await import("./lib/outputs.ts")).invokeOutput,
  run: () => import("./invoke.run.ts"),
});
