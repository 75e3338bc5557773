import type { Run } from "../../cli/declare/body.ts";
import type { browsersForward } from "./forward.ts";
import { navigateIn, printMove } from "./lib/agent-calls.ts";

/** Prints which page is shown then. */
export const run: Run<typeof browsersForward> = async (tools) => {
  const { id } = tools.request.params;
  return printMove(tools, id, await navigateIn(tools, id, { action: "forward" }));
};
