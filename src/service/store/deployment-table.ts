import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { Store } from "./store.ts";

type DeploymentRecord = ResultOf<OperationById<"deployments.get">>;
export type DeploymentStatus = DeploymentRecord["status"];
export type AppAction = ResultOf<OperationById<"apps.list">>[number]["actions"][number];

/** A deployment as it is kept. Times are milliseconds since 1970. */
export interface StoredDeployment {
  id: string;
  projectId: string;
  /** Absent until the app was loaded. */
  appName: string | null;
  version: string;
  status: DeploymentStatus;
  statusReason: string | null;
  region: string;
  entrypoint: string;
  env: Record<string, string>;
  /** Lower-case hex, of the archive as it was uploaded. */
  sha256: string;
  /** The bundle, from the deployment's folder on; absent until it is built. */
  file: string | null;
  actions: AppAction[];
  /** Id of the app's version; absent until it runs. */
  versionId: string | null;
  createdAt: number;
  updatedAt: number;
}

interface Row {
  id: string;
  project_id: string;
  app_name: string | null;
  version: string;
  status: DeploymentStatus;
  status_reason: string | null;
  region: string;
  entrypoint: string;
  env: string;
  sha256: string;
  file: string | null;
  actions: string | null;
  version_id: string | null;
  created_at: number;
  updated_at: number;
}

/** Stopped and failed deployments that are remembered. assumed: the API names no number. */
const ENDED_KEPT = 200;
const ENDED = "status IN ('failed', 'stopped')";

/** Deployments of all projects. */
export class DeploymentTable {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  insert(one: StoredDeployment): void {
    this.#store.run(
      `INSERT INTO deployments (id, project_id, app_name, version, status, status_reason, region, entrypoint, env,
       sha256, file, actions, version_id, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      one.id,
      one.projectId,
      one.appName,
      one.version,
      one.status,
      one.statusReason,
      one.region,
      one.entrypoint,
      JSON.stringify(one.env),
      one.sha256,
      one.file,
      JSON.stringify(one.actions),
      one.versionId,
      one.createdAt,
      one.updatedAt,
    );
  }

  update(one: StoredDeployment): void {
    this.#store.run(
      `UPDATE deployments SET app_name = ?, status = ?, status_reason = ?, file = ?, actions = ?, version_id = ?,
       updated_at = ? WHERE id = ?`,
      one.appName,
      one.status,
      one.statusReason,
      one.file,
      JSON.stringify(one.actions),
      one.versionId,
      one.updatedAt,
      one.id,
    );
  }

  byId(projectId: string, id: string): StoredDeployment | undefined {
    const row = this.#store.get<Row>("SELECT * FROM deployments WHERE project_id = ? AND id = ?", projectId, id);
    return row && deployment(row);
  }

  /** The one that serves a version of an app. */
  running(projectId: string, appName: string, version: string): StoredDeployment | undefined {
    const row = this.#store.get<Row>(
      "SELECT * FROM deployments WHERE project_id = ? AND app_name = ? AND version = ? AND status = 'running'",
      projectId,
      appName,
      version,
    );
    return row && deployment(row);
  }

  /** Deployments of a project, the newest first. */
  list(projectId: string): StoredDeployment[] {
    return this.#store
      .all<Row>("SELECT * FROM deployments WHERE project_id = ? ORDER BY created_at DESC, rowid DESC", projectId)
      .map(deployment);
  }

  all(): StoredDeployment[] {
    return this.#store.all<Row>("SELECT * FROM deployments").map(deployment);
  }

  /** Forgets the oldest that have ended beyond the bound, but for some, and gives their ids. */
  forgetEnded(inUse: Iterable<string>): string[] {
    return this.#store
      .all<{ id: string }>(
        `DELETE FROM deployments WHERE rowid IN (SELECT rowid FROM deployments WHERE ${ENDED}
         ORDER BY updated_at DESC, rowid DESC LIMIT -1 OFFSET ${ENDED_KEPT})
         AND id NOT IN (SELECT value FROM json_each(?)) RETURNING id`,
        JSON.stringify([...inUse]),
      )
      .map(({ id }) => id);
  }
}

function deployment(row: Row): StoredDeployment {
  return {
    id: row.id,
    projectId: row.project_id,
    appName: row.app_name,
    version: row.version,
    status: row.status,
    statusReason: row.status_reason,
    region: row.region,
    entrypoint: row.entrypoint,
    env: JSON.parse(row.env) as Record<string, string>,
    sha256: row.sha256,
    file: row.file,
    actions: JSON.parse(row.actions ?? "[]") as AppAction[],
    versionId: row.version_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
