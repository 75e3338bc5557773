import type { Protocol } from "devtools-protocol";
import { parseDuration } from "../../core/duration.ts";
import { timestampOf } from "../../core/timestamp.ts";
import type { AgentState } from "../agent-state.ts";
import { oneLine, quoted } from "../page-text.ts";
import {
  type ChangedRecords,
  type CookieChangeRequest,
  type CookiesRequest,
  type CookiesResult,
  Refusal,
} from "../requests.ts";
import { shownTab } from "../tabs.ts";
import type { AgentPage } from "../target.ts";
import { checkCookie, type NewCookie, namesHost } from "./cookie-rules.ts";

type Cookie = Protocol.Network.Cookie;
type Choice = Pick<CookiesRequest, "name" | "domain" | "path" | "all_sites">;

/** Maximum number of characters of a name in a text. */
const MAX_NAME = 100;

/** Cookies that the page in front gets, or those of a domain or of all sites. Refuses a name that none has. */
export async function readCookies(page: AgentPage, state: AgentState, request: CookiesRequest): Promise<CookiesResult> {
  const cookies = await chosenCookies(page, request);
  if (cookies.length === 0 && request.name !== undefined) throw await noCookie(page, request);
  return cookies.map((cookie) => recordOf(cookie, request.values === true ? state : undefined));
}

/** Sets a cookie, or deletes some. Refuses one that the browser would not keep, and a name that none has. */
export async function changeCookies(
  page: AgentPage,
  state: AgentState,
  request: CookieChangeRequest,
): Promise<ChangedRecords> {
  if (request.secret) state.secrets.addValue(request.value ?? "");
  if (request.action === "set") return setCookie(page, request);
  if (request.action === "delete" && request.name === undefined)
    throw new Refusal("no_cookie", "the name of the cookie is missing");
  const cookies = await chosenCookies(page, request);
  if (cookies.length === 0 && request.action === "delete") throw await noCookie(page, request);
  await Promise.all(cookies.map((cookie) => deleteCookie(page, cookie)));
  const what = request.name === undefined ? "" : ` ${quoted(oneLine(request.name), MAX_NAME)}`;
  const count = cookies.length;
  return { text: count === 1 ? `deleted 1 cookie${what}` : `deleted ${count} cookies${what}`, count };
}

/** Cookies as a request carries them: those of longer paths first. */
async function chosenCookies(page: AgentPage, { all_sites, domain, name, path }: Choice): Promise<Cookie[]> {
  const ofBrowser = all_sites === true || domain !== undefined;
  const cookies = ofBrowser ? await allCookies(page) : await cookiesFor(page, (await pageUrl(page))?.href);
  const suffix = domain === undefined ? undefined : hostOf(domain);
  return cookies
    .filter((cookie) => suffix === undefined || isWithin(cookie.domain, suffix))
    .filter((cookie) => name === undefined || cookie.name === name)
    .filter((cookie) => path === undefined || cookie.path === path)
    .sort((a, b) => b.path.length - a.path.length || order(bare(a.domain), bare(b.domain)) || order(a.name, b.name));
}

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

async function allCookies({ session }: AgentPage): Promise<Cookie[]> {
  return (await session.send("Storage.getCookies", {})).cookies;
}

async function cookiesFor({ session }: AgentPage, url: string | undefined): Promise<Cookie[]> {
  return url === undefined ? [] : (await session.send("Network.getCookies", { urls: [url] })).cookies;
}

/** Address of the page in front; undefined for one without a host. The browser knows it also while the page is blocked. */
async function pageUrl(page: AgentPage): Promise<URL | undefined> {
  const { url } = await shownTab(page);
  return URL.canParse(url) && /^https?:/.test(url) ? new URL(url) : undefined;
}

function bare(domain: string): string {
  return domain.replace(/^\./, "");
}

function isWithin(domain: string, suffix: string): boolean {
  const own = bare(domain);
  return own === suffix || own.endsWith(`.${suffix}`);
}

/** Host as the browser writes it: without a dot in front, in lower case, in the ASCII form. */
function hostOf(domain: string): string {
  const host = bare(domain.trim());
  if (!namesHost(host)) throw new Refusal("bad_cookie", `${quoted(oneLine(domain), MAX_NAME)} is no domain`);
  return new URL(`http://${host}/`).hostname;
}

async function noCookie(page: AgentPage, { all_sites, domain, name = "" }: Choice): Promise<Refusal> {
  const what = `no cookie ${quoted(oneLine(name), MAX_NAME)}`;
  if (domain !== undefined) return new Refusal("no_cookie", `there is ${what} of ${hostOf(domain)}`);
  if (all_sites) return new Refusal("no_cookie", `there is ${what} in the browser`);
  const url = await pageUrl(page);
  const text = url ? `the page gets ${what} for ${url.host}` : `the page has no host, and gets ${what}`;
  return new Refusal("no_cookie", text, "--all-sites looks at the cookies of all sites");
}

function recordOf(cookie: Cookie, withValue: AgentState | undefined): CookiesResult[number] {
  const { domain, expires, httpOnly, name, partitionKey, path, sameSite, secure, size, value } = cookie;
  return {
    name,
    domain,
    path,
    expires: expires < 0 ? null : new Date(expires * 1_000).toISOString(),
    flags: [
      ...(secure ? ["Secure"] : []),
      ...(httpOnly ? ["HttpOnly"] : []),
      ...(sameSite ? [`SameSite=${sameSite}`] : []),
      ...(partitionKey ? ["Partitioned"] : []),
    ],
    ...(partitionKey && { partition: partitionKey.topLevelSite }),
    size,
    ...(withValue && { value: withValue.secrets.hide(value) }),
  };
}

async function setCookie(page: AgentPage, request: CookieChangeRequest): Promise<ChangedRecords> {
  const { domain, http_only = false, name = "", path = "/", same_site, secure = false, value = "" } = request;
  const cookie: NewCookie = { name, value, path, secure, same_site, domain: domain && hostOf(domain) };
  checkCookie(cookie);
  const end = request.expires === undefined ? undefined : endOf(request.expires);
  const url = cookie.domain === undefined ? await ownUrl(page, cookie) : undefined;
  try {
    const { success } = await page.session.send("Network.setCookie", {
      name,
      value,
      path,
      secure,
      httpOnly: http_only,
      ...(url !== undefined && { url }),
      ...(cookie.domain !== undefined && { domain: attributeOf(cookie.domain) }),
      ...(end !== undefined && { expires: end / 1_000 }),
      ...(same_site !== undefined && { sameSite: sameSites[same_site] }),
    });
    if (!success) throw refused(cookie);
  } catch (error) {
    // The protocol names no reason, and its message may quote a field.
    throw error instanceof Error && /cookie/i.test(error.message) ? refused(cookie) : error;
  }
  const host = cookie.domain ?? new URL(url ?? "").hostname;
  const kept = (await allCookies(page)).find(
    (each) => each.name === name && each.path === path && bare(each.domain) === host && each.value === value,
  );
  if (!kept) throw refused(cookie);
  if (cookie.domain !== undefined && attributeOf(cookie.domain).startsWith(".") && !kept.domain.startsWith(".")) {
    // The browser has set it for a host of this name, because no host below a public suffix may get it.
    await deleteCookie(page, kept);
    throw refused(cookie);
  }
  return { text: `set cookie ${quoted(oneLine(name), MAX_NAME)} of ${kept.domain}${oneLine(kept.path)}`, count: 1 };
}

function endOf(text: string): number {
  const end = cookieEnd(text);
  if (end === undefined) throw new Refusal("bad_cookie", `${quoted(oneLine(text), MAX_NAME)} is no time to come`);
  return end;
}

/** Domain with the dot that makes it one of the hosts below it too, which an IP address and a single word have not. */
function attributeOf(domain: string): string {
  const hasHostsBelow = domain.includes(".") && !/^[\d.]+$/.test(domain);
  return hasHostsBelow ? `.${domain}` : domain;
}

const sameSites = { strict: "Strict", lax: "Lax", none: "None" } as const;

/** Address for which a cookie of the page's own host is set. */
async function ownUrl(page: AgentPage, { path, secure }: NewCookie): Promise<string> {
  const url = await pageUrl(page);
  if (!url) throw new Refusal("bad_cookie", "the page in front has no host", "name one: --domain example.com");
  return `${secure ? "https:" : url.protocol}//${url.host}${path}`;
}

function refused({ domain, name, secure }: NewCookie): Refusal {
  const scheme = secure ? "" : "; a cookie that is Secure is not replaced by one that is not";
  const of = domain === undefined ? "" : ` of ${domain}, which must not be a public suffix such as co.uk`;
  return new Refusal(
    "bad_cookie",
    `the browser did not keep the cookie ${quoted(oneLine(name), MAX_NAME)}${of}${scheme}`,
  );
}

async function deleteCookie({ session }: AgentPage, { domain, name, partitionKey, path }: Cookie): Promise<void> {
  await session.send("Network.deleteCookies", { name, domain, path, ...(partitionKey && { partitionKey }) });
}

/**
 * Time in milliseconds since 1970 at which a cookie expires: an RFC 3339 time, or a duration from now. Undefined for any
 * other text, and for what is not in the future.
 */
export function cookieEnd(text: string): number | undefined {
  const now = performance.timeOrigin + performance.now();
  const end = timeOf(text, now);
  return end > now && !Number.isNaN(new Date(end).getTime()) ? end : undefined;
}

/** Time of a text; NaN for one that is none. */
function timeOf(text: string, now: number): number {
  const time = timestampOf(text);
  if (time !== undefined) return Date.parse(time);
  try {
    return now + parseDuration(text, Number.POSITIVE_INFINITY);
  } catch {
    return Number.NaN;
  }
}
