import type { Column } from "../../render/columns.ts";

/** What a table of deployments shows. */
export const deploymentColumns: readonly Column[] = [
  { path: "id" },
  { path: "status", as: "state" },
  { path: "entrypoint_rel_path", title: "entry" },
  { path: "region" },
  { path: "created_at", title: "created", as: "age" },
  { path: "status_reason", title: "reason" },
];

/** The same with the app that a deployment runs, joined from the list of apps. */
export const deploymentListColumns: readonly Column[] = [
  ...deploymentColumns.slice(0, 2),
  { path: "app" },
  { path: "version" },
  ...deploymentColumns.slice(2),
];
