import { command, table } from "../../cli/declare/command.ts";
import type { RecommendationSummary } from "../../generated/types.ts";

/** Columns of analysed websites. */
const summaryColumns = table<RecommendationSummary>([
  { path: "target", title: "website", keep: true },
  { path: "recommended_config_label", title: "recommended" },
  { path: "success_rate", title: "success" },
  { path: "analysis_status", title: "analysis", as: "state" },
  { path: "last_requested_at", title: "requested", as: "age" },
  { path: "analysis_id" },
]);

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
