import { pause } from "../../../core/pause.ts";
import type { LoginState } from "../decide/page-changes.ts";
import type { PageFacts } from "../page/page-facts.ts";
import { LoginFlowError } from "./flow-error.ts";
import { type FlowPage, isControlGone } from "./flow-page.ts";
import type { LoginInput } from "./flow-types.ts";

/** Paths at which websites have their login page, the most frequent first. */
const commonPaths = [
  ...["/login", "/signin", "/sign-in", "/auth/login", "/users/sign_in", "/account/login", "/accounts/login/"],
  ...["/user/login", "/admin/", "/admin/login", "/wp-login.php"],
];

/** Time in milliseconds in which a page draws its first form, and the pause between two reads of it. */
const DRAW_BOUND_MS = 2_000;
/** The same for a page without a link and a button, whose application is still starting. */
const START_BOUND_MS = 10_000;
const DRAW_PAUSE_MS = 250;

/** Failures of an address that may have no page at all. */
const notPages: ReadonlySet<string> = new Set(["login_page_unreachable", "unsupported_auth_method"]);

/** Page on which a login begins. */
export interface LoginStart {
  /** Address that was opened. */
  readonly url: string;
  /** Page at that address, before anything was pressed. */
  readonly opened: LoginState;
  /** Page with the login form. */
  readonly found: LoginState;
  /** True when the browser is logged in already. */
  readonly isLoggedIn: boolean;
}

/**
 * Finds the page on which a login begins: at the address of the plan, at the start, behind a control that leads to it,
 * or at a usual path. When there is none, the website may be confused by an old session: its stored state is deleted,
 * and it is asked once more. Throws {@link LoginFlowError} `login_page_unreachable` or `no_login_form`.
 */
export async function findLoginStart(page: FlowPage, input: LoginInput): Promise<LoginStart> {
  const found = await search(page, input, addresses(input));
  if (found) return found;
  await page.forgetSite(input.startUrl);
  const again = await search(page, input, new Set([input.startUrl]));
  if (again) return again;
  const { hostname } = new URL(input.startUrl);
  throw new LoginFlowError(
    "no_login_form",
    input.isLoginPage
      ? `the page "${input.startUrl}" has no login form; set login_url to the page that has it`
      : `no login form was found on "${hostname}" and at the usual paths; set login_url to the page that has it`,
  );
}

async function search(page: FlowPage, input: LoginInput, urls: Set<string>): Promise<LoginStart | undefined> {
  for (const url of urls) {
    const found = await startAt(page, url, url === input.startUrl);
    if (found) return found;
  }
  return undefined;
}

function addresses({ startUrl, isLoginPage, plan }: LoginInput): Set<string> {
  if (isLoginPage) return new Set([startUrl]);
  const usual = commonPaths.map((path) => new URL(path, startUrl).href);
  return new Set([...(plan ? [plan.entrance] : []), startUrl, ...usual]);
}

/** @param isStart throws when the address cannot be loaded. */
async function startAt(page: FlowPage, url: string, isStart: boolean): Promise<LoginStart | undefined> {
  try {
    await page.open(url);
  } catch (error) {
    if (!isStart && error instanceof LoginFlowError && notPages.has(error.kind)) return undefined;
    throw error;
  }
  const opened = await openedPage(page, isStart);
  const { facts } = opened;
  if (hasForm(facts)) return { url, opened, found: opened, isLoggedIn: false };
  if (facts.entrances.length === 0 && facts.logout) return { url, opened, found: opened, isLoggedIn: true };
  // A control that leads to the login has priority over other ways that a public page offers.
  const found = await followed(page, opened, url);
  if (found) return { url, opened, found, isLoggedIn: false };
  if (!isChoice(facts)) return undefined;
  const chosen = facts.entrances.length === 0 ? opened : await reopened(page, url);
  return { url, opened, found: chosen, isLoggedIn: false };
}

/** Page as it was opened; a page that shows nothing to start with is given a moment to draw it. */
async function openedPage(page: FlowPage, isStart: boolean): Promise<LoginState> {
  const begin = performance.now();
  for (;;) {
    const state = await page.state();
    const { facts } = state;
    const isStartable = hasForm(facts) || isChoice(facts) || facts.entrances.length > 0 || facts.logout;
    if (isStartable || onlyContinue(facts) !== undefined) return state;
    const isStarting = facts.controls === 0 && (facts.status ?? 200) < 400;
    const boundMs = isStarting ? START_BOUND_MS : DRAW_BOUND_MS;
    if (!isStart || performance.now() - begin > boundMs) return state;
    await pause(DRAW_PAUSE_MS, page.signal);
  }
}

/** Page with a login form behind one of the best controls that could lead to it. */
async function followed(page: FlowPage, { facts }: LoginState, url: string): Promise<LoginState | undefined> {
  const banner = onlyContinue(facts);
  const ways = [...facts.entrances, banner, facts.accountWay].filter((way) => way !== undefined);
  for (const [at, way] of ways.entries()) {
    if (at > 0) await reopened(page, url);
    const next = await pressed(page, way);
    if (isBeginning(next.facts)) return next;
    // The form may be one more step away: behind a banner, or behind an entry of the menu that opened.
    const [further] = next.facts.entrances;
    const last = further === undefined || further === way ? next : await pressed(page, further);
    if (isBeginning(last.facts)) return last;
  }
  return undefined;
}

async function reopened(page: FlowPage, url: string): Promise<LoginState> {
  await page.open(url);
  return page.state();
}

function hasForm({ form, external }: PageFacts): boolean {
  return form !== undefined || external !== undefined;
}

/** True for a page that lets choose by which account or provider to log in. */
function isChoice({ choices, logout }: PageFacts): boolean {
  const ways = ["sso_provider", "account", "sign_in_method"];
  return !logout && choices.some(({ kind }) => ways.includes(kind));
}

/** True for a page on which a login can begin: with a form, or with choices and nothing that leads to a form. */
function isBeginning(facts: PageFacts): boolean {
  return hasForm(facts) || (isChoice(facts) && facts.entrances.length === 0);
}

/** A banner, for example about cookies, may hide the page until its only button is pressed. */
function onlyContinue({ choices }: PageFacts): string | undefined {
  const ways = choices.filter(({ kind }) => kind === "continue");
  return ways.length === 1 ? ways[0]?.ref : undefined;
}

async function pressed(page: FlowPage, ref: string): Promise<LoginState> {
  try {
    await page.press(ref);
  } catch (error) {
    if (!isControlGone(error)) throw error;
  }
  return page.state();
}
