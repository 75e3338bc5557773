import type { Run } from "../../cli/declare/body.ts";
import { printMove, workIn } from "./lib/agent-calls.ts";
import type { browsersReload } from "./reload.ts";

/** Prints which page is shown then. */
export const run: Run<typeof browsersReload> = async (tools) => {
  const { id } = tools.request.params;
  return printMove(tools, id, await workIn(tools, id, "navigate", { action: "reload" }));
};
