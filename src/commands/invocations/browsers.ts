import { command } from "../../cli/declare/command.ts";
import { browserColumns } from "./lib/columns.ts";

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
