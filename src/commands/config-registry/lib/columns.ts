import { table } from "../../../cli/declare/command.ts";
import type { AnalysisSummary, RecommendationSummary } from "../../../generated/types.ts";

/** Columns of analysed websites. */
export const summaryColumns = table<RecommendationSummary>([
  { path: "target", title: "website", keep: true },
  { path: "recommended_config_label", title: "recommended" },
  { path: "success_rate", title: "success" },
  { path: "analysis_status", title: "analysis", as: "state" },
  { path: "last_requested_at", title: "requested", as: "age" },
  { path: "analysis_id" },
]);

/** Columns of analyses. */
export const analysisColumns = table<AnalysisSummary>([
  { path: "analysis.id", title: "id" },
  { path: "target.normalized", title: "website", keep: true },
  { path: "analysis.status", title: "state", as: "state" },
  { path: "analysis.created_at", title: "requested", as: "age" },
]);
