/** Characters that a copy may still take. */
export interface Room {
  left: number;
}

/** Maximum number of members of a list that are copied. */
const MAX_MEMBERS = 100;

/**
 * Copy of an event of the browser within a room: texts are cut, and long lists too. A page chooses how long they are. The
 * copy holds no memory of the event.
 */
export function boundedCopy<T>(value: T, room: Room): T {
  if (typeof value === "string") return boundedText(value, room) as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, MAX_MEMBERS).map((member: unknown) => boundedCopy(member, room)) as T;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, boundedCopy(member, room)])) as T;
}

/** Beginning of a text within a room. */
export function boundedText(text: string, room: Room): string {
  const part = text.slice(0, room.left);
  room.left -= part.length;
  // A part of a text keeps the whole one in memory.
  return part.length === text.length ? text : (JSON.parse(JSON.stringify(part)) as string);
}
