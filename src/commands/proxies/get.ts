import { command } from "../../cli/declare/command.ts";
import { proxyColumns } from "./lib/columns.ts";

export const proxiesGet = command({
  words: "proxies get",
  effects: "none",
  operation: "proxies.get",
  idField: "id",
  columns: proxyColumns,
  examples: [
    { line: "proxies get x5p2r9o4x7y1k8e3n6t0l9m2", does: "Show its server and the result of the last check" },
    { line: "proxies get x5p2r9o4x7y1k8e3n6t0l9m2 --query status", does: "Whether the last check could reach it" },
  ],
});
