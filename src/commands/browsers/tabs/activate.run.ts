import type { Run } from "../../../cli/declare/body.ts";
import { printMove, workIn } from "../lib/agent-calls.ts";
import type { tabsActivate } from "./activate.ts";

/** Prints which page is in front then. */
export const run: Run<typeof tabsActivate> = async (tools) => {
  const { request } = tools;
  const { id } = request.params;
  return printMove(tools, id, await workIn(tools, id, "tab", { action: "activate", number: request.body.number ?? 1 }));
};
