import type { Run } from "../../../cli/declare/body.ts";
import { workIn } from "../lib/agent-calls.ts";
import type { tabsList } from "./list.ts";

/** Prints the tabs. */
export const run: Run<typeof tabsList> = async (tools) =>
  tools.value(await workIn(tools, tools.request.params.id, "tabs"));
