import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import { isWithin, siteOf } from "../../core/hosts.ts";
import type { Clock } from "../clock.ts";
import type { Rows } from "../store/rows.ts";
import type { ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import type { ChangeOf, ListedOf, NewRowOf } from "../store/table.ts";
import type { StoredConnection } from "./auth-connection-table.ts";
import { authTimeline, pauseSteps, type StoredTimelineEntry, type TimelineType } from "./timeline-table.ts";

type TimelineRecord = ResultOf<OperationById<"authConnections.timeline">>[number];
type LoginOrigins = ResultOf<OperationById<"local.loginOrigins">>[number];
type ConnectionKey = Pick<StoredConnection, "id" | "projectId">;
type NewEntry = Omit<NewRowOf<typeof authTimeline>, "connectionId" | "projectId" | "updatedAt">;

/** Number of entries of a connection that are kept. */
const KEPT = 1_000;

/** Timelines of auth connections: their logins and health checks. */
export class Timeline {
  readonly #clock: Clock;
  readonly #rows: Rows<typeof authTimeline>;

  constructor({ clock, store }: { readonly clock: Clock; readonly store: Store }) {
    this.#clock = clock;
    this.#rows = store.rows(authTimeline);
  }

  /** Marks the logins of a previous run of the service as failed. A login that is over waits for nobody. */
  prepare(): void {
    for (const step of pauseSteps) {
      this.#rows.updateEverywhere({ status: "IN_PROGRESS", step }, { step: "SUBMITTING" });
    }
    this.#rows.updateEverywhere(
      { status: "IN_PROGRESS" },
      {
        status: "FAILED",
        updatedAt: this.#clock.now(),
        errorCode: "service_stopped",
        errorMessage: "the service ended during the login; log in again",
      },
    );
  }

  /** Adds an entry, and removes the oldest ones beyond the maximum. */
  add({ id: connectionId, projectId }: ConnectionKey, entry: NewEntry): StoredTimelineEntry {
    const added = this.#rows.insert({ ...entry, connectionId, projectId, updatedAt: this.#clock.now() });
    this.#rows.in(projectId).prune({ by: "createdAt", keep: KEPT, where: { connectionId } });
    return added;
  }

  /** Changes an entry. Does nothing when the entry is gone. */
  update(entry: StoredTimelineEntry, change: ChangeOf<typeof authTimeline>): void {
    this.#rows.update(entry, { ...change, updatedAt: this.#clock.now() });
  }

  /** The newest login of a connection. */
  lastFlow({ id: connectionId, projectId }: ConnectionKey): StoredTimelineEntry | undefined {
    return this.#rows.in(projectId).first({ connectionId, step: { not: null } });
  }

  /** Entries of a connection, the newest first. */
  list(
    { id: connectionId, projectId }: ConnectionKey,
    { type, ...options }: { type?: TimelineType; limit?: number; offset?: number },
  ): ListPage<typeof authTimeline> {
    return this.#rows.in(projectId).list({ ...options, where: { connectionId, type } });
  }

  /** Logins of a connection, the newest first. */
  logins(
    { id: connectionId, projectId }: ConnectionKey,
    options: { limit?: number; offset?: number },
  ): ListPage<typeof authTimeline> {
    return this.#rows.in(projectId).list({ ...options, where: { connectionId, step: { not: null } } });
  }

  /** Removes the entries of a connection. */
  delete({ id: connectionId }: ConnectionKey): void {
    this.#rows.deleteEverywhere({ connectionId });
  }
}

/** API record of an entry (contract 2.13). */
export function timelineRecord(entry: ListedOf<typeof authTimeline>): TimelineRecord {
  const { step, previousStatus, sessionId, errorCode, errorMessage, websiteError } = entry;
  return {
    id: entry.id,
    type: entry.type,
    status: entry.status,
    timestamp: new Date(entry.createdAt).toISOString(),
    updated_at: new Date(entry.updatedAt).toISOString(),
    ...(step !== null && { step }),
    ...(previousStatus !== null && { previous_status: previousStatus }),
    ...(sessionId !== null && { browser_session_id: sessionId }),
    ...(errorCode !== null && { error_code: errorCode }),
    ...(errorMessage !== null && { error_message: errorMessage }),
    ...(websiteError !== null && { website_error: websiteError }),
  };
}

/** Record of a login of a connection to `domain`: where it sent values, if that is known, and whether it has a screenshot. */
export function loginOrigins(
  { id, sentTo }: Pick<ListedOf<typeof authTimeline>, "id" | "sentTo">,
  { domain }: Pick<StoredConnection, "domain">,
  screenshots: readonly { readonly id: string }[],
): LoginOrigins {
  const isOwn = (origin: string): boolean => isWithin(URL.parse(origin)?.hostname ?? "", siteOf(domain));
  const sent_to = sentTo?.map(({ origin, fields }) => ({
    origin,
    own_domain: isOwn(origin),
    fields: [...fields],
  }));
  const hasScreenshot = screenshots.some((screenshot) => screenshot.id === id);
  return { id, ...(sent_to && { sent_to }), ...(hasScreenshot && { has_screenshot: true as const }) };
}
