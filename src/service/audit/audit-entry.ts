/** Sender of a request; an unknown text is empty. */
export interface AuditCaller {
  /** Id of the API key, or of the invocation or login whose token it was. */
  readonly userId: string;
  /** Name of the API key. */
  readonly userName: string;
  readonly authStrategy: string;
  readonly projectId: string | null;
  readonly domain: string;
  readonly clientIp: string;
  readonly userAgent: string;
}

/** Purpose of a request. */
export interface AuditRoute {
  readonly method: string;
  /** Pattern of the path; empty where none matched. */
  readonly route: string;
  /** Operation; empty where the path belongs to none. */
  readonly operation: string;
}

/** A request as the audit log keeps it. */
export interface AuditEntry {
  /** When the request was received, in milliseconds since 1970. */
  readonly receivedAt: number;
  readonly durationMs: number;
  /** Path without the query, which can contain secrets. */
  readonly path: string;
  readonly status: number;
  readonly caller: AuditCaller;
  readonly route: AuditRoute;
}

/** An entry with its place in the log: a whole number that grows with the time of the request. */
export interface StoredEntry extends AuditEntry {
  readonly seq: number;
}

/** Places for each millisecond: as many as keep those of the year 9999 exact. */
const PLACES_PER_MS = 32;

/** The first place of a time. */
export function placeAt(ms: number): number {
  return Math.floor(ms) * PLACES_PER_MS;
}

/** The time of a place, in milliseconds since 1970. */
export function timeAt(place: number): number {
  return Math.floor(place / PLACES_PER_MS);
}
