import { isLoopback } from "../core/hosts.ts";
import type { RecordSource } from "../core/record-source.ts";
import { CURRENT_SESSION, LAST_SESSION } from "../core/session-word.ts";
import { version } from "../core/version.ts";
import { recordSources, wordSources } from "../generated/record-sources.ts";
import { checks } from "../settings/model.ts";
import { completionCache } from "../settings/paths.ts";
import { AnswerCache, type CachedAnswer, hashOf } from "./answer-cache.ts";
import { fetchRecords, LateError } from "./fetch-records.ts";
import { keychainToken } from "./keychain-token.ts";
import type { Question } from "./question.ts";
import { type Offer, offersOf, type Row, rowsOf } from "./rows.ts";
import { sinceStart } from "./since-start.ts";
import { findTarget, type Surroundings, type Target, userSettings } from "./target.ts";

/**
 * Age up to which an answer is used as it is, in milliseconds: keys pressed in a row. A command that may change something
 * removes the cache (`forgetCompletions`), so that only changes from elsewhere are missed, and for this long.
 */
const FRESH_MS = 5_000;
/** Age up to which an answer is used where there is no newer one. */
const STALE_MS = 60_000;
/** Time, in milliseconds, during which a service is not asked again after a timeout. */
const HUNG_MS = 5_000;
const ENOUGH_MS = 100;
/**
 * Time, in milliseconds, during which a keychain is not asked again after it did not answer at once, because it may
 * prompt each time.
 */
const LOCKED_MS = 5 * 60_000;

/** Maximum number of requested pages of a list: 1,000 records. */
const MAX_PAGES = 10;

/** A question with everything needed to answer it. */
interface LookUp extends Surroundings {
  readonly question: Question;
  readonly source: RecordSource;
  readonly target: Target;
  readonly cache: AnswerCache;
  /** Time of `sinceStart` after which an answer from the service is too late. */
  readonly until: number;
  readonly now: number;
}

export interface AnswerOptions extends Surroundings {
  readonly until: number;
  /** The present in milliseconds since 1970. */
  readonly now: number;
}

/** Values for a question: from the settings, the cache or the service. Throws where a command would fail. */
export async function answer(question: Question, options: AnswerOptions): Promise<Offer[]> {
  if (question.source === "contexts") return contexts(question, options);
  if (Object.hasOwn(wordSources, question.source)) {
    return (wordSources[question.source] ?? []).filter(({ value }) => value.startsWith(question.prefix));
  }
  if (question.source === "browsers" && question.prefix.startsWith("@")) return sessionWords(question);
  const source = Object.hasOwn(recordSources, question.source) ? recordSources[question.source] : undefined;
  const parents = source?.path.match(/\{/g)?.length ?? 0;
  if (source === undefined || question.args.slice(0, parents).filter(Boolean).length < parents) return [];
  const target = await findTarget(question.flags, options);
  if (target === undefined || (source.localOnly && !isLoopback(new URL(target.baseUrl)))) return [];
  const cache = new AnswerCache(completionCache(options.env));
  const rows = await findRows({ ...options, question, source, target, cache });
  return offersOf(source, rows, question.prefix, options.now);
}

/** Words that stand for a session; offered once their sign is typed. */
function sessionWords({ prefix }: Question): Offer[] {
  const words = [
    { value: CURRENT_SESSION, description: "chosen by browsers use or BROWSERCTL_BROWSER_ID" },
    { value: LAST_SESSION, description: "the newest session" },
  ];
  return words.filter(({ value }) => value.startsWith(prefix));
}

async function contexts({ prefix }: Question, surroundings: Surroundings): Promise<Offer[]> {
  const { contexts: entries } = await userSettings(surroundings);
  return Object.entries(entries)
    .filter(([name]) => name.startsWith(prefix) && !name.startsWith("-"))
    .map(([value, { base_url, kind }]) => ({ value, description: base_url ?? `${kind} service` }));
}

/**
 * The rows of a list. For a long list the service also searches for the typed text, to find records beyond the first
 * pages.
 */
async function findRows(lookUp: LookUp): Promise<readonly Row[]> {
  const { source, question } = lookUp;
  if (source.of) return (await oneList(lookUp, question.args[0] ?? "", MAX_PAGES)).rows;
  const searches = source.search !== undefined && question.prefix !== "";
  const all = await oneList(lookUp, "", searches ? 1 : MAX_PAGES);
  if (all.whole || !searches) return all.rows;
  return [...all.rows, ...(await oneList(lookUp, question.prefix, MAX_PAGES)).rows];
}

/** A list from the cache or the service, or an older one where the service fails. */
async function oneList(lookUp: LookUp, search: string, mostPages: number): Promise<CachedAnswer> {
  const { cache, now } = lookUp;
  const name = nameOf(lookUp, search);
  const known = cache.read(name);
  if (known && isWithin(known.at, FRESH_MS, now) && (known.whole || known.pages >= mostPages)) return known;
  const old = known && isWithin(known.at, STALE_MS, now) ? known : nothing;
  if (isWithin(known?.hungAt ?? 0, HUNG_MS, now)) return old;
  const asked = sinceStart();
  try {
    const found = await fresh(lookUp, search, mostPages);
    cache.write(name, found, now);
    return found;
  } catch (error) {
    if (error instanceof LateError && sinceStart() - asked >= ENOUGH_MS)
      cache.write(name, { ...old, hungAt: now }, now);
    return old;
  }
}

const nothing: CachedAnswer = { at: 0, rows: [], whole: true, pages: 0 };

/** True for a time less than `ms` before the present. A future time, from before a clock change, does not count. */
function isWithin(time: number, ms: number, now: number): boolean {
  return time <= now && now - time < ms;
}

async function fresh(lookUp: LookUp, search: string, mostPages: number): Promise<CachedAnswer> {
  const { source, target, question, env, until, now } = lookUp;
  const stored = typeof target.token === "object" && target.token.kind === "keychain" ? target.token : undefined;
  const token = stored ? await unlockedToken(stored.account, lookUp) : target.token;
  if (token === undefined) throw new Error("no token");
  const { args } = question;
  const { records, whole, pages } = await fetchRecords({ source, target, token, args, search, mostPages, env, until });
  return { at: now, rows: rowsOf(source, records, args), whole, pages };
}

/** Token of the keychain, unless the keychain recently did not answer at once. */
async function unlockedToken(account: string, { cache, env, now, until }: LookUp): Promise<string | undefined> {
  const name = hashOf("keychain", account);
  if (isWithin(cache.read(name)?.hungAt ?? 0, LOCKED_MS, now)) return undefined;
  const token = await keychainToken(account, env, until);
  if (token !== undefined && checks.token(token) === undefined) return token;
  cache.write(name, { ...nothing, hungAt: now }, now);
  return undefined;
}

/** Name of the cached answer: a hash of everything it depends on, including the token. */
function nameOf({ question, target }: LookUp, search: string): string {
  const { baseUrl, context, project, projectTyped, token } = target;
  return hashOf(version, token, context, baseUrl, project, projectTyped, question.source, question.args, search);
}
