/** Beginning of every API key of the local service, which scanners for secrets can search for. */
export const API_KEY_PREFIX = "bctl_";

/** Random part of an API key, in bytes; it stands there in hex. */
export const API_KEY_BYTES = 24;

const key = new RegExp(`${API_KEY_PREFIX}[0-9a-f]{${2 * API_KEY_BYTES}}`, "g");

/** Text without the API keys in it, such as one that was given in place of its id. */
export function replaceApiKeys(text: string, replacement = "[redacted]"): string {
  return text.includes(API_KEY_PREFIX) ? text.replace(key, replacement) : text;
}
