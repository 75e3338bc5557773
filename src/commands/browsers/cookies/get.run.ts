import type { Run } from "../../../cli/declare/body.ts";
import { workIn } from "../lib/agent-calls.ts";
import { printValue } from "../lib/stored-value.ts";
import type { cookiesGet } from "./get.ts";

/** Prints the value. Exit 8 for a cookie that is not there. */
export const run: Run<typeof cookiesGet> = async (tools) => {
  const { body, params } = tools.request;
  const cookies = await workIn(tools, params.id, "cookies", { ...body, name: tools.args.name, values: true });
  return tools.wantsValue ? tools.anyValue(cookies) : printValue(tools, cookies[0]?.value ?? "");
};
