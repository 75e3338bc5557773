import { leadsToLogin } from "../page/auth-address.ts";
import type { PageFacts, PageWay } from "../page/page-facts.ts";
import { DECLINE, folded, HELPER, LOG_IN } from "../page/words.ts";
import type { Twins } from "./anonymous-twin.ts";
import { hasMoved } from "./page-changes.ts";
import { difference, pageSignature } from "./signature.ts";

/** Links and buttons of a page that somebody who is not logged in does not get at the same address. */
export interface OwnWays {
  /** Links within the website, without those to its home page, to a login and to the page itself. */
  readonly links: readonly PageWay[];
  /** Buttons, and links that only a script handles. Those that help, lead back or log in are left out. */
  readonly buttons: readonly PageWay[];
}

/** Number of buttons that a page about a refusal does not have. */
const SOME_BUTTONS = 3;
/** Number of links and buttons that a page about a refusal does not have. */
const MANY_WAYS = 8;
/** Maximum difference of two answers that are the same login form. */
const MAX_SAME_DIFFERENCE = 0.15;

/** Finds what only the page of the browser offers. */
export function ownWays({ own, anonymous }: Twins): OwnWays {
  const labels = new Set(anonymous.ways.map(({ label }) => label).filter((label) => label !== ""));
  const addresses = new Set(anonymous.ways.map(({ href }) => href).filter((href) => href !== ""));
  const ways = own.ways.filter(({ label, href }) => !labels.has(label) && !addresses.has(href));
  return {
    links: ways.filter(({ href }) => isLink(href, own.url) && isWithin(href, own.url)),
    buttons: ways.filter(({ label, href }) => !isLink(href, own.url) && !leadsBack(folded(label))),
  };
}

/** True for as many ways as only a page behind a login has. */
export function areMany({ links, buttons }: OwnWays): boolean {
  return buttons.length >= SOME_BUTTONS || links.length + buttons.length >= MANY_WAYS;
}

/**
 * True when somebody who is not logged in does not get the page of a link, but an error or the login form.
 *
 * @param shown page that somebody who is not logged in gets at the address of the link
 */
export function isClosed({ href }: PageWay, shown: PageFacts, { anonymous }: Pick<Twins, "anonymous">): boolean {
  if (shown.status !== undefined && shown.status >= 400) return shown.status < 500;
  const asks = shown.form?.fields.some(({ kind }) => kind === "password" || kind === "identifier") === true;
  if (!asks) return false;
  return (
    hasMoved({ url: href }, shown) || difference(pageSignature(shown), pageSignature(anonymous)) <= MAX_SAME_DIFFERENCE
  );
}

/** True for a link to a document; a fragment of the same page is handled by its script. */
function isLink(href: string, page: string): boolean {
  const url = URL.parse(href);
  if (!url || !/^(?:https?|mailto|tel):$/.test(url.protocol)) return false;
  const from = URL.parse(page);
  const isHere = from !== null && url.origin === from.origin && url.pathname === from.pathname;
  return !(isHere && url.search === from.search && url.hash !== "" && !url.hash.includes("/"));
}

function isWithin(href: string, page: string): boolean {
  const [url, from] = [URL.parse(href), URL.parse(page)];
  if (!url || url.host !== from?.host || leadsToLogin(href)) return false;
  return hasMoved({ url: href }, { url: page }) && hasMoved({ url: href }, { url: `${from.origin}/` });
}

function leadsBack(label: string): boolean {
  return [DECLINE, HELPER, LOG_IN].some((words) => words.test(label));
}
