import type { Run } from "../../../cli/declare/body.ts";
import { tabsIn } from "../lib/agent-calls.ts";
import type { tabsList } from "./list.ts";

/** Prints the tabs. */
export const run: Run<typeof tabsList> = async (tools) => tools.value(await tabsIn(tools, tools.request.params.id));
