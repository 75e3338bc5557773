import type { Check, Run } from "../../cli/declare/body.ts";
import type { browsersConsole } from "./console.ts";
import { workIn } from "./lib/agent-calls.ts";
import { sinceProblems } from "./lib/filter-problems.ts";

export const check: Check<typeof browsersConsole> = ({ request }) => sinceProblems(request.body?.since);

/** Prints the messages. */
export const run: Run<typeof browsersConsole> = async (tools) => {
  const { body, params } = tools.request;
  const read = await workIn(tools, params.id, "console", { ...body });
  return tools.wantsValue ? tools.anyValue(read) : tools.text(read.text);
};
