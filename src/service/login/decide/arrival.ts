import { isAuthAddress } from "../page/auth-address.ts";
import { askedFields, hasMoved, holdsSession, storedChange } from "./page-changes.ts";
import { isErrorLine, isRefusedInWords, isRefusedStatus } from "./refusal.ts";
import { hasGivenSecret, isMostlyNew, isWholePage, type Signals } from "./signals.ts";

/** Number of points that a success needs: with one strong signal, and without. */
const ENOUGH = 3;
const ENOUGH_OF_WEAK = 4;

/**
 * True when a whole new page has taken the place of the last form after a password or a code was sent, and the website
 * has stored something. Neither the words nor the buttons of that page are about the login.
 */
export function hasArrived(signals: Signals): boolean {
  const { before, after } = signals;
  const { facts } = after;
  if (!hasGivenSecret(signals) || !isWholePage(signals)) return false;
  if (facts.dialog || facts.trigger !== undefined || facts.external || isAuthAddress(facts.url)) return false;
  if (isRefusedStatus(signals) || (facts.status ?? 200) >= 400 || askedFields(facts).length > 0) return false;
  if (saysNoFirst(facts)) return false;
  return storedChange(before.evidence, after.evidence) !== "none";
}

/** True for a page about a locked account or the like, which says so where everybody looks first. */
function saysNoFirst({ title, alerts }: Signals["after"]["facts"]): boolean {
  return [title, ...alerts].some((text) => isErrorLine(text));
}

/** True for a success that no later page can take back: the browser moved on, was given a session, and a way out. */
export function isUnmistakable({ before, after }: Signals): boolean {
  const { facts } = after;
  const hasSession = storedChange(before.evidence, after.evidence) === "session";
  const hasWayOut = facts.logout && !before.facts.logout;
  return hasSession && hasWayOut && hasMoved(before.facts, facts) && askedFields(facts).length === 0;
}

/**
 * True for a success that the page itself tells: it has a way out that was not there before, and state that the website
 * has stored, now or when the session began.
 */
export function hasNewWayOut({ before, after }: Signals): boolean {
  const hasState = storedChange(before.evidence, after.evidence) !== "none" || holdsSession(after.evidence);
  return after.facts.logout && !before.facts.logout && hasState;
}

/**
 * Weighs the signals of a login: it needs two signals in addition to the absence of the form, enough points, and no
 * contrary signal. A cookie or entry with the name of a session, and a log-out control, weigh most.
 */
export function isLoggedIn(signals: Signals): boolean {
  const { before, after, status } = signals;
  const { facts } = after;
  if (facts.dialog || facts.trigger !== undefined || facts.external) return false;
  if (isRefusedStatus(signals)) return false;
  const change = storedChange(before.evidence, after.evidence);
  const points = [
    change === "session" ? 2 : change === "some" ? 1 : 0,
    facts.logout && !before.facts.logout ? 2 : 0,
    hasMoved(before.facts, facts) && !isAuthAddress(facts.url) ? 1 : 0,
    status === undefined ? 0 : 1,
    isMostlyNew(signals) ? 1 : 0,
  ].filter((point) => point > 0);
  const hasForm = askedFields(facts).length > 0;
  const isGone = askedFields(before.facts).length > 0 && !hasForm;
  const isAboutLogin = isRefusedInWords(signals) && !isWholePage(signals);
  const saysNo = (isAboutLogin || saysNoFirst(facts)) && !facts.logout;
  const sum = points.reduce((total, point) => total + point, isGone ? 1 : 0);
  // A page that asks for something needs additional proof: a log-out control, or as much text as an application has.
  const isProven = !hasForm || (facts.logout && !before.facts.logout) || (change === "session" && isWholePage(signals));
  // Every next page is new and has another address. Without a stored session or a log-out control, these two signals do
  // not count.
  const isEnough = points.includes(2) ? sum >= ENOUGH : change === "some" && sum >= ENOUGH_OF_WEAK;
  return !saysNo && isProven && points.length >= 2 && isEnough;
}
