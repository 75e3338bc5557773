import type { FlagDeclaration } from "../../../../cli/declare/declaration.ts";
import type { FieldFlag } from "../../../../cli/declare/spec.ts";

const proxies = ["proxy-id", "proxy-name", "proxy-mode"];

/** Flags that creation and update share, for members of fields. */
export const settingsFlags = {
  stealth: {
    kind: "boolean",
    negatable: true,
    summary: "Hide signs of automation in its sessions",
    field: ["body", "browser", "stealth"],
  },
  proxyId: {
    kind: "string",
    placeholder: "ID",
    summary: "Stored proxy of its sessions, by id",
    field: ["body", "browser", "proxy", "id"],
    excludes: proxies,
  },
  proxyName: {
    kind: "string",
    placeholder: "NAME",
    summary: "Stored proxy of its sessions, by name",
    field: ["body", "browser", "proxy", "name"],
    excludes: proxies,
  },
  proxyMode: {
    kind: "enum",
    choices: ["direct", "default"],
    summary: "No proxy, or the default of the service",
    field: ["body", "browser", "proxy", "mode"],
    excludes: proxies,
  },
  credential: {
    kind: "string",
    placeholder: "NAME",
    summary: "Stored credential to log in with",
    field: ["body", "credential", "name"],
    excludes: ["credential-provider", "credential-path", "credential-auto"],
  },
  credentialProvider: {
    kind: "string",
    placeholder: "NAME",
    summary: "External credential provider, beside --credential-path or --credential-auto",
    field: ["body", "credential", "provider"],
  },
  credentialPath: {
    kind: "string",
    placeholder: "PATH",
    summary: "Item of the provider, as the provider writes its path",
    field: ["body", "credential", "path"],
    excludes: ["credential-auto"],
  },
  credentialAuto: {
    kind: "boolean",
    summary: "Let the provider look the item up by the domain",
    field: ["body", "credential", "auto"],
  },
  telemetry: {
    kind: "enum",
    choices: ["on", "off"],
    meanings: { on: true, off: false },
    summary: "Telemetry of its sessions; on starts from the default categories",
    field: ["body", "browser", "telemetry", "enabled"],
  },
  telemetryCategory: {
    kind: "pairs",
    placeholder: "NAME=on|off",
    meanings: { on: { enabled: true }, off: { enabled: false } },
    summary: "One category of telemetry, such as console=on",
    field: ["body", "browser", "telemetry", "browser"],
  },
  telemetryExport: {
    kind: "reference",
    placeholder: "ID|NAME",
    summary: "Telemetry destination to which its sessions export their events",
    field: ["body", "browser", "telemetry", "export", "otlp", "destination"],
  },
} as const satisfies Record<string, FlagDeclaration<"authConnections.update">>;

/** Flags of the fields that creation and update share. */
export const settingsFields = {
  allowed_domains: {
    name: "allowed-domain",
    placeholder: "DOMAIN",
    summary: "Further host, with its subdomains, where credentials may be entered",
  },
  health_check_interval: {
    kind: "duration",
    unit: "seconds",
    summary: "Time between health checks, not below the minimum of the plan",
  },
  login_url: { placeholder: "URL", summary: "Login page, which skips the search for it" },
} as const satisfies Record<string, FieldFlag>;
