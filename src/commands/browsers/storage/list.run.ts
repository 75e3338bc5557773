import type { Run } from "../../../cli/declare/body.ts";
import { table } from "../../../cli/declare/command.ts";
import type { StorageResult } from "../../../page-agent/requests.ts";
import { count } from "../../../render/sentence.ts";
import { workIn } from "../lib/agent-calls.ts";
import type { storageList } from "./list.ts";

const columns = table<StorageResult["items"][number]>([
  { path: "key", keep: true },
  { path: "size", as: "bytes" },
  { path: "value" },
]);

/** Prints the keys. */
export const run: Run<typeof storageList> = async (tools) => {
  const { body, params } = tools.request;
  const listed = await workIn(tools, params.id, "storage", { ...body });
  if (tools.wantsValue) return tools.anyValue(listed);
  const left = listed.total - listed.items.length;
  if (left > 0) tools.note(`${count(left, "more key")} in the storage of ${listed.origin}.`);
  return tools.rows([...listed.items], columns);
};
