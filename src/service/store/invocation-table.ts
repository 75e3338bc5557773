import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { Store } from "./store.ts";

export type InvocationStatus = ResultOf<OperationById<"invocations.get">>["status"];

/** An invocation as it is kept. Times are milliseconds since 1970. */
export interface StoredInvocation {
  id: string;
  projectId: string;
  deploymentId: string;
  appName: string;
  actionName: string;
  version: string;
  status: InvocationStatus;
  statusReason: string | null;
  /** JSON text. */
  payload: string | null;
  /** JSON text. */
  output: string | null;
  timeoutSeconds: number;
  createdAt: number;
  startedAt: number;
  finishedAt: number | null;
}

/** What a list shows: everything but what can be large. */
export type ListedInvocation = Omit<StoredInvocation, "payload" | "output">;

interface Row {
  id: string;
  project_id: string;
  deployment_id: string;
  app_name: string;
  action_name: string;
  version: string;
  status: InvocationStatus;
  status_reason: string | null;
  payload: string | null;
  output: string | null;
  timeout_seconds: number;
  created_at: number;
  started_at: number;
  finished_at: number | null;
}

const LISTED =
  "id, project_id, deployment_id, app_name, action_name, version, status, status_reason, timeout_seconds, created_at, started_at, finished_at";

/** Invocations of all projects. */
export class InvocationTable {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  insert(one: StoredInvocation): void {
    this.#store.run(
      `INSERT INTO invocations (id, project_id, deployment_id, app_name, action_name, version, status, payload,
       timeout_seconds, created_at, started_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      one.id,
      one.projectId,
      one.deploymentId,
      one.appName,
      one.actionName,
      one.version,
      one.status,
      one.payload,
      one.timeoutSeconds,
      one.createdAt,
      one.startedAt,
    );
  }

  update(one: StoredInvocation): void {
    this.#store.run(
      "UPDATE invocations SET status = ?, status_reason = ?, output = ?, started_at = ?, finished_at = ? WHERE id = ?",
      one.status,
      one.statusReason,
      one.output,
      one.startedAt,
      one.finishedAt,
      one.id,
    );
  }

  byId(projectId: string, id: string): StoredInvocation | undefined {
    const row = this.#store.get<Row>("SELECT * FROM invocations WHERE project_id = ? AND id = ?", projectId, id);
    return row && { ...listed(row), payload: row.payload, output: row.output };
  }

  /** Invocations of a project, the newest first. */
  list(projectId: string): ListedInvocation[] {
    return this.#store
      .all<Row>(
        `SELECT ${LISTED} FROM invocations WHERE project_id = ? ORDER BY created_at DESC, rowid DESC`,
        projectId,
      )
      .map(listed);
  }

  /** Those that a life of the service left unfinished. */
  unfinished(): StoredInvocation[] {
    return this.#store
      .all<Row>("SELECT * FROM invocations WHERE finished_at IS NULL")
      .map((row) => ({ ...listed(row), payload: row.payload, output: row.output }));
  }

  ids(): string[] {
    return this.#store.all<{ id: string }>("SELECT id FROM invocations").map(({ id }) => id);
  }

  /** Forgets the oldest that have ended beyond `kept`, and gives their ids. */
  forgetEnded(kept: number): string[] {
    return this.#store
      .all<{ id: string }>(
        `DELETE FROM invocations WHERE rowid IN (SELECT rowid FROM invocations WHERE finished_at IS NOT NULL
         ORDER BY finished_at DESC, rowid DESC LIMIT -1 OFFSET ?) RETURNING id`,
        kept,
      )
      .map(({ id }) => id);
  }
}

function listed(row: Row): ListedInvocation {
  return {
    id: row.id,
    projectId: row.project_id,
    deploymentId: row.deployment_id,
    appName: row.app_name,
    actionName: row.action_name,
    version: row.version,
    status: row.status,
    statusReason: row.status_reason,
    timeoutSeconds: row.timeout_seconds,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}
