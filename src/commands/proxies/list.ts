import { command } from "../../cli/declare/command.ts";
import { proxyColumns } from "./lib/columns.ts";

export const proxiesList = command({
  words: "proxies list",
  effects: "none",
  operation: "proxies.list",
  idField: "id",
  columns: proxyColumns,
  examples: [
    { line: "proxies list", does: "List the newest proxies" },
    { line: "proxies list --name office -q", does: "The ids of all proxies with a name" },
  ],
});
