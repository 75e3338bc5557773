import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";

/** Flags for the telemetry of a session. */
export const telemetryFlags = {
  telemetry: {
    kind: "enum",
    choices: ["on", "off"],
    meanings: { on: true, off: false },
    summary: "Capture telemetry; on starts from the default categories",
    field: ["body", "telemetry", "enabled"],
  },
  telemetryCategory: {
    kind: "pairs",
    placeholder: "NAME=on|off",
    meanings: { on: { enabled: true }, off: { enabled: false } },
    summary: "One category of telemetry, such as network=on",
    field: ["body", "telemetry", "browser"],
  },
  telemetryExclude: {
    kind: "string",
    repeat: true,
    placeholder: "METHOD",
    summary: "CDP method that telemetry leaves out, such as Page.captureScreenshot",
    field: ["body", "telemetry", "browser", "control", "cdp", "excluded_methods"],
  },
  telemetryExport: {
    kind: "reference",
    placeholder: "ID|NAME",
    summary: "Telemetry destination to which the events are exported",
    field: ["body", "telemetry", "export", "otlp", "destination"],
  },
} as const satisfies Record<string, FlagDeclaration<"browsers.create">>;

/** Flags for the network of a new session. */
export const networkFlags = {
  privateHost: {
    kind: "string",
    repeat: true,
    placeholder: "HOST",
    summary: "Host that the browser reaches directly, such as one of a VPN; replaces the private ranges",
    field: ["body", "network", "private_hosts"],
  },
  allowedHost: {
    kind: "string",
    repeat: true,
    placeholder: "HOST",
    summary: "Host that the browser may reach, all others are refused; *.host is every host below it",
    field: ["body", "network", "allowed_hosts"],
  },
} as const satisfies Record<string, FlagDeclaration<"browsers.create">>;

/** Flag for the proxy of a session that is no stored one. */
export const proxyModeFlag = {
  proxyMode: {
    kind: "enum",
    choices: ["direct", "default"],
    meanings: { direct: { mode: "direct" }, default: { mode: "default" } },
    summary: "No proxy, or the default of the service",
    field: ["body", "proxy"],
  },
} as const satisfies Record<string, FlagDeclaration<"browsers.create">>;
