import { compareTwins, isTellingDifference, isWhole, type Twins } from "../decide/anonymous-twin.ts";
import type { PageFacts } from "../page/page-facts.ts";
import type { FlowPage } from "./flow-page.ts";
import { isPageFault } from "./page-failure.ts";

/**
 * Opens an address in the browser and, at the same time, as somebody who is not logged in. Undefined when one of the
 * two pages cannot be loaded or read.
 */
export function twinsAt(page: FlowPage, url: string): Promise<Twins | undefined> {
  return twinsOf(page.reopened(url), page.look({ url, as: "anonymous" }));
}

/** Page that can look at addresses in hidden ones. */
export type Looks = Pick<FlowPage, "look">;

/** As {@link twinsAt}, and leaves the page of the login as it is. */
export function hiddenTwinsAt(page: Looks, url: string): Promise<Twins | undefined> {
  return twinsOf(page.look({ url, as: "browser" }), page.look({ url, as: "anonymous" }));
}

/** Address at which a website was asked, with what it shows there. */
export interface TwinsAt {
  readonly url: string;
  readonly twins: Twins;
}

/**
 * As {@link hiddenTwinsAt} for a page. A page that answers a form cannot be asked for again: where its address leads to
 * another page that tells nothing, the website is asked at the address of the form. A page that has not loaded to its end
 * is no other page yet.
 */
export async function hiddenTwinsOf(
  page: Looks,
  facts: PageFacts,
  formUrl: string | undefined,
): Promise<TwinsAt | undefined> {
  const { url } = facts;
  const twins = await hiddenTwinsAt(page, url);
  const here = twins && { url, twins };
  if (!here || formUrl === undefined || formUrl === url || !isWhole(here.twins)) return here;
  const isAnswer = isTellingDifference({ own: facts, anonymous: here.twins.own });
  if (!isAnswer || compareTwins(here.twins) === "logged-in") return here;
  const there = await hiddenTwinsAt(page, formUrl);
  return there ? { url: formUrl, twins: there } : here;
}

async function twinsOf(own: Promise<Twins["own"]>, anonymous: Promise<Twins["own"]>): Promise<Twins | undefined> {
  const results = await Promise.allSettled([own, anonymous]);
  for (const result of results) {
    if (result.status === "rejected" && !isPageFault(result.reason)) throw result.reason;
  }
  const [first, second] = results;
  if (first.status === "rejected" || second.status === "rejected") return undefined;
  return { own: first.value, anonymous: second.value };
}
