import type { Run } from "../../../cli/declare/body.ts";
import { printMove, workIn } from "../lib/agent-calls.ts";
import type { tabsNew } from "./new.ts";

/** Prints which page is in front then. */
export const run: Run<typeof tabsNew> = async (tools) => {
  const { args, request } = tools;
  const { id } = request.params;
  return printMove(
    tools,
    id,
    await workIn(tools, id, "tab", { action: "new", ...(args.url !== undefined && { url: args.url }) }),
  );
};
