import type { regions } from "../../contract/browser-schemas.ts";
import type { NetworkSetting } from "../proxies/network-settings.ts";
import type { SessionSettings } from "../sessions/session-record.ts";
import type { ActiveTelemetry } from "../sessions/telemetry.ts";
import { inside, json, text } from "../store/column.ts";
import { type RowOf, table } from "../store/table.ts";

/** Reference to a stored record, as a request has it. */
export interface SentReference {
  readonly id?: string;
  readonly name?: string;
}

/** Settings of a pool and of its new browsers, resolved when they were created or updated. */
export interface PoolSettings {
  /** Browsers to keep, idle or acquired. */
  readonly size: number;
  /** Percent of the size that is replaced per minute. */
  readonly fill_rate_per_minute: number;
  readonly headless: boolean;
  readonly stealth: boolean;
  readonly kiosk_mode: boolean;
  readonly timeout_seconds: number;
  readonly viewport: { readonly width: number; readonly height: number; readonly refresh_rate?: number };
  readonly start_url?: string;
  readonly profile?: SentReference;
  readonly refresh_on_profile_update: boolean;
  readonly proxy_id?: string;
  readonly network?: NetworkSetting;
  readonly chrome_policy?: NonNullable<SessionSettings["chrome_policy"]>;
  readonly extensions?: readonly SentReference[];
  readonly region: (typeof regions)[number];
  readonly telemetry: ActiveTelemetry | null;
}

/** Browser pools. Profile and extensions are kept by their ids, so that a later one of the same name is not used. */
export const pools = table("browser_pools", {
  noun: "browser pool",
  scope: "project",
  columns: {
    name: text().nullable(),
    settings: json<PoolSettings>(),
    region: inside("settings", "region"),
    profileId: text().nullable(),
    extensionIds: json<readonly string[]>(),
  },
  name: "name",
  unique: [["name"]],
  filters: ["region"],
  search: ["name"],
  // A pool always keeps browsers.
  working: {},
});

export type StoredPool = RowOf<typeof pools>;
