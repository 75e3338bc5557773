import { CliError } from "../core/errors.ts";
import { hasControl } from "../core/hidden-characters.ts";
import { isLoopback } from "../core/hosts.ts";

/**
 * A service's base URL in the one form it is stored and compared in: http or https, no query, fragment or user
 * information, path prefix kept, no slash at the end. Exit 2 otherwise; the message is the rule alone, and repeats the
 * value only where it cannot hold a secret.
 */
export function parseBaseUrl(text: string): string {
  if (/\s/.test(text) || hasControl(text)) throw refused("contains a space or a control character");
  if (!/^https?:\/\//i.test(text)) {
    if (/[@?#]/.test(text)) throw refused("must begin with https:// or http://");
    const bare = /^[a-z0-9.-]+(?::\d+)?(?:\/|$)/i.test(text);
    throw refused(`"${text}" must begin with https:// or http://${bare ? `; write ${withScheme(text)}` : ""}`);
  }
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw refused("is not a URL; write one like https://browsers.example.com/v1");
  }
  if (url.username || url.password || /^[^/]*\/\/[^/]*@/.test(text)) {
    throw refused("must not hold a user name or password; a token comes from `browserctl login` or BROWSERCTL_TOKEN");
  }
  if (/[?#]/.test(text)) throw refused("must not have a query or a fragment (? or #)");
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** A host as a URL: a service on this machine seldom has a certificate. */
function withScheme(host: string): string {
  return URL.canParse(`http://${host}`) && isLoopback(new URL(`http://${host}`)) ? `http://${host}` : `https://${host}`;
}

function refused(why: string): CliError {
  return new CliError("usage", why);
}
