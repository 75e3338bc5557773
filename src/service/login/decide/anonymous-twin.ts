import { isAuthAddress } from "../page/auth-address.ts";
import type { PageFacts } from "../page/page-facts.ts";
import { hasMoved } from "./page-changes.ts";
import { difference, likeness, type PageSignature, pageSignature } from "./signature.ts";

/** One address at the same time with the browser's stored state and without any. */
export interface Twins {
  readonly own: PageFacts;
  readonly anonymous: PageFacts;
}

/**
 * Verdict of a website on the browser.
 *
 * - `logged-in`: it treats the browser as somebody it knows. - `same`: it treats the browser as everybody. -
 * `unknown`: the pages differ, but not in a way that tells, or one of them could not be read.
 */
export type TwinVerdict = "logged-in" | "same" | "unknown";

/** Maximum difference of two pages that are the same but for news and advertisements. */
const MAX_SAME_DIFFERENCE = 0.15;
/** Minimum difference of two pages that are not variants of one page. */
const MIN_OTHER_DIFFERENCE = 0.5;
/** Numbers of links and buttons, and of lines, of a page that is more than a step of a login. */
const MANY_CONTROLS = 8;
const MANY_LINES = 15;
/** Number of fields beside names and passwords that no login form has. */
const MANY_TEXTS = 4;

/**
 * Asks the website instead of words whether the browser is logged in: what only the page without a session shows, and
 * what only the other one shows, decides.
 *
 * @param known features of the page when the browser was certainly logged in
 */
export function compareTwins({ own, anonymous }: Twins, known?: PageSignature): TwinVerdict {
  if (isUnreadable(own) || isUnreadable(anonymous)) return "unknown";
  const [asks, anonymousAsks] = [offersLogin(own), offersLogin(anonymous)];
  const [seen, loggedOut] = [pageSignature(own), pageSignature(anonymous)];
  const isAsKnown = known !== undefined && likeness(seen, { loggedIn: known, loggedOut }) === "in";
  if (isAsKnown) return "logged-in";
  if (asks && anonymousAsks) return compareOffers({ own, anonymous });
  if (asks) return known || isShortPage(own) ? "same" : "unknown";
  if (anonymousAsks) return isStep(own) ? "unknown" : isDeadEnd(own, known) ? "same" : "logged-in";
  if (own.logout && !anonymous.logout) return "logged-in";
  const isTurnedAway = hasMoved(own, anonymous) && isAuthAddress(anonymous.url) && !isAuthAddress(own.url);
  if (isTurnedAway) return "logged-in";
  return difference(seen, loggedOut) <= MAX_SAME_DIFFERENCE ? "same" : "unknown";
}

/** True for two pages that have loaded to their end. */
export function isWhole(twins: Twins | undefined): boolean {
  return twins?.own.settled === true && twins.anonymous.settled;
}

/** True for pages of which one could only be the page of somebody whom the website knows. */
export function isTellingDifference({ own, anonymous }: Twins): boolean {
  return difference(pageSignature(own), pageSignature(anonymous)) >= MIN_OTHER_DIFFERENCE;
}

/** True for a page of the browser with content that somebody who is not logged in does not see. */
export function hasOwnFeatures({ own, anonymous }: Twins): boolean {
  const known = new Set(pageSignature(anonymous));
  return pageSignature(own).some((feature) => !known.has(feature));
}

/** True for a page that asks who the visitor is, or leads to such a page; a name that is filled in already counts. */
export function offersLogin({ form, trigger }: PageFacts): boolean {
  const asks = form?.fields.some(({ kind }) => kind === "password" || kind === "identifier") === true;
  return asks || trigger !== undefined;
}

/** Both pages offer a login. A page behind a login may have a form with a password of its own. */
function compareOffers(twins: Twins): TwinVerdict {
  const { own, anonymous } = twins;
  if (own.logout && !anonymous.logout) return "logged-in";
  if (asksTheSame(own, anonymous)) return "same";
  if (own.trigger !== undefined && anonymous.trigger !== undefined) return "same";
  if (isLoginForm(own)) return "same";
  return !isShortPage(own) && isTellingDifference(twins) ? "logged-in" : "unknown";
}

/**
 * True for a page that asks who the visitor is and for a password: an old session is often sent to such a page. A form
 * that asks for much else connects to something else, such as a server with a user name of its own.
 */
function isLoginForm(page: PageFacts): boolean {
  const kinds = new Set(page.form?.fields.map(({ kind }) => kind));
  const asksLogin = kinds.has("password") && kinds.has("identifier") && !asksForMuchElse(page);
  return asksLogin || isAuthAddress(page.url);
}

/** True for a form with as many fields beside names and passwords as no login form has. */
export function asksForMuchElse({ form }: Pick<PageFacts, "form">): boolean {
  return (form?.fields ?? []).filter(({ kind }) => kind === "text").length >= MANY_TEXTS;
}

/** True when each field of one form is in the other; a website may leave out the name that it remembers. */
function asksTheSame(own: PageFacts, anonymous: PageFacts): boolean {
  const fields = own.form?.fields ?? [];
  const known = new Set((anonymous.form?.fields ?? []).map(({ kind, name }) => `${kind}\n${name}`));
  return fields.length > 0 && fields.every(({ kind, name }) => known.has(`${kind}\n${name}`));
}

/** True for a page in the middle of a login, such as one that asks for a code. */
export function isStep({ form, external, url, choices }: PageFacts): boolean {
  const asks = form?.fields.some(({ kind }) => kind === "code") === true;
  const isAsking = choices.some(({ kind }) => kind === "mfa_method" || kind === "account");
  return asks || external !== undefined || (isAsking && isAuthAddress(url));
}

/** True for a page that shows nothing of the known one and offers nothing to press: a session that has ended confuses it. */
function isDeadEnd(own: PageFacts, known: PageSignature | undefined): boolean {
  if (known === undefined || own.controls > 0 || own.form) return false;
  const seen = new Set(pageSignature(own));
  return known.filter((feature) => seen.has(feature)).length <= 1;
}

/** True for a page that could be a step of a login by its size. */
export function isShortPage({ controls, lines }: PageFacts): boolean {
  return controls < MANY_CONTROLS && lines.length < MANY_LINES;
}

/** A website may answer that it knows nobody, and with its login form. */
function isUnreadable(page: PageFacts): boolean {
  const { lines, controls, form, status = 200, url } = page;
  const isLogin = (status === 401 || status === 403) && offersLogin(page);
  return (
    (status >= 400 && !isLogin) || url === "about:blank" || (lines.length === 0 && controls === 0 && form === undefined)
  );
}
