import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { StoredDeployment } from "./deployment-table.ts";

export type DeploymentRecord = ResultOf<OperationById<"deployments.get">>;
export type AppVersionRecord = ResultOf<OperationById<"apps.list">>[number];

/** A deployment as the API shows it: without the values of its variables. */
export function deploymentRecord(one: StoredDeployment): DeploymentRecord {
  return {
    id: one.id,
    status: one.status,
    created_at: new Date(one.createdAt).toISOString(),
    updated_at: new Date(one.updatedAt).toISOString(),
    region: one.region,
    entrypoint_rel_path: one.entrypoint,
    env_vars: hidden(one.env),
    ...(one.statusReason !== null && { status_reason: one.statusReason }),
    source_type: "file",
    source_checksum: one.sha256,
  };
}

/** App, actions and files that a running deployment serves. */
export function appVersionRecord(one: StoredDeployment): AppVersionRecord {
  return {
    id: one.versionId ?? one.id,
    app_name: one.appName ?? "",
    version: one.version,
    deployment: one.id,
    region: one.region,
    actions: one.actions,
    env_vars: hidden(one.env),
  };
}

function hidden(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(env).map((name) => [name, ""]));
}
