import { command } from "../../cli/command.ts";
import { columns } from "./context-args.ts";

export const contextList = command({
  words: "context list",
  summary: "List the contexts",
  columns,
  examples: [{ line: "context list", does: "Show every context; tokens are never shown" }],
  run: () => import("./list.run.ts"),
});
