import { command, table } from "../../../cli/declare/command.ts";
import type { AnalysisSummary } from "../../../generated/types.ts";

/** Columns of analyses. */
const analysisColumns = table<AnalysisSummary>([
  { path: "analysis.id", title: "id" },
  { path: "target.normalized", title: "website", keep: true },
  { path: "analysis.status", title: "state", as: "state" },
  { path: "analysis.created_at", title: "requested", as: "age" },
]);

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
