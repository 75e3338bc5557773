import type { OperationId } from "../contract/index.ts";
import type { Method } from "../contract/operation.ts";
import type { PlainOperation, PlainSchema } from "../contract/plain.ts";
import { ApiError } from "./api-error.ts";

/**
 * What one machine does with an operation or a field. `full`: as specified. `recorded`: accepted, stored, reported
 * back, without effect here. `unsupported`: 501 `not_supported_locally`.
 */
export type Support = "full" | "recorded" | "unsupported";

export interface SupportRow {
  /** Operation id, or method and path of one that is not served. */
  operation: string;
  /** Dotted path of a request field; the whole operation when absent. */
  field?: string;
  support: Support;
  note?: string;
}

interface FieldRule {
  field: string;
  support: "recorded" | "unsupported";
  note: string;
  /** Values that ask for exactly what happens here anyway; they are accepted and not reported. */
  harmless?: (value: unknown) => boolean;
}

const isFalse = (value: unknown): boolean => value === false;
const isEmpty = (value: unknown): boolean => typeof value === "object" && Object.keys(value ?? {}).length === 0;

const telemetry: FieldRule = {
  field: "telemetry",
  support: "recorded",
  note: "resolved and reported; nothing is captured or exported yet",
  harmless: (value) => value === null || isEmpty(value) || (value as { enabled?: boolean }).enabled === false,
};
const refreshRate: FieldRule = {
  field: "viewport.refresh_rate",
  support: "recorded",
  note: "a browser without a window paints when it is asked to",
};

const runAs: readonly FieldRule[] = [
  {
    field: "as_user",
    support: "unsupported",
    note: "processes run as the user of the service; there is no other one",
    harmless: (value) => value === null || value === "",
  },
  {
    field: "as_root",
    support: "unsupported",
    note: "processes have no more rights than the service",
    harmless: isFalse,
  },
];

/** Request fields that are not full. assumed: what one machine can do is not part of the API. */
const fieldRules: Partial<Record<OperationId, readonly FieldRule[]>> = {
  "browsers.create": [
    {
      field: "headless",
      support: "recorded",
      note: "the browser has no window either way; there is no live view yet",
      harmless: (value) => value === true,
    },
    { field: "gpu", support: "unsupported", note: "there is no GPU for a browser here", harmless: isFalse },
    { field: "kiosk_mode", support: "recorded", note: "there is no live view yet", harmless: isFalse },
    { field: "memory", support: "unsupported", note: "the browser shares this machine's memory" },
    { field: "region", support: "recorded", note: "the browser runs on this machine" },
    refreshRate,
    { field: "network", support: "unsupported", note: "which private hosts a session reaches is not limited here" },
    {
      field: "chrome_policy",
      support: "unsupported",
      note: "enterprise policies of a browser need the machine's administrator",
      harmless: isEmpty,
    },
    telemetry,
  ],
  "browsers.update": [telemetry, refreshRate],
  "deployments.create": [
    { field: "region", support: "recorded", note: "invocations run on this machine" },
    { field: "source", support: "unsupported", note: "nothing is fetched from repositories; send the files" },
  ],
  "process.exec": runAs,
  "process.spawn": runAs,
};

/** What there is to say about fields and operations that are full. */
const notes: Record<string, string> = {
  "browsers.create stealth":
    "user agent, client hints and `navigator.webdriver` as in a browser with a window; no captcha is solved",
  "browsers.create proxy": "no proxy can be stored here yet: every id or name is one that does not exist, 400",
  "browsers.update proxy": "no proxy can be stored here yet: every id or name is one that does not exist, 400",
  "browsers.create proxy_id": "no proxy can be stored here yet: every id is one that does not exist, 400",
  "browsers.update proxy_id": "no proxy can be stored here yet: every id is one that does not exist, 400",
  "browsers.update profile": "the browser restarts over it; tabs that were open are not opened again",
  "browsers.update disable_default_proxy": "there is no default proxy here",
  "fs.setFilePermissions owner": "the user of the service, by name or number; 501 for others",
  "fs.setFilePermissions group": "the group of the service, by name or number; 501 for others",
  "process.spawn allocate_tty": "needs a terminal library that some systems lack; 501 there",
  "browsers.create start_url": "best effort; the answer waits for the page's first bytes up to 3 s",
};

const methods = { G: "GET", P: "POST", U: "PUT", A: "PATCH", D: "DELETE" } as const;

/** Operations of contract part 2 that are not served: a path and the first letters of its methods (A is PATCH). */
const unserved: readonly (readonly [path: string, methods: string])[] = [
  ["/browsers/{id}/logs/stream", "G"],
  ["/browsers/{id}/replays", "GP"],
  ["/browsers/{id}/replays/{replay_id}", "G"],
  ["/browsers/{id}/replays/{replay_id}/stop", "P"],
  ["/browsers/{id}/telemetry/events", "G"],
  ["/browsers/{id}/telemetry/stream", "G"],
  ["/proxies", "PG"],
  ["/proxies/{id}", "GAD"],
  ["/proxies/{id}/check", "P"],
  ["/extensions/from_chrome_store", "G"],
  ["/browser_pools", "PG"],
  ["/browser_pools/{id_or_name}", "GAD"],
  ...["acquire", "release", "flush"].map((name) => [`/browser_pools/{id_or_name}/${name}`, "P"] as const),
  ["/auth/connections", "PG"],
  ["/auth/connections/{id}", "GAD"],
  ...["login", "submit", "exchange"].map((name) => [`/auth/connections/{id}/${name}`, "P"] as const),
  ["/auth/connections/{id}/events", "G"],
  ["/auth/connections/{id}/timeline", "G"],
  ["/credentials", "PG"],
  ["/credentials/{id_or_name}", "GAD"],
  ["/credentials/{id_or_name}/totp-code", "G"],
  ["/org/credential_providers", "PG"],
  ["/org/credential_providers/{id}", "GAD"],
  ["/org/credential_providers/{id}/items", "G"],
  ["/org/credential_providers/{id}/test", "P"],
  ["/projects", "PG"],
  ["/org/projects", "PG"],
  ["/org/projects/{id_or_name}", "GAD"],
  ["/org/projects/{id_or_name}/limits", "GA"],
  ["/org/limits", "GA"],
  ["/org/entitlements", "G"],
  ["/org/api_keys", "PG"],
  ["/org/api_keys/{id}", "GAD"],
  ["/org/api_keys/{id}/rotate", "P"],
  ["/telemetry/destinations", "PG"],
  ["/telemetry/destinations/{id_or_name}", "GAD"],
  ["/audit-logs", "G"],
  ["/audit-logs/export/chunk", "G"],
  ["/audit-logs/export/destinations", "PG"],
  ["/audit-logs/export/destinations/{id}", "GAD"],
  ["/audit-logs/export/destinations/{id}/test", "P"],
  ["/config-registry", "G"],
  ["/config-registry/lookup", "P"],
  ["/config-registry/resolve", "P"],
  ["/config-registry/analyses", "G"],
  ["/config-registry/analyses/{id}", "G"],
];

/** Method and path of every operation of the API that answers 501 here. */
export const unservedRoutes: readonly { method: Method; path: string }[] = unserved.flatMap(([path, letters]) =>
  [...letters].map((letter) => ({ method: methods[letter as keyof typeof methods], path })),
);

/** 501 for an operation or for fields, each with the reason. assumed: the code is ours. */
export function notSupported(message: string, fields: readonly { path: string; message: string }[] = []): ApiError {
  return new ApiError(501, "not_supported_locally", message, {
    details: fields.map((field) => ({ code: "not_supported_locally", message: `${field.path}: ${field.message}` })),
    headers: { "x-should-retry": "false" },
  });
}

/** The recorded fields that a request uses. Throws 501 naming every field that is not supported. */
export function checkFields(operation: OperationId, body: unknown): string[] {
  const used = (fieldRules[operation] ?? []).filter((rule) => {
    const value = lookUp(body, rule.field);
    return value !== undefined && !rule.harmless?.(value);
  });
  const unsupported = used.filter((rule) => rule.support === "unsupported");
  if (unsupported.length > 0) {
    const names = unsupported.map((rule) => rule.field).join(", ");
    throw notSupported(
      `the local service does not support ${names} of ${operation}`,
      unsupported.map((rule) => ({ path: rule.field, message: rule.note })),
    );
  }
  return used.map((rule) => rule.field);
}

/** Every operation and every request field, with what the local service does with it. */
export function supportTable(operations: readonly PlainOperation[]): SupportRow[] {
  const rows = operations.flatMap((operation): SupportRow[] => {
    const rules = fieldRules[operation.id as OperationId] ?? [];
    const top = [operation.params, operation.query, operation.body].flatMap((part) => fieldNames(part));
    const nested = rules.map((rule) => rule.field).filter((field) => !top.includes(field));
    return [
      { operation: operation.id, support: "full" },
      ...[...top, ...nested].map((field): SupportRow => {
        const rule = rules.find((one) => one.field === field);
        const note = rule?.note ?? notes[`${operation.id} ${field}`];
        return { operation: operation.id, field, support: rule?.support ?? "full", ...(note && { note }) };
      }),
    ];
  });
  const unservedRows = unservedRoutes.map(
    ({ method, path }): SupportRow => ({ operation: `${method} ${path}`, support: "unsupported" }),
  );
  return [...rows, ...unservedRows];
}

function fieldNames(schema: PlainSchema | undefined): string[] {
  return Object.keys(schema?.properties ?? {});
}

function lookUp(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], value);
}
