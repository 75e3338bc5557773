/** Number of cookies of one domain; never their names or values. */
export interface CookieSummary {
  readonly domain: string;
  readonly count: number;
  /** Number of cookies without an expiry. */
  readonly session: number;
  /** RFC 3339; absent when no cookie has an expiry. */
  readonly first_expiry?: string;
  readonly last_expiry?: string;
}

interface Counts {
  count: number;
  session: number;
  first: number;
  last: number;
}

/** Counts cookies by domain. Times are seconds since 1970. */
export class CookieCounts {
  readonly #domains = new Map<string, Counts>();

  /** Notes a cookie; without an expiry it ends with the session. */
  add(domain: string, expires: number | undefined): void {
    this.merge(domain, {
      count: 1,
      session: expires === undefined ? 1 : 0,
      first: expires ?? Number.POSITIVE_INFINITY,
      last: expires ?? Number.NEGATIVE_INFINITY,
    });
  }

  merge(domain: string, more: Counts): void {
    const known = this.#domains.get(domain);
    this.#domains.set(domain, {
      count: (known?.count ?? 0) + more.count,
      session: (known?.session ?? 0) + more.session,
      first: Math.min(known?.first ?? Number.POSITIVE_INFINITY, more.first),
      last: Math.max(known?.last ?? Number.NEGATIVE_INFINITY, more.last),
    });
  }

  /** Sorted by domain. */
  summaries(): CookieSummary[] {
    return [...this.#domains]
      .map(([domain, { count, session, first, last }]) => ({
        domain,
        count,
        session,
        ...(Number.isFinite(first) && { first_expiry: time(first), last_expiry: time(last) }),
      }))
      .sort((a, b) => (a.domain < b.domain ? -1 : 1));
  }
}

/** Chromium counts microseconds from the first day of 1601. */
const EPOCH_SECONDS = 11_644_473_600;

/**
 * Counts the cookies of Chromium's own database. A file that is not such a database counts as empty.
 *
 * @param onlyLasting omits cookies without an expiry, which the browser drops when it starts
 */
export async function countStoredCookies(path: string, counts: CookieCounts, onlyLasting: boolean): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(path);
  try {
    const rows = database
      .prepare(
        `SELECT host_key AS domain, count(*) AS count, sum(has_expires = 0) AS session,
           min(CASE WHEN has_expires THEN expires_utc / 1000000 - ${EPOCH_SECONDS} END) AS first,
           max(CASE WHEN has_expires THEN expires_utc / 1000000 - ${EPOCH_SECONDS} END) AS last
         FROM cookies ${onlyLasting ? "WHERE has_expires" : ""} GROUP BY host_key`,
      )
      .all() as { domain: string; count: number; session: number; first: number | null; last: number | null }[];
    for (const { domain, count, session, first, last } of rows) {
      counts.merge(domain, {
        count,
        session,
        first: first ?? Number.POSITIVE_INFINITY,
        last: last ?? Number.NEGATIVE_INFINITY,
      });
    }
  } catch {
    // Database of another browser, or of another version.
  } finally {
    database.close();
  }
}

function time(seconds: number): string {
  // Beyond what a date can be.
  return new Date(Math.min(seconds, 8.64e12) * 1_000).toISOString();
}
