import { table } from "../../../cli/declare/command.ts";
import type { FieldFlag } from "../../../cli/declare/spec.ts";
import type { BrowserPool } from "../../../generated/types.ts";
import { networkFlags, telemetryFlags } from "../../browsers/lib/session-flags.ts";

/** Columns of browser pools. */
export const poolColumns = table<BrowserPool>([
  { path: "id" },
  { path: "name" },
  { path: "browser_pool_config.size", title: "size" },
  { path: "available_count", title: "available" },
  { path: "acquired_count", title: "acquired" },
  { path: "browser_pool_config.timeout_seconds", title: "idle limit", as: "duration-seconds" },
  { path: "created_at", title: "created", as: "age" },
]);

/** Flags of the fields that creation and update share. */
export const poolFields = {
  fill_rate_per_minute: { name: "fill-rate", placeholder: "PERCENT" },
  viewport: { kind: "viewport" },
  start_url: { placeholder: "URL", summary: "Page that a new browser opens first; a failure does not stop it" },
  profile: {
    kind: "reference",
    summary:
      "Saved profile that the browsers start from; they never save it. 24 lower-case letters and digits are an id, anything else a name",
  },
  extensions: {
    name: "extension",
    kind: "reference",
    repeat: true,
    summary: "Stored extension to load, by id or name as for --profile",
  },
  proxy_id: { placeholder: "ID" },
} as const satisfies Record<string, FieldFlag>;

/** Telemetry of the browsers of a pool, or of an acquired one: without what only a session has. */
export const poolTelemetryFlags = {
  telemetry: telemetryFlags.telemetry,
  telemetryCategory: telemetryFlags.telemetryCategory,
};

/** Flags of members that creation and update share. */
export const poolFlags = { ...poolTelemetryFlags, privateHost: networkFlags.privateHost };

/** Exits of commands that take a browser from a pool. */
export const acquireExits = { timeout: "no browser of the pool became idle in time" } as const;
