/** Limits of an outline: characters of a text, members of an object. */
const LONG_TEXT = 500;
const MAX_MEMBERS = 50;

/** Copy of the parameters of a command without lists, long texts and deep members: nothing that is large. */
export function outline(value: unknown, levels = 2): unknown {
  if (typeof value === "string") return value.length > LONG_TEXT ? undefined : value;
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0 || Array.isArray(value)) return undefined;
  const members = Object.entries(value).slice(0, MAX_MEMBERS);
  return Object.fromEntries(members.map(([name, member]) => [name, outline(member, levels - 1)]));
}
