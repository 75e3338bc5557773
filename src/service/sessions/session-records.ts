import type { Clock } from "../clock.ts";
import { PendingEnds } from "../store/pending-ends.ts";
import type { ProjectId } from "../store/project-id.ts";
import type { Rows } from "../store/rows.ts";
import type { ListOptions, ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import { browsers, type StoredSession } from "./browser-table.ts";
import type { SessionSettings } from "./session-record.ts";

export interface SessionRecordsOptions {
  store: Store;
  clock: Clock;
  log: (line: string) => void;
}

/**
 * Number of ended sessions of a project that are kept; older ones are pruned. assumed: the API has no number. The
 * number is per project, so that no project displaces the sessions of another.
 */
const ENDED_KEPT = 1_000;

/** Records of active and ended sessions. An end that cannot be written to a full disk takes effect only in memory. */
export class SessionRecords {
  readonly #options: SessionRecordsOptions;
  readonly #rows: Rows<typeof browsers>;
  readonly #ends: PendingEnds<StoredSession>;

  constructor(options: SessionRecordsOptions) {
    this.#options = options;
    this.#rows = options.store.rows(browsers);
    this.#ends = new PendingEnds((session) => this.#writeEnd(session), options.log);
  }

  /** Marks the sessions that a previous run of the service left active as ended, and returns their number. */
  endAll(endReason: string): number {
    const { store, clock } = this.#options;
    return store.transaction(() => {
      const left = this.#rows.everywhere({ deletedAt: null });
      this.#rows.updateEverywhere({ deletedAt: null }, { deletedAt: clock.now(), endReason });
      for (const projectId of new Set(left.map((session) => session.projectId))) this.#forget(projectId);
      return left.length;
    });
  }

  insert(session: StoredSession): void {
    this.#rows.insert(recordOf(session));
  }

  update(session: StoredSession, change: { name: string | null; settings: SessionSettings }): void {
    this.#rows.update(recordOf(session), change);
  }

  /** Records the end of a session; a full disk is logged and the write is retried later. */
  end(session: StoredSession): void {
    this.#ends.record(recordOf(session));
  }

  /** Retries the pending ends. */
  retry(): void {
    this.#ends.retry();
  }

  /**
   * Page of a project's sessions. Sessions with a pending end are missing from both the active and the deleted ones.
   */
  list(projectId: ProjectId, options: ListOptions<typeof browsers>): ListPage<typeof browsers> {
    this.#ends.retry();
    const page = this.#rows.in(projectId).list(options);
    const items = page.items
      .map((row) => this.#ends.get(row.id) ?? row)
      .filter(({ deletedAt }) => deletedAt === null || options.status === "all" || options.status === "deleted");
    return { ...page, items };
  }

  /** Record of the session with an id, of any project. */
  byId(id: string): StoredSession | undefined {
    return this.#ends.get(id) ?? this.#rows.everywhere({ id })[0];
  }

  /** Ended session with an id, otherwise the last ended session with that name. */
  ended(projectId: ProjectId, idOrName: string): StoredSession | undefined {
    const rows = this.#rows.in(projectId);
    const pending = [...this.#ends.values()].filter((session) => session.projectId === projectId);
    const byId = pending.find(({ id }) => id === idOrName) ?? rows.byId(idOrName, "deleted");
    if (byId) return byId;
    const lastPending = pending.findLast(({ name }) => name === idOrName);
    if (lastPending) return lastPending;
    return rows.list({ where: { name: idOrName }, status: "deleted", sortBy: "deletedAt", limit: 1 }).items[0];
  }

  #writeEnd(session: StoredSession): void {
    const { deletedAt, endReason } = session;
    this.#options.store.transaction(() => {
      this.#rows.update(session, { deletedAt, endReason });
      this.#forget(session.projectId);
    });
  }

  /** Prunes the oldest ended sessions of a project over the limit. */
  #forget(projectId: ProjectId): void {
    this.#rows.in(projectId).prune({ by: "deletedAt", keep: ENDED_KEPT });
  }
}

/** Record of a session without its running parts. */
function recordOf({ id, projectId, name, settings, createdAt, deletedAt, endReason }: StoredSession): StoredSession {
  return { id, projectId, name, settings, createdAt, deletedAt, endReason };
}
