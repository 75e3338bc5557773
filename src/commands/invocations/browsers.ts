import { command, table } from "../../cli/declare/command.ts";
import type { Browser } from "../../generated/types.ts";

/** Columns of a table of an invocation's browsers. */
const browserColumns = table<Browser>([
  { path: "session_id", title: "id" },
  { path: "created_at", title: "created", as: "age" },
  { path: "headless" },
  { path: "viewport", as: "size" },
]);

export const invocationsBrowsers = command({
  words: "invocations browsers",
  effects: "none",
  operation: "invocations.browsers",
  columns: browserColumns,
  examples: [
    { line: "invocations browsers i7f2", does: "Show its browsers that still exist" },
    { line: "invocations browsers i7f2 --query '[].session_id'", does: "The ids of its browsers alone, one on a line" },
  ],
  output: async () => (await import("../lib/outputs.ts")).invocationsBrowsersOutput(),
  run: () => import("./browsers.run.ts"),
});
