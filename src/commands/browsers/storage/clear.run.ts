import type { Run } from "../../../cli/declare/body.ts";
import { workIn } from "../lib/agent-calls.ts";
import { printChanged } from "../lib/stored-value.ts";
import type { storageClear } from "./clear.ts";

/** Deletes all keys, after a question. */
export const run: Run<typeof storageClear> = async (tools) => {
  const { body, params } = tools.request;
  const name = body.session ? "sessionStorage" : "localStorage";
  await tools.confirm(`Delete all keys in ${name} of ${body.origin ?? "the page"}, in session ${params.id}?`);
  return printChanged(tools, await workIn(tools, params.id, "storageChange", { ...body, action: "clear" }));
};
