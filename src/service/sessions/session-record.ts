import type { regions } from "../../contract/browser-schemas.ts";
import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { StoredSession } from "./browser-table.ts";
import type { ActiveTelemetry } from "./telemetry.ts";

/** Session in the API (contract 2.3). */
export type BrowserRecord = ResultOf<OperationById<"browsers.get">>;

type ProfileRecord = ResultOf<OperationById<"profiles.get">>;

/** Viewport of a session that requests none (contract 2.2). */
export const DEFAULT_VIEWPORT = { width: 1920, height: 1080 };

/** Requested settings of a session, resolved when it was created or updated. */
export interface SessionSettings {
  headless: boolean;
  stealth: boolean;
  timeout_seconds: number;
  viewport: { width: number; height: number; refresh_rate?: number };
  tags?: Record<string, string>;
  start_url?: string;
  kiosk_mode?: boolean;
  region?: (typeof regions)[number];
  /** Invocation it belongs to and ends with. */
  invocation_id?: string;
  /** Proxy by its id and its name when it was chosen, or the chosen mode. */
  proxy?: NonNullable<BrowserRecord["proxy"]>;
  /** Hosts that it may reach and how, with proxies by their ids. */
  network?: NonNullable<BrowserRecord["network"]>;
  /** Enterprise policies of its browser. */
  chrome_policy?: NonNullable<BrowserRecord["chrome_policy"]>;
  /** Profile it started from, as it was at that time. */
  profile?: { record: ProfileRecord; saveChanges: boolean };
  /** Pool that it was acquired from, as it was at that time. */
  pool?: NonNullable<BrowserRecord["pool"]>;
  telemetry: ActiveTelemetry | null;
}

/** Addresses of a session, with their tokens. */
export interface SessionAddresses {
  readonly cdp: string;
  /** Undefined for a session without a live view. */
  readonly liveView: string | undefined;
}

/**
 * Converts a session to its API record (contract 2.3).
 *
 * @param now milliseconds since 1970, for the uptime of a session that has not ended
 */
export function browserRecord(session: StoredSession, addresses: SessionAddresses, now: number): BrowserRecord {
  const { settings, deletedAt } = session;
  const { tags, start_url, kiosk_mode, region, proxy, network, chrome_policy, profile, pool } = settings;
  return {
    session_id: session.id,
    created_at: new Date(session.createdAt).toISOString(),
    cdp_ws_url: addresses.cdp,
    ...(addresses.liveView !== undefined && { browser_live_view_url: addresses.liveView }),
    headless: settings.headless,
    stealth: settings.stealth,
    timeout_seconds: settings.timeout_seconds,
    ...(session.name !== null && { name: session.name }),
    ...(tags && Object.keys(tags).length > 0 && { tags }),
    ...(start_url !== undefined && { start_url }),
    viewport: settings.viewport,
    ...(kiosk_mode !== undefined && { kiosk_mode }),
    ...(region !== undefined && { region }),
    ...(proxy && { proxy }),
    ...(proxy?.id !== undefined && { proxy_id: proxy.id }),
    ...(network && Object.keys(network).length > 0 && { network }),
    ...(chrome_policy && { chrome_policy }),
    ...(profile && { profile: profile.record, profile_save_changes: profile.saveChanges }),
    ...(pool && { pool }),
    telemetry: settings.telemetry,
    usage: { uptime_ms: Math.max(0, (deletedAt ?? now) - session.createdAt) },
    ...(deletedAt !== null && { deleted_at: new Date(deletedAt).toISOString() }),
  };
}
