import { command } from "../../../../cli/declare/command.ts";
import { sessionArgs } from "../../lib/session-args.ts";
import { customToolColumns } from "./lib/custom-tool-columns.ts";

export const customToolsAdd = command({
  words: "browsers webmcp custom-tools add",
  effects: "none",
  operation: "webmcp.addCustomTools",
  description:
    "The source is a JavaScript expression: an array of { kind, match, tool, execute }. All of its tools are added, or none; a name that the namespace has already is a conflict.",
  args: {
    ...sessionArgs,
    namespace: { summary: "Namespace of the tools, such as the domain they are for", field: ["body", "namespace"] },
    source: { summary: "JavaScript expression, @file or -", kind: "text", field: ["body", "source"] },
  },
  fields: { namespace: false, source: false, force_overwrite_namespace: { name: "replace" } },
  output: async () => (await import("../../../lib/outputs.ts")).customToolsAddOutput(),
  columns: customToolColumns,
  seeAlso: ["browsers webmcp custom-tools list", "browsers webmcp invoke"],
  examples: [
    { line: "browsers webmcp custom-tools add shop shop.example.com @tools.js", does: "Add the tools of a file" },
    {
      line: "browsers webmcp custom-tools add shop shop.example.com @tools.js --replace",
      does: "Replace all tools of the namespace",
    },
  ],
  run: () => import("./add.run.ts"),
});
