import type { FieldFlag } from "../../../cli/declare/spec.ts";
import { networkFlags, telemetryFlags } from "../../browsers/lib/session-flags.ts";

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
