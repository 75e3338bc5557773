import type { ManagedAuth } from "../../../generated/types.ts";

/** One value that an update changed. */
export interface Change {
  /** Dotted path in the record. */
  readonly field: string;
  /** Undefined where the record did not have it. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Deprecated members, which repeat others. */
const twins = new Set(["browser_telemetry", "last_auth_at", "proxy_id"]);

/** Differences of two records of a connection, members that this version does not know included. */
export function connectionChanges(before: ManagedAuth, after: ManagedAuth): Change[] {
  return differences(before, after).filter(({ field }) => !twins.has(field.replace(/\..*$/s, "")));
}

function differences(before: unknown, after: unknown, path: readonly string[] = []): Change[] {
  if (isMap(before) && isMap(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => differences(before[name], after[name], [...path, name]));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field: path.join("."), before, after }];
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
