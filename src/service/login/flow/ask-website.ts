import {
  asksForMuchElse,
  compareTwins,
  isShortPage,
  isStep,
  isTellingDifference,
  isWhole,
  offersLogin,
  type Twins,
} from "../decide/anonymous-twin.ts";
import { areMany, isClosed, ownWays } from "../decide/own-ways.ts";
import { changeOfTab, hasMoved, type LoginState, storedChange } from "../decide/page-changes.ts";
import type { PageFacts } from "../page/page-facts.ts";
import type { FlowPage } from "./flow-page.ts";
import { isPageFault } from "./page-failure.ts";
import { hiddenTwinsAt, hiddenTwinsOf, type TwinsAt } from "./twins-at.ts";

/** Address at which the website treats the browser as somebody it knows, with what it shows there. */
export type LoginProof = TwinsAt;

/** Maximum number of links that are opened as somebody who is not logged in. */
const MAX_LINKS = 3;

/** Answer of a website that is asked whether the browser is logged in; `unanswered` when a page did not load in time. */
export type LoginAnswer = LoginProof | "no-proof" | "unanswered";

/**
 * Asks the website whether the browser is logged in, at the address of the page (`hiddenTwinsOf`) and then at the origin
 * of the website.
 * A page that differs from the one of everybody else may still be a dead end, such as one about a locked account. It
 * counts when it offers something that is closed to everybody else.
 *
 * Costs two hidden pages for each address, and up to three for the links of a page with few ways.
 */
export async function proofOfLogin(page: FlowPage, before: LoginState, after: LoginState): Promise<LoginAnswer> {
  const { facts } = after;
  const origin = `${URL.parse(facts.url)?.origin ?? facts.url}/`;
  const ofTab = changeOfTab(before.evidence, after.evidence);
  const isOfTab = ofTab !== "none" || isOfScript(before, after);
  const asked = await (isOfTab ? shownTwins(page, facts) : hiddenTwinsOf(page, facts, before.facts.url));
  const here = asked?.twins;
  if (here && (await isInside(page, here, ofTab === "session"))) {
    if (asked.url === origin || hasWayOut(here) || !isShortPage(here.own)) return asked;
    // A short page may be a step of the login; the website then still asks at its origin.
    const home = await hiddenTwinsAt(page, origin);
    return home && compareTwins(home) === "same" && offersLogin(home.own) ? "no-proof" : asked;
  }
  const home = asked?.url === origin ? here : await hiddenTwinsAt(page, origin);
  if (home && home !== here && (await isInside(page, home))) return { url: origin, twins: home };
  return isWhole(here) && isWhole(home) ? "no-proof" : "unanswered";
}

/** True for a page that has a way out now and has stored nothing: its script alone knows of the login. */
function isOfScript(before: LoginState, after: LoginState): boolean {
  const hasStored = storedChange(before.evidence, after.evidence) !== "none";
  return after.facts.logout && !before.facts.logout && !hasStored && !hasMoved(before.facts, after.facts);
}

async function shownTwins(page: FlowPage, own: PageFacts): Promise<TwinsAt | undefined> {
  const anonymous = await anonymously(page, own.url);
  return anonymous && { url: own.url, twins: { own, anonymous } };
}

async function anonymously(page: FlowPage, url: string): Promise<PageFacts | undefined> {
  try {
    return await page.look({ url, as: "anonymous" });
  } catch (error) {
    if (isPageFault(error)) return undefined;
    throw error;
  }
}

function hasWayOut({ own, anonymous }: Twins): boolean {
  return own.logout && !anonymous.logout;
}

/**
 * True for a page that differs from the one of everybody else, and offers more than the way back to the login.
 *
 * @param isGivenSession the login has stored a session, which a page about a refusal does not
 */
async function isInside(page: FlowPage, twins: Twins, isGivenSession = false): Promise<boolean> {
  const verdict = compareTwins(twins);
  const isOther = verdict === "logged-in" || (verdict === "unknown" && !offersLogin(twins.own));
  if (!isOther || isStep(twins.own)) return false;
  if (isGivenSession || (verdict === "logged-in" && hasWayOut(twins))) return true;
  if (verdict === "logged-in" && asksForMuchElse(twins.own) && !asksForMuchElse(twins.anonymous)) return true;
  const ways = ownWays(twins);
  const isTurnedAway = hasMoved(twins.own, twins.anonymous) && isTellingDifference(twins);
  if ((verdict === "logged-in" || isTurnedAway) && areMany(ways)) return true;
  for (const link of ways.links.slice(0, MAX_LINKS)) {
    const shown = await anonymously(page, link.href);
    if (shown && isClosed(link, shown, twins)) return true;
  }
  return false;
}
