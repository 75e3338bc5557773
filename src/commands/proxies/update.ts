import { command } from "../../cli/declare/command.ts";
import { proxyColumns } from "./lib/columns.ts";

export const proxiesUpdate = command({
  words: "proxies update",
  effects: "none",
  operation: "proxies.update",
  idField: "id",
  columns: proxyColumns,
  examples: [
    { line: "proxies update x5p2r9o4x7y1k8e3n6t0l9m2 --name home", does: "Rename it" },
    {
      line: "proxies update x5p2r9o4x7y1k8e3n6t0l9m2 --name home -o json",
      does: "Rename it, and print the record as JSON",
    },
  ],
});
