import { Refusal } from "../requests.ts";

/** Host with an optional port, and what follows it. */
const bareHost = /^(?:localhost|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|\[[\da-f:.]+\])(?::\d{1,5})?(?:[/?#]|$)/iu;
const ownMachine = /^(?:localhost|127\.|\[::1\])/i;

/**
 * Address that was typed: a host without a scheme gets https, one of this machine http. Throws {@link Refusal}
 * `not_loaded` for what is none, and for a script.
 */
export function typedAddress(text: string): string {
  const typed = text.trim();
  if (bareHost.test(typed)) return `${ownMachine.test(typed) ? "http" : "https"}://${typed}`;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(typed)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "javascript" && (scheme === "about" || URL.canParse(typed))) return typed;
  throw new Refusal(
    "not_loaded",
    `${JSON.stringify(text)} is no address of a page`,
    "give one such as https://example.com",
  );
}
