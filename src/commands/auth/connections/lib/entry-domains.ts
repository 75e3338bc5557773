import { commandLine } from "../../../../core/command-line.ts";
import { isWithin, siteOf } from "../../../../core/hosts.ts";
import type { ManagedAuth } from "../../../../generated/types.ts";

/** Fields of a new connection that determine where its logins begin. */
interface LoginPlace {
  readonly domain: string;
  readonly login_url?: string | undefined;
}

/**
 * Domains where a new connection may enter values, unless the caller chooses: its own, and the host of its login page.
 * assumed: the client sends them, because a service takes a missing list for "any domain" (spec 2.1).
 */
export function defaultDomains({ domain, login_url }: LoginPlace): string[] {
  const host = login_url ? URL.parse(login_url)?.hostname : undefined;
  return host === undefined || isWithin(siteOf(host), siteOf(domain)) ? [domain] : [domain, host];
}

/** Sentence about the domains where a connection may enter values; undefined when the service does not report them. */
export function entrySentence({
  allowed_domains: allowed,
  domain,
  id,
}: Pick<ManagedAuth, "allowed_domains" | "domain" | "id">): string | undefined {
  if (!allowed) return undefined;
  const own = siteOf(domain);
  if (allowed.length === 0) {
    const limit = commandLine`auth connections update ${id} --allowed-domain ${own}`;
    return `Values may be entered at any domain; limit them to its own with: ${limit}`;
  }
  const others = allowed.filter((each) => !isWithin(each, own));
  return `Values may be entered at ${[own, ...others].join(", ")} and subdomains; always also at common identity providers.`;
}
