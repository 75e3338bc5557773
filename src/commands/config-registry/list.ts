import { command } from "../../cli/declare/command.ts";
import { summaryColumns } from "./lib/columns.ts";

export const configRegistryList = command({
  words: "config-registry list",
  effects: "none",
  operation: "configRegistry.list",
  idField: "target",
  columns: summaryColumns,
  fields: { search: { placeholder: "TEXT" } },
  examples: [
    { line: "config-registry list", does: "Show the websites that this project has had analysed" },
    {
      line: "config-registry list --search shop --sort-by success_rate --sort-order asc",
      does: "Those with this in their address, the worst first",
    },
  ],
});
