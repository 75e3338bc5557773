import type { Run } from "../../../cli/declare/body.ts";
import { workIn } from "../lib/agent-calls.ts";
import type { cookiesList } from "./list.ts";

/** Prints the cookies. */
export const run: Run<typeof cookiesList> = async (tools) => {
  const { body, params } = tools.request;
  return tools.value([...(await workIn(tools, params.id, "cookies", { ...body }))]);
};
