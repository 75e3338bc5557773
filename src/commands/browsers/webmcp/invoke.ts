import { command } from "../../../cli/declare/command.ts";
import { sessionArgs } from "../lib/session-args.ts";

export const webmcpInvoke = command({
  words: "browsers webmcp invoke",
  effects: "none",
  operation: "webmcp.invokeTool",
  calls: ["webmcp.listTools"],
  description:
    "Prints the output of the tool, which is a text of the website. A form that does not send itself is only filled in, which is said. A call is never repeated: after exit 9, look at the page before you call the tool again.",
  args: {
    ...sessionArgs,
    tool: { summary: "Name of the tool, or its reference as listed" },
    input: {
      summary: "Input of the tool: a JSON object, @file or -; {} by default",
      required: false,
    },
  },
  // The name of the tool has to be looked up.
  preview: "calls",
  filled: ["tool_ref", "input"],
  fields: { tool_ref: false, input: false },
  exits: {
    "outcome-failed": "the tool failed or was canceled; the message is its error",
    "outcome-unknown": "the tool was called, and what it has done is not known",
  },
  seeAlso: ["browsers webmcp list", "browsers act"],
  examples: [
    { line: `browsers webmcp invoke shop search_products '{"query":"shoes"}'`, does: "Call a tool by its name" },
    {
      line: "browsers webmcp invoke shop search_products @input.json --timeout-sec 10",
      does: "With the input from a file, at most ten seconds",
    },
  ],
  run: () => import("./invoke.run.ts"),
});
