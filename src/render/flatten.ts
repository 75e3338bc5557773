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
