import type { Run } from "../../../cli/declare/body.ts";
import { workIn } from "../lib/agent-calls.ts";
import { printChanged } from "../lib/stored-value.ts";
import type { storageDelete } from "./delete.ts";

/** Deletes the key. Exit 8 where there is none. */
export const run: Run<typeof storageDelete> = async (tools) => {
  const { body, params } = tools.request;
  const request = { ...body, action: "delete", key: tools.args.key } as const;
  return printChanged(tools, await workIn(tools, params.id, "storageChange", request));
};
