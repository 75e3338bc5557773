import type { Run } from "../../../cli/declare/body.ts";
import { workIn } from "../lib/agent-calls.ts";
import { printChanged } from "../lib/stored-value.ts";
import type { cookiesClear } from "./clear.ts";

/** Deletes the cookies, those of all sites after a question. */
export const run: Run<typeof cookiesClear> = async (tools) => {
  const { body, params } = tools.request;
  const { all_sites, domain, name, path } = body;
  if (all_sites && domain === undefined && name === undefined && path === undefined)
    await tools.confirm(`Delete the cookies of all sites in session ${params.id}?`);
  return printChanged(tools, await workIn(tools, params.id, "cookieChange", { ...body, action: "clear" }));
};
