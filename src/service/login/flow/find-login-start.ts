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
 * Finds the page on which a login begins: at the address of the plan, at the start, behind a "Log in" control, or at a
 * usual path. Throws {@link LoginFlowError} `login_page_unreachable` or `no_login_form`.
 */
export async function findLoginStart(page: FlowPage, input: LoginInput): Promise<LoginStart> {
  for (const url of addresses(input)) {
    const found = await startAt(page, url, url === input.startUrl);
    if (found) return found;
  }
  const { hostname } = new URL(input.startUrl);
  throw new LoginFlowError(
    "no_login_form",
    input.isLoginPage
      ? `the page "${input.startUrl}" has no login form; set login_url to the page that has it`
      : `no login form was found on "${hostname}" and at the usual paths; set login_url to the page that has it`,
  );
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
    if (!isStart && error instanceof LoginFlowError && error.kind === "login_page_unreachable") return undefined;
    throw error;
  }
  const opened = await page.state();
  let found = opened;
  for (let presses = 0; presses < 2; presses += 1) {
    if (isBeginning(found.facts)) return { url, opened, found, isLoggedIn: false };
    const { trigger, logout } = found.facts;
    if (trigger === undefined && logout) return { url, opened, found, isLoggedIn: true };
    const way = trigger ?? onlyContinue(found.facts);
    if (way === undefined) return undefined;
    found = await pressed(page, way);
  }
  return isBeginning(found.facts) ? { url, opened, found, isLoggedIn: false } : undefined;
}

/** True for a page on which a login can begin. */
function isBeginning(facts: PageFacts): boolean {
  const isWay = facts.choices.some(
    ({ kind }) => kind === "sso_provider" || kind === "account" || kind === "sign_in_method",
  );
  return facts.form !== undefined || (isWay && !facts.logout) || facts.external !== undefined;
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
