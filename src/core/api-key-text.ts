/** Beginning of every API key of the local service, which scanners for secrets can search for. */
export const API_KEY_PREFIX = "bctl_";

/** Random part of an API key, in bytes; written in hex. */
export const API_KEY_BYTES = 24;

const key = new RegExp(`${API_KEY_PREFIX}[0-9a-f]{${2 * API_KEY_BYTES}}`, "g");

/** Replaces API keys in a text, such as a key given instead of its id. */
export function replaceApiKeys(text: string): string {
  return text.includes(API_KEY_PREFIX) ? text.replace(key, "[redacted]") : text;
}
