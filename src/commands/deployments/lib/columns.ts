import { table } from "../../../cli/declare/command.ts";
import type { Deployment } from "../../../generated/types.ts";
import { regionColumn } from "../../apps/lib/columns.ts";

/** A deployment with the app that it runs, joined from the list of apps. */
export interface DeploymentRow extends Deployment {
  readonly app?: string;
  readonly version?: string;
}

/** Columns of a table of deployments. */
export const deploymentColumns = table<Deployment>([
  { path: "id" },
  { path: "status", as: "state" },
  { path: "entrypoint_rel_path", title: "entry" },
  regionColumn,
  { path: "created_at", title: "created", as: "age" },
  { path: "status_reason", title: "reason" },
]);

/** {@link deploymentColumns} with the app. */
export const deploymentListColumns = table<DeploymentRow>([
  { path: "id" },
  { path: "status", as: "state" },
  { path: "app" },
  { path: "version" },
  { path: "entrypoint_rel_path", title: "entry" },
  regionColumn,
  { path: "created_at", title: "created", as: "age" },
  { path: "status_reason", title: "reason" },
]);
