import { command } from "../../../../cli/declare/command.ts";
import { sessionArgs } from "../../lib/session-args.ts";
import { customToolColumns } from "./lib/custom-tool-columns.ts";

export const customToolsList = command({
  words: "browsers webmcp custom-tools list",
  effects: "none",
  operation: "webmcp.listCustomTools",
  args: sessionArgs,
  output: async () => (await import("../../../lib/outputs.ts")).customToolsListOutput(),
  columns: customToolColumns,
  seeAlso: ["browsers webmcp custom-tools add", "browsers webmcp list"],
  examples: [
    { line: "browsers webmcp custom-tools list shop", does: "List the custom tools of a session" },
    { line: "browsers webmcp custom-tools list shop --query '[].id' -o text", does: "Only their ids" },
  ],
  run: () => import("./list.run.ts"),
});
