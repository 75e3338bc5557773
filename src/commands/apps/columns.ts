import type { Column } from "../../render/columns.ts";

/** What a table of versions of apps shows. */
export const appColumns: readonly Column[] = [
  { path: "app_name", title: "app" },
  { path: "version" },
  { path: "actions", as: "names" },
  { path: "region" },
  { path: "deployment" },
];
