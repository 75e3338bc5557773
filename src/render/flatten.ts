import { isObject } from "../core/is-object.ts";

/**
 * A record as dotted paths and scalar values; lists and empty maps stay whole.
 *
 * @param textOf text for a map that is shown as one value; undefined for the others
 */
export function flatten(
  value: unknown,
  prefix = "",
  textOf: (value: object) => string | undefined = () => undefined,
): [path: string, value: unknown][] {
  if (!isObject(value) || Object.keys(value).length === 0) {
    return [[prefix, value]];
  }
  const text = textOf(value);
  if (text !== undefined) return [[prefix, text]];
  return Object.entries(value).flatMap(([key, item]) => flatten(item, prefix ? `${prefix}.${key}` : key, textOf));
}

/**
 * Members that are all switched on or off, such as the categories of telemetry, as `on: control, system; off: console`;
 * undefined for other maps.
 */
export function switchesText(map: object): string | undefined {
  const members = Object.entries(map);
  if (members.length === 0 || !members.every(([, item]) => isSwitch(item))) return undefined;
  const names = (on: boolean): string =>
    members
      .filter(([, { enabled }]) => (enabled === true) === on)
      .map(([name]) => name)
      .join(", ");
  const groups = [`on: ${names(true) || "none"}`, ...(names(false) === "" ? [] : [`off: ${names(false)}`])];
  return groups.join("; ");
}

function isSwitch(item: unknown): boolean {
  return typeof item === "object" && item !== null && Object.keys(item).join() === "enabled";
}
