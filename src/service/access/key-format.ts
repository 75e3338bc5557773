import { randomBytes } from "node:crypto";
import { API_KEY_BYTES, API_KEY_PREFIX as PREFIX } from "../../core/api-key-text.ts";

const LENGTH = PREFIX.length + 2 * API_KEY_BYTES;

/**
 * New API key: a prefix that scanners for secrets can search for, and 192 random bits in hex, which a double click
 * selects as a whole. assumed: the format; the API does not define it.
 */
export function newApiKey(): string {
  return PREFIX + randomBytes(API_KEY_BYTES).toString("hex");
}

/** Beginning and end of a key, to recognize it: `bctl_3f9a...c41e`. */
export function maskedKey(key: string): string {
  const shown = key.startsWith(PREFIX) ? PREFIX.length + 4 : 4;
  return `${key.slice(0, shown)}...${key.slice(-4)}`;
}

/** True for a text that begins like an API key; an id never does. */
export function isKeyLike(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** Rule that a text breaks if it begins like an API key but is not a whole one; undefined for every other text. */
export function brokenKey(text: string): string | undefined {
  if (!isKeyLike(text)) return undefined;
  if (text.length !== LENGTH) return `it has ${text.length} of ${LENGTH} characters`;
  return /^[0-9a-f]+$/.test(text.slice(PREFIX.length)) ? undefined : "it has a character that no API key has";
}
