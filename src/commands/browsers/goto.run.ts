import type { Run } from "../../cli/declare/body.ts";
import type { browsersGoto } from "./goto.ts";
import { printMove, workIn } from "./lib/agent-calls.ts";

/** Loads the page and prints which one is shown. */
export const run: Run<typeof browsersGoto> = async (tools) => {
  const { id } = tools.request.params;
  return printMove(tools, id, await workIn(tools, id, "navigate", { action: "goto", url: tools.args.url }));
};
