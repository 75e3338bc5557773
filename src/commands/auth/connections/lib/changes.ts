import { isObject } from "../../../../core/is-object.ts";
import type { ManagedAuth } from "../../../../generated/types.ts";
import { switchesText } from "../../../../render/flatten.ts";

/** One value that an update changed. */
export interface Change {
  /** Dotted path in the record. */
  readonly field: string;
  /** Undefined when the record did not have the field. */
  readonly before: unknown;
  readonly after: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/** Deprecated members, which repeat others. */
const twins = new Set(["browser_telemetry", "last_auth_at", "proxy_id"]);

/** Differences between two records of a connection, including members unknown to this version. */
export function connectionChanges(before: ManagedAuth, after: ManagedAuth): Change[] {
  return differences(before, after).filter(({ field }) => !twins.has(field.replace(/\..*$/s, "")));
}

function differences(before: unknown, after: unknown, path: readonly string[] = []): Change[] {
  const [one, other] = [membersOf(before), membersOf(after)];
  // A map that is added or removed is shown by its members, but telemetry categories are one value.
  if (one && other && !(isMissing(before) && isSwitches(other)) && !(isMissing(after) && isSwitches(one))) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].flatMap((name) => differences(one[name], other[name], [...path, name]));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field: path.join("."), before, after }];
}

/** Members of a map, none of a missing value; undefined for other values. */
function membersOf(value: unknown): Members | undefined {
  if (isMissing(value)) return {};
  return isObject(value) ? value : undefined;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isSwitches(members: Members): boolean {
  return switchesText(members) !== undefined;
}
