import { command } from "../../cli/command.ts";
import { browserColumns } from "./columns.ts";

export const invocationsBrowsers = command({
  words: "invocations browsers",
  operation: "invocations.browsers",
  columns: browserColumns,
  examples: [{ line: "invocations browsers i7f2", does: "Show its browsers that still exist" }],
  output: async () => (await import("./outputs.ts")).invocationsBrowsersOutput(),
  run: () => import("./browsers.run.ts"),
});
