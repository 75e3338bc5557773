import { command } from "../../../cli/declare/command.ts";
import { analysisColumns } from "../lib/columns.ts";

export const configRegistryAnalysesList = command({
  words: "config-registry analyses list",
  effects: "none",
  operation: "configRegistry.listAnalyses",
  idField: "analysis.id",
  columns: analysisColumns,
  fields: { search: { placeholder: "TEXT" } },
  examples: [
    { line: "config-registry analyses list", does: "Show the newest analyses" },
    { line: "config-registry analyses list --search shop -q", does: "The ids of those of some websites" },
  ],
});
