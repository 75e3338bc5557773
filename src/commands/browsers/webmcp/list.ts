import { command, table } from "../../../cli/declare/command.ts";
import type { RowOf } from "../../../client/operation-types.ts";
import type { OperationById } from "../../../contract/index.ts";
import type { ResultOf } from "../../../contract/operation.ts";
import { sessionArgs } from "../lib/session-args.ts";

type Tools = ResultOf<OperationById<"webmcp.listTools">>["tools"];

export const webmcpList = command({
  words: "browsers webmcp list",
  effects: "none",
  operation: "webmcp.listTools",
  args: sessionArgs,
  output: async () => (await import("../../lib/outputs.ts")).webmcpListOutput(),
  columns: table<RowOf<Tools>>([
    { path: "tool.name", title: "name", keep: true },
    { path: "tool.description", title: "description" },
    { path: "source.page_url", title: "page" },
    { path: "tool_ref", title: "ref" },
  ]),
  seeAlso: ["browsers webmcp invoke", "browsers snapshot"],
  examples: [
    { line: "browsers webmcp list shop", does: "List the tools of all open pages" },
    {
      line: "browsers webmcp list shop --query '[].tool.inputSchema' -o json",
      does: "The inputs that they take, as JSON Schema",
    },
  ],
  run: () => import("./list.run.ts"),
});
