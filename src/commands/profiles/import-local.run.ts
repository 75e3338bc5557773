import { resolve } from "node:path";
import type { BodyOf, Check, Run } from "../../cli/declare/body.ts";
import { withTempDirectory } from "../../cli/transfer/staging.ts";
import { CliError, type Problem } from "../../core/errors.ts";
import { browserFacts } from "../../local-profiles/browsers.ts";
import { type LocalCookies, readLocalCookies } from "../../local-profiles/read-cookies.ts";
import { count } from "../../render/sentence.ts";
import type { profilesImportLocal } from "./import-local.ts";
import { chooseLocal, type LocalSource } from "./lib/choose-local.ts";
import { importProfile, saveProfile } from "./lib/store-cookies.ts";

type ImportLocal = BodyOf<typeof profilesImportLocal>;

/** Sites that are listed before the question. */
const MAX_LISTED = 20;

export const check: Check<typeof profilesImportLocal> = ({ flags: { domain = [], name } }) => {
  const problems: Problem[] = domain
    .filter((each) => !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(each))
    .map((each) => ({ path: "--domain", message: `must be a domain such as example.com, not "${each}"` }));
  if (name !== undefined && !isProfileName(name))
    problems.push({ path: "--name", message: `must be 1 to 255 letters, digits, ".", "_" or "-", not "${name}"` });
  return problems;
};

function isProfileName(name: string): boolean {
  return /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,255}$/.test(name);
}

/** Takes the cookies of a browser's profile into a new profile of the service, after consent. */
export const run: Run<typeof profilesImportLocal> = async (body) => {
  const { anyValue, confirm, consented, cwd, done, env, flags, note, previewing, service, text, wantsValue, warn } =
    body;
  const userData = flags.userDataDir === undefined ? undefined : resolve(cwd, flags.userDataDir);
  const choice = { browser: flags.browser, profile: flags.browserProfile, userData };
  const source = chooseLocal(choice, { env, platform: process.platform });
  const name = flags.name ?? nameOf(source);
  const read = await cookiesOf(body, source);
  const sites = sitesOf(read);
  const from = `${browserFacts[source.browser].title}, profile "${source.profile.name ?? source.profile.directory}"`;
  const record = {
    browser: source.browser,
    browser_profile: source.profile.directory,
    cookies: read.cookies.length,
    sites: sites.map(([domain, cookies]) => ({ domain, cookies })),
    left_out: [...read.leftOut].map(([reason, cookies]) => ({ reason, cookies })),
  };
  const lines = listOf(sites, previewing ? sites.length : MAX_LISTED);
  for (const [reason, cookies] of read.leftOut) warn(`left out ${count(cookies, "cookie")}: ${reason}`);
  if (read.cookies.length === 0) {
    const which = flags.domain === undefined ? "" : ` for ${flags.domain.join(", ")}`;
    throw new CliError("local-file", `${from} has no cookies that can be taken${which}`, { code: "nothing_to_import" });
  }
  const what = `${count(read.cookies.length, "cookie")} of ${count(sites.length, "site")}`;
  if (previewing) {
    const value = { ...record, id: null, name };
    return wantsValue ? anyValue(value) : text(`Would take ${what} from ${from}:\n${lines.join("\n")}\n`);
  }
  if (!consented) {
    for (const line of lines) note(line);
    await confirm(`Take ${what} from ${from} into profile ${name}? Sessions with it are logged in as you are.`);
  }
  const save = service().kind === "local" ? importProfile : saveProfile;
  const id = await save(body, name, read.cookies);
  return done(`Took ${what} from ${from} into profile ${name}; localStorage was not taken.`, { ...record, id, name });
};

async function cookiesOf(
  { env, flags, signal, progress, ...body }: ImportLocal,
  { browser, profile, userData }: LocalSource,
): Promise<LocalCookies> {
  const read = (scratch: string): Promise<LocalCookies> =>
    readLocalCookies({
      browser,
      profile: resolve(userData, profile.directory),
      scratch,
      domains: (flags.domain ?? []).map((each) => each.toLowerCase()),
      env,
      platform: process.platform,
      signal,
      now: Date.now,
    });
  return await progress("Reading cookies", () => withTempDirectory(body, read));
}

/** Number of cookies by site, the most first. */
function sitesOf({ cookies }: LocalCookies): [site: string, cookies: number][] {
  const counts = new Map<string, number>();
  for (const { domain } of cookies) {
    const site = domain.replace(/^\./, "");
    counts.set(site, (counts.get(site) ?? 0) + 1);
  }
  return [...counts].sort(([a, many], [b, more]) => more - many || a.localeCompare(b));
}

function listOf(sites: readonly (readonly [string, number])[], most: number): string[] {
  const lines = sites.slice(0, most).map(([site, cookies]) => `  ${site}: ${cookies}`);
  const more = sites.length - lines.length;
  return more === 0 ? lines : [...lines, `  and ${count(more, "other site")}`];
}

/** Name of the profile from that of the browser: `chrome-profile-1`. */
function nameOf({ browser, profile }: LocalSource): string {
  return `${browser}-${profile.directory.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}
