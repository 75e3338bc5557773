import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { StoredDeployment } from "./deployment-table.ts";

export type DeploymentRecord = ResultOf<OperationById<"deployments.get">>;
export type AppVersionRecord = ResultOf<OperationById<"apps.list">>[number];

/** API record of a deployment; hides the values of its variables. */
export function deploymentRecord(deployment: StoredDeployment): DeploymentRecord {
  return {
    id: deployment.id,
    status: deployment.status,
    created_at: new Date(deployment.createdAt).toISOString(),
    updated_at: new Date(deployment.updatedAt).toISOString(),
    region: deployment.region,
    entrypoint_rel_path: deployment.entrypoint,
    env_vars: hidden(deployment.env),
    ...(deployment.statusReason !== null && { status_reason: deployment.statusReason }),
    ...sourceFields(deployment),
  };
}

function sourceFields({ repository, sha256 }: StoredDeployment): Partial<DeploymentRecord> {
  if (!repository) return { source_type: "file", source_checksum: sha256 };
  const { url, ref, path } = repository;
  return { source_type: "github", source_url: url, source_ref: ref, ...(path !== undefined && { source_path: path }) };
}

/** API record of the app version that a running deployment serves. */
export function appVersionRecord(deployment: StoredDeployment): AppVersionRecord {
  return {
    id: deployment.versionId ?? deployment.id,
    app_name: deployment.appName ?? "",
    version: deployment.version,
    deployment: deployment.id,
    region: deployment.region,
    actions: deployment.actions,
    env_vars: hidden(deployment.env),
  };
}

function hidden(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(env).map((name) => [name, ""]));
}
