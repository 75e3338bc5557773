/** Placeholder for a value that is not shown. */
export const mask = "***";

/**
 * User information of the URLs in a text. Quotes belong to it unless they end a word. A scheme is not looked for: the
 * search stays linear in texts of any length.
 */
const userinfo = /:\/\/((?:[^\s/?#\\"'`]|["'`](?=[^\s,;:)\]}]))+)@/g;

/**
 * Replaces user and password of each URL in a text, or the whole text if only a URL parser can find them.
 *
 * @param replace returns the replacement; the {@link mask} when omitted
 */
export function replaceUserinfo(text: string, replace: (what: "userinfo" | "text") => string = () => mask): string {
  if (!text.includes("@")) return text;
  let found = false;
  const shown = text.replace(userinfo, () => {
    found = true;
    return `://${replace("userinfo")}@`;
  });
  if (found || !/^\s*[a-z][a-z0-9+.-]*:/i.test(text)) return shown;
  const url = URL.parse(text);
  return url && (url.username || url.password) ? replace("text") : text;
}

/** Copies a value with user and password of the URLs in its texts masked. */
export function maskUserinfo(value: unknown): unknown {
  if (typeof value === "string") return replaceUserinfo(value);
  if (Array.isArray(value)) return value.map(maskUserinfo);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskUserinfo(item)]));
}
