/** Limits of an outline: characters of a text and of a name, members of an object. */
const LONG_TEXT = 500;
const MAX_MEMBERS = 50;

/** Copy of the parameters of a command without lists, long texts and deep members: nothing that is large. */
export function outline(value: unknown, levels = 2): unknown {
  if (typeof value === "string") return value.length > LONG_TEXT ? undefined : value;
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0 || Array.isArray(value)) return undefined;
  const members: [string, unknown][] = [];
  // A list of all members of a large object would be large too.
  for (const name in value) {
    if (members.length === MAX_MEMBERS) break;
    if (name.length <= LONG_TEXT) members.push([name, outline((value as Record<string, unknown>)[name], levels - 1)]);
  }
  return Object.fromEntries(members);
}
