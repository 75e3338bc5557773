import type { Run } from "../../../cli/declare/body.ts";
import { printMove, workIn } from "../lib/agent-calls.ts";
import type { tabsClose } from "./close.ts";

/** Prints which page is in front then. */
export const run: Run<typeof tabsClose> = async (tools) => {
  const { request } = tools;
  const { id } = request.params;
  return printMove(
    tools,
    id,
    await workIn(tools, id, "tab", {
      action: "close",
      ...(request.body.number !== undefined && { number: request.body.number }),
    }),
  );
};
