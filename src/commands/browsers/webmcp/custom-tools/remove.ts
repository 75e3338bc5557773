import { command } from "../../../../cli/declare/command.ts";
import { sessionArgs } from "../../lib/session-args.ts";

export const customToolsRemove = command({
  words: "browsers webmcp custom-tools remove",
  effects: "none",
  operation: "webmcp.removeCustomTool",
  args: { ...sessionArgs, tool_id: { summary: "Custom tool, as listed" } },
  done: "Removed custom tool {tool_id}.",
  seeAlso: ["browsers webmcp custom-tools list"],
  examples: [
    { line: "browsers webmcp custom-tools remove shop ct_n10b9798ad53ecc4y69z31e1", does: "Remove it" },
    { line: "browsers webmcp custom-tools remove shop ct_n10b9798ad53ecc4y69z31e1 -q", does: "Without a message" },
  ],
});
