import { table } from "../../../cli/declare/command.ts";
import type { SearchContent, SearchProvider, SearchResult } from "../../../generated/types.ts";

/** Columns of the results of a search. */
export const resultColumns = table<SearchResult>([
  { path: "rank", title: "#" },
  { path: "title" },
  { path: "url", keep: true },
  { path: "published_date", title: "published" },
  { path: "id" },
]);

/** Columns of fetched texts. */
export const contentColumns = table<SearchContent>([
  { path: "result_id", title: "id" },
  { path: "status", as: "state" },
  { path: "http_status", title: "http" },
  { path: "url", keep: true },
]);

/** Columns of providers. */
export const providerColumns = table<SearchProvider>([
  { path: "slug", title: "provider", keep: true },
  { path: "max_results_cap", title: "results" },
  { path: "content.inline", title: "texts" },
  { path: "content.post_hoc", title: "texts later" },
  { path: "params.recency.support", title: "recency" },
  { path: "params.include_domains.support", title: "domains" },
]);
