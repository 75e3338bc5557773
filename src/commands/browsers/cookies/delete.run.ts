import type { Run } from "../../../cli/declare/body.ts";
import { workIn } from "../lib/agent-calls.ts";
import { printChanged } from "../lib/stored-value.ts";
import type { cookiesDelete } from "./delete.ts";

/** Deletes the cookies. Exit 8 where there is none. */
export const run: Run<typeof cookiesDelete> = async (tools) => {
  const { body, params } = tools.request;
  const request = { ...body, action: "delete", name: tools.args.name } as const;
  return printChanged(tools, await workIn(tools, params.id, "cookieChange", request));
};
