import type { Run } from "../../../cli/declare/body.ts";
import { workIn } from "../lib/agent-calls.ts";
import { printValue } from "../lib/stored-value.ts";
import type { storageGet } from "./get.ts";

/** Prints the value. Exit 8 for a key that is not there. */
export const run: Run<typeof storageGet> = async (tools) => {
  const { body, params } = tools.request;
  const listed = await workIn(tools, params.id, "storage", { ...body, key: tools.args.key, values: true });
  return tools.wantsValue ? tools.anyValue(listed) : printValue(tools, listed.items[0]?.value ?? "");
};
