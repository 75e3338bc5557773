import { isObject } from "../core/is-object.ts";
import { jsonProblem } from "../core/json-syntax-error.ts";
import type { ProfileCookie } from "./format.ts";

/**
 * Legacy profile: cookies and localStorage as JSON (spec 4.12 rule 2). assumed: the format is the storage state that
 * browser automation libraries write; the API does not show one.
 */
export interface LegacyProfile {
  readonly cookies: readonly ProfileCookie[];
  readonly origins: readonly {
    readonly origin: string;
    readonly localStorage: readonly { readonly name: string; readonly value: string }[];
  }[];
}

export type LegacyResult = { profile: LegacyProfile } | { problems: string[] };

/** Maximum number of reported problems per file. */
const MAX_PROBLEMS = 20;

/** Reads a legacy profile, or returns its problems by position. */
export function readLegacyProfile(text: string): LegacyResult {
  const bare = text.replace(/^\uFEFF/, "");
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch {
    return { problems: [`is not JSON: ${jsonProblem(bare)}`] };
  }
  const { cookies = [], origins = [] } = (isObject(value) ? value : { cookies: undefined }) as {
    cookies?: unknown;
    origins?: unknown;
  };
  if (!isObject(value)) return { problems: ["must be a JSON object with cookies and origins"] };
  if (value["cookies"] === undefined && value["origins"] === undefined)
    return { problems: ["has neither cookies nor origins"] };
  const problems: string[] = [];
  if (!Array.isArray(cookies)) problems.push("cookies: must be a list");
  if (!Array.isArray(origins)) problems.push("origins: must be a list");
  const read = Array.isArray(cookies)
    ? cookies.map((cookie, at) => readCookie(cookie, `cookies[${at}]`, problems))
    : [];
  const storage = Array.isArray(origins)
    ? origins.map((origin, at) => readOrigin(origin, `origins[${at}]`, problems))
    : [];
  if (problems.length > 0) return { problems: problems.slice(0, MAX_PROBLEMS) };
  return { profile: { cookies: read as ProfileCookie[], origins: storage as LegacyProfile["origins"][number][] } };
}

const sameSites = new Map([
  ["strict", "Strict"],
  ["lax", "Lax"],
  ["none", "None"],
  ["no_restriction", "None"],
] as const);

/**
 * Reads one cookie, in the form of automation libraries or of the usual add-ons that export cookies
 * (`expirationDate`, `hostOnly`). Problems are added to `problems`.
 */
function readCookie(value: unknown, path: string, problems: string[]): ProfileCookie | undefined {
  if (!isObject(value)) {
    problems.push(`${path}: must be an object`);
    return undefined;
  }
  const before = problems.length;
  const { name, value: text, domain, url, path: cookiePath = "/", secure, httpOnly, sameSite } = value;
  if (typeof name !== "string" || name === "") problems.push(`${path}.name: must be text that is not empty`);
  if (typeof text !== "string") problems.push(`${path}.value: must be text`);
  const site = typeof domain === "string" && domain !== "" ? domain : undefined;
  if (site === undefined && typeof url !== "string") problems.push(`${path}.domain: must be text that is not empty`);
  if (typeof url === "string" && !URL.canParse(url)) problems.push(`${path}.url: must be a URL`);
  if (typeof cookiePath !== "string" || !cookiePath.startsWith("/")) problems.push(`${path}.path: must begin with /`);
  for (const [field, flag] of Object.entries({ secure, httpOnly })) {
    if (flag !== undefined && typeof flag !== "boolean") problems.push(`${path}.${field}: must be true or false`);
  }
  const expires = value["expires"] ?? value["expirationDate"];
  if (expires !== undefined && expires !== null && typeof expires !== "number") {
    problems.push(`${path}.expires: must be a number of seconds since 1970`);
  }
  const sameSiteKey = typeof sameSite === "string" ? sameSite.toLowerCase() : undefined;
  const known = sameSites.get(sameSiteKey as "lax");
  if (sameSite !== undefined && sameSite !== null && !known && sameSiteKey !== "unspecified") {
    problems.push(`${path}.sameSite: must be Strict, Lax or None`);
  }
  if (problems.length > before) return undefined;
  const isSecure = secure === true;
  const hostOnly = value["hostOnly"] === true || (site !== undefined && !site.startsWith("."));
  const place =
    site === undefined
      ? { url: String(url) }
      : hostOnly
        ? { url: `${isSecure ? "https" : "http"}://${site.replace(/^\./, "")}${cookiePath}` }
        : { domain: site };
  return {
    name: String(name),
    value: String(text),
    ...place,
    path: String(cookiePath),
    ...(isSecure && { secure: true }),
    ...(httpOnly === true && { httpOnly: true }),
    ...(known && { sameSite: known }),
    ...(typeof expires === "number" && expires > 0 && { expires }),
  };
}

function readOrigin(value: unknown, path: string, problems: string[]): LegacyProfile["origins"][number] | undefined {
  const { origin, localStorage = [] } = (isObject(value) ? value : {}) as { origin?: unknown; localStorage?: unknown };
  if (typeof origin !== "string" || !/^https?:\/\/[^/]+$/.test(origin) || !URL.canParse(origin)) {
    problems.push(`${path}.origin: must be an origin such as https://example.com`);
    return undefined;
  }
  const pairs = Array.isArray(localStorage) ? localStorage : undefined;
  const bad = pairs?.findIndex(
    (pair) => !isObject(pair) || typeof pair["name"] !== "string" || typeof pair["value"] !== "string",
  );
  if (!pairs) problems.push(`${path}.localStorage: must be a list`);
  else if (bad !== undefined && bad >= 0) {
    problems.push(`${path}.localStorage[${bad}]: must have name and value, both text`);
  }
  return { origin, localStorage: (pairs ?? []) as { name: string; value: string }[] };
}
