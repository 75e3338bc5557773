import { command } from "../../cli/spec.ts";
import type { Column } from "../../render/columns.ts";

const columns: readonly Column[] = [
  { path: "id" },
  { path: "app_name", title: "app" },
  { path: "action_name", title: "action" },
  { path: "version" },
  { path: "status", as: "state" },
  { path: "started_at", title: "started", as: "age" },
  { path: "status_reason", title: "reason" },
];

export const invocationsList = command({
  words: "invocations list",
  operation: "invocations.list",
  idField: "id",
  description: "The newest first; invocations get shows input and result too.",
  fields: { since: { kind: "since" } },
  columns,
  examples: [
    { line: "invocations list --status running", does: "What runs now" },
    { line: "invocations list --app-name shop --since 1h --all", does: "What an app did in the last hour" },
  ],
});

export const invocationsGet = command({
  words: "invocations get",
  operation: "invocations.get",
  examples: [
    { line: "invocations get i7f2", does: "Show its state, input and result" },
    { line: "invocations get i7f2 --query output > result.json", does: "Its result alone, as JSON" },
  ],
});

export const invocationsWait = command({
  words: "invocations wait",
  operation: "invocations.events",
  summary: "Wait until an invocation has ended",
  description:
    "Prints its record when it has succeeded: exit 0. Exit 8 when it failed, with the reason, 9 when its state stays unknown. --timeout limits the wait. Ctrl-C ends the wait, not the invocation.",
  fields: { since: false },
  examples: [
    { line: "invocations wait i7f2 --timeout 10m", does: "Wait for it, but not for ever" },
    { line: "invocations wait i7f2 --query output > result.json", does: "Its result as JSON, once it is there" },
  ],
  run: () => import("./wait.run.ts"),
});

export const invocationsCancel = command({
  words: "invocations cancel",
  operation: "invocations.update",
  summary: "Cancel an invocation and end its browsers",
  description:
    "It ends as failed, and its browsers are ended too, as by Ctrl-C where it is followed. One that has ended already is left as it is: exit 0.",
  filled: ["status"],
  input: false,
  fields: { status: false, output: false },
  examples: [
    { line: "invocations cancel i7f2", does: "End it, after a question" },
    { line: "invocations cancel i7f2 --yes", does: "End it in a script" },
  ],
  run: () => import("./cancel.run.ts"),
});

export const invocationsBrowsers = command({
  words: "invocations browsers",
  operation: "invocations.browsers",
  columns: [
    { path: "session_id", title: "id" },
    { path: "created_at", title: "created", as: "age" },
    { path: "headless" },
    { path: "viewport", as: "size" },
  ],
  examples: [{ line: "invocations browsers i7f2", does: "The browsers it has made that are still there" }],
  run: () => import("./browsers.run.ts"),
});
