import type { Check, Run } from "../../cli/declare/body.ts";
import { workIn } from "./lib/agent-calls.ts";
import { sinceProblems } from "./lib/filter-problems.ts";
import type { browsersNetwork } from "./network.ts";

export const check: Check<typeof browsersNetwork> = ({ request }) => sinceProblems(request.body?.since);

/** Prints the requests. */
export const run: Run<typeof browsersNetwork> = async (tools) => {
  const { body, params } = tools.request;
  const read = await workIn(tools, params.id, "network", { ...body });
  return tools.wantsValue ? tools.anyValue(read) : tools.text(read.text);
};
