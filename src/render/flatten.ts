/** A record as dotted paths and scalar values; lists and empty maps stay whole. */
export function flatten(value: unknown, prefix = ""): [path: string, value: unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value) || Object.keys(value).length === 0) {
    return [[prefix, value]];
  }
  return Object.entries(value).flatMap(([key, item]) => flatten(item, prefix ? `${prefix}.${key}` : key));
}
