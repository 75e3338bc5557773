import { command } from "../../cli/command.ts";
import { browserColumns } from "./columns.ts";

export const invocationsBrowsers = command({
  words: "invocations browsers",
  operation: "invocations.browsers",
  columns: browserColumns,
  examples: [{ line: "invocations browsers i7f2", does: "The browsers it has made that are still there" }],
  run: () => import("./browsers.run.ts"),
});
