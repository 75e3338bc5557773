import type { Run } from "../../cli/declare/body.ts";
import type { browsersForward } from "./forward.ts";
import { printMove, workIn } from "./lib/agent-calls.ts";

/** Prints which page is shown then. */
export const run: Run<typeof browsersForward> = async (tools) => {
  const { id } = tools.request.params;
  return printMove(tools, id, await workIn(tools, id, "navigate", { action: "forward" }));
};
