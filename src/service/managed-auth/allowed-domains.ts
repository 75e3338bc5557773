import type { InputProblem } from "../../contract/problems.ts";
import { isLoopback, isWithin } from "../../core/hosts.ts";
import { readDomain } from "../credentials/domain.ts";

/**
 * Hosts of identity providers, which need not be listed (spec 2.1); `*.` means every host below. assumed: these, as the
 * providers that sign-in buttons most often lead to; the API does not name them.
 */
const IDENTITY_PROVIDERS: readonly string[] = [
  "accounts.google.com",
  "appleid.apple.com",
  "github.com",
  "login.live.com",
  "login.microsoftonline.com",
  "www.facebook.com",
  "www.linkedin.com",
  "*.amazoncognito.com",
  "*.auth0.com",
  "*.okta.com",
  "*.oktapreview.com",
  "*.onelogin.com",
  "*.pingidentity.com",
  "*.pingone.com",
];

/** Normalized domains of a request, without duplicates, and the problems of invalid ones. */
export interface ReadDomains {
  readonly domains: readonly string[];
  readonly problems: readonly InputProblem[];
}

/** Reads `allowed_domains`: leading `www.` and `*.` labels are dropped, letters become lower case (spec 2.1). */
export function readAllowedDomains(given: readonly string[]): ReadDomains {
  const domains = new Set<string>();
  const problems: InputProblem[] = [];
  for (const [at, text] of given.entries()) {
    const path = `allowed_domains[${at}]`;
    const read = readDomain(text.replace(/^ *(?:(?:\*|www)\.)+/i, ""));
    if (read.problem !== undefined) problems.push({ path, message: read.problem });
    else domains.add(read.host);
  }
  return { domains: [...domains], problems };
}

/** Rules for where a connection may enter credentials. */
export interface EntryRules {
  readonly domain: string;
  readonly allowedDomains: readonly string[];
  /** Address at which its logins begin; the home page of the domain over HTTPS when absent. */
  readonly startUrl?: string;
}

/**
 * True for an address where credentials may be entered or sent to. Any host when no domains are listed; otherwise the
 * connection's own domain, the listed ones, their subdomains, and the hosts of identity providers (spec 2.1). Never an
 * unencrypted connection from an encrypted page, or in a login that begins at an encrypted page; except to this machine
 * itself. assumed: the scheme counts also without listed domains, because everybody on the network path could read a
 * value.
 *
 * @param from address of the frame that the value is sent from
 */
export function mayEnterCredentials(rules: EntryRules, address: string, from?: string): boolean {
  const { domain, allowedDomains, startUrl } = rules;
  const url = URL.parse(address);
  const isStrict = [startUrl ?? `https://${domain}/`, from ?? ""].some((start) => /^https:/i.test(start));
  if (url && isStrict && /^(?:http|ws|ftp):$/.test(url.protocol) && !isLoopback(url)) return false;
  if (allowedDomains.length === 0) return true;
  const host = url?.hostname ?? "";
  if (host === "") return false;
  const own = domain.replace(/^www\./, "");
  return [own, ...allowedDomains].some((root) => isWithin(host, root)) || IDENTITY_PROVIDERS.some(covers(host));
}

function covers(host: string): (provider: string) => boolean {
  return (provider) => (provider.startsWith("*.") ? host.endsWith(provider.slice(1)) : host === provider);
}
