import type { Clock } from "../clock.ts";
import { PendingEnds } from "../store/pending-ends.ts";
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

/** Ended sessions that are remembered; the oldest are forgotten. assumed: the API names no number. */
const ENDED_KEPT = 1_000;

/** The records of sessions, the active and the ended ones. An end that a full disk keeps back counts all the same. */
export class SessionRecords {
  readonly #options: SessionRecordsOptions;
  readonly #rows: Rows<typeof browsers>;
  readonly #ends: PendingEnds<StoredSession>;

  constructor(options: SessionRecordsOptions) {
    this.#options = options;
    this.#rows = options.store.rows(browsers);
    this.#ends = new PendingEnds((session) => this.#writeEnd(session), options.log);
  }

  /** Ends all that an earlier life of the service left active, and gives how many. */
  endAll(endReason: string): number {
    const { store, clock } = this.#options;
    return store.transaction(() => {
      const ended = this.#rows.updateEverywhere({ deletedAt: null }, { deletedAt: clock.now(), endReason });
      if (ended > 0) this.#forget();
      return ended;
    });
  }

  insert(session: StoredSession): void {
    this.#rows.insert(recordOf(session));
  }

  update(session: StoredSession, change: { name: string | null; settings: SessionSettings }): void {
    this.#rows.update(recordOf(session), change);
  }

  /** Records that a session has ended; a full disk is logged, and it is tried again later. */
  end(session: StoredSession): void {
    this.#ends.record(recordOf(session));
  }

  /** Records the ends that could not be recorded before. */
  retry(): void {
    this.#ends.retry();
  }

  /**
   * A page of a project's sessions. While a full disk keeps ends from being recorded, their sessions are missing among the
   * deleted ones, and from pages of active ones.
   */
  list(projectId: string, options: ListOptions<typeof browsers>): ListPage<typeof browsers> {
    this.#ends.retry();
    const page = this.#rows.in(projectId).list(options);
    const items = page.items
      .map((row) => this.#ends.get(row.id) ?? row)
      .filter(({ deletedAt }) => deletedAt === null || options.status === "all" || options.status === "deleted");
    return { ...page, items };
  }

  /** The record of a session by its id alone, whatever its project. */
  byId(id: string): StoredSession | undefined {
    return this.#ends.get(id) ?? this.#rows.everywhere({ id })[0];
  }

  /** The ended session with an id; else the one of a name that ended last. */
  ended(projectId: string, idOrName: string): StoredSession | undefined {
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
      this.#forget();
    });
  }

  /** Forgets the oldest ended sessions beyond the bound. */
  #forget(): void {
    this.#rows.prune({ by: "deletedAt", keep: ENDED_KEPT });
  }
}

/** The record of a session without what runs. */
function recordOf({ id, projectId, name, settings, createdAt, deletedAt, endReason }: StoredSession): StoredSession {
  return { id, projectId, name, settings, createdAt, deletedAt, endReason };
}
