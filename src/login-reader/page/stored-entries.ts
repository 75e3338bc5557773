import type { StoredEntry } from "../raw-frame.ts";
import { MAX_STORED_ENTRIES, MAX_STORED_KEY, MAX_STORED_VALUE } from "./limits.ts";

/**
 * Entries of the storage areas of a frame's origin; empty for an area that the frame may not use. For a long value, its
 * start and its length.
 */
export function storedEntries(): StoredEntry[] {
  return [...entriesOf("local", () => localStorage), ...entriesOf("session", () => sessionStorage)];
}

function entriesOf(area: StoredEntry[0], storage: () => Storage): StoredEntry[] {
  try {
    const entries: [string, string][] = Object.entries(storage()).slice(0, MAX_STORED_ENTRIES);
    return entries.map(([key, value]) => [area, key.slice(0, MAX_STORED_KEY), bounded(value)]);
  } catch {
    return [];
  }
}

function bounded(value: string): string {
  return value.slice(0, MAX_STORED_VALUE) + (value.length > MAX_STORED_VALUE ? value.length : "");
}
