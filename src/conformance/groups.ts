import type { OperationSpec } from "../contract/operation.ts";

/** Groups of operations that a run leaves out unless they are included. */
export const operationGroups = ["organization", "costly", "service"] as const;

export type OperationGroup = (typeof operationGroups)[number];

/** Effect of each group, after "it". */
export const groupEffects: Readonly<Record<OperationGroup, string>> = {
  organization: "changes what belongs to the whole organization",
  costly: "can cost money on a hosted service",
  service: "changes the clock, faults or pages of the local service for every caller",
};

/** Areas whose calls are billed apart from sessions, or that build and run code of apps. */
const costlyAreas: readonly string[] = ["apps", "config_registry", "invocations", "pools", "search", "vaults"];

/** Operations of the local service that every caller of it notices, and the request that undoes each. */
export const undoOf: Readonly<Record<string, readonly [method: string, path: string]>> = {
  "local.chaosOff": ["DELETE", "/_local/chaos"],
  "local.chaosSet": ["DELETE", "/_local/chaos"],
  "local.clockAdvance": ["DELETE", "/_local/clock"],
  "local.clockReset": ["DELETE", "/_local/clock"],
  "local.clockSet": ["DELETE", "/_local/clock"],
};

/** Group of an operation; undefined for one of every run. */
export function groupOf({ area, id, method, needs, path }: OperationSpec): OperationGroup | undefined {
  if (id === "local.demoSite" || Object.hasOwn(undoOf, id)) return "service";
  const changes = method !== "GET";
  if (changes && (needs === "organization" || path.startsWith("/org/"))) return "organization";
  if (changes && (costlyAreas.includes(area) || path.startsWith("/vault"))) return "costly";
  return undefined;
}

/** Operation that ends the service under test. */
export const endsService = "local.stop";
