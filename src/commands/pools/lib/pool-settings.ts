import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";
import type { FieldFlag } from "../../../cli/declare/spec.ts";

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

/** Flags of members that creation and update share. */
export const poolFlags = {
  privateHost: {
    kind: "string",
    repeat: true,
    placeholder: "HOST",
    summary: "Private host that the browsers may reach; replaces the default ranges",
    field: ["body", "network", "private_hosts"],
  },
} as const satisfies Record<string, FlagDeclaration<"pools.create">>;

/** Telemetry of the browsers of a pool, or of an acquired one. */
export const poolTelemetryFlags = {
  telemetry: {
    kind: "enum",
    choices: ["on", "off"],
    meanings: { on: true, off: false },
    summary: "Telemetry; on starts from the default categories",
    field: ["body", "telemetry", "enabled"],
  },
  telemetryCategory: {
    kind: "pairs",
    placeholder: "NAME=on|off",
    meanings: { on: { enabled: true }, off: { enabled: false } },
    summary: "One category of telemetry, such as console=on",
    field: ["body", "telemetry", "browser"],
  },
} as const satisfies Record<string, FlagDeclaration<"pools.create">>;
