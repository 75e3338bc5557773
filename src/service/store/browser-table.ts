import type { SessionSettings } from "../sessions/session-record.ts";
import type { Store } from "./store.ts";

/** A session as it is kept. Times are milliseconds since 1970. */
export interface StoredSession {
  id: string;
  projectId: string;
  name: string | null;
  settings: SessionSettings;
  createdAt: number;
  deletedAt: number | null;
  endReason: string | null;
}

interface Row {
  id: string;
  project_id: string;
  name: string | null;
  settings: string;
  created_at: number;
  deleted_at: number | null;
  end_reason: string | null;
}

/** Ended sessions that are remembered; the oldest are forgotten. assumed: the API names no number. */
const ENDED_KEPT = 1_000;

/** Sessions, the active ones and the last that ended. */
export class BrowserTable {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  insert(session: StoredSession): void {
    this.#store.run(
      "INSERT INTO browsers (id, project_id, name, settings, created_at) VALUES (?, ?, ?, ?, ?)",
      session.id,
      session.projectId,
      session.name,
      JSON.stringify(session.settings),
      session.createdAt,
    );
  }

  update(session: StoredSession): void {
    this.#store.run(
      "UPDATE browsers SET name = ?, settings = ? WHERE id = ?",
      session.name,
      JSON.stringify(session.settings),
      session.id,
    );
  }

  /** Records the end of a session and forgets the oldest ended ones beyond the bound. */
  end(id: string, deletedAt: number, reason: string): void {
    this.#store.transaction(() => {
      this.#store.run("UPDATE browsers SET deleted_at = ?, end_reason = ? WHERE id = ?", deletedAt, reason, id);
      this.#forget();
    });
  }

  /** Ends every session that is still active, and gives how many there were. */
  endAll(deletedAt: number, reason: string): number {
    return this.#store.transaction(() => {
      const ended = this.#store.run(
        "UPDATE browsers SET deleted_at = ?, end_reason = ? WHERE deleted_at IS NULL",
        deletedAt,
        reason,
      );
      if (ended > 0) this.#forget();
      return ended;
    });
  }

  byId(id: string): StoredSession | undefined {
    const row = this.#store.get<Row>("SELECT * FROM browsers WHERE id = ?", id);
    return row && session(row);
  }

  /** The session of a name that ended last. */
  lastEnded(projectId: string, name: string): StoredSession | undefined {
    const row = this.#store.get<Row>(
      `SELECT * FROM browsers WHERE project_id = ? AND name = ? AND deleted_at IS NOT NULL
       ORDER BY deleted_at DESC, rowid DESC LIMIT 1`,
      projectId,
      name,
    );
    return row && session(row);
  }

  /** Sessions of a project, the newest first. */
  list(projectId: string, status: "active" | "deleted" | "all"): StoredSession[] {
    const where = { active: "AND deleted_at IS NULL", deleted: "AND deleted_at IS NOT NULL", all: "" }[status];
    return this.#store
      .all<Row>(`SELECT * FROM browsers WHERE project_id = ? ${where} ORDER BY created_at DESC, rowid DESC`, projectId)
      .map(session);
  }

  #forget(): void {
    this.#store.run(
      `DELETE FROM browsers WHERE rowid IN
       (SELECT rowid FROM browsers WHERE deleted_at IS NOT NULL ORDER BY deleted_at DESC, rowid DESC
        LIMIT -1 OFFSET ${ENDED_KEPT})`,
    );
  }
}

function session(row: Row): StoredSession {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    settings: JSON.parse(row.settings) as SessionSettings,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
    endReason: row.end_reason,
  };
}
