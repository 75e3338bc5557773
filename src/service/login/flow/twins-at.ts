import type { Twins } from "../decide/anonymous-twin.ts";
import type { FlowPage } from "./flow-page.ts";
import { isPageFault } from "./page-failure.ts";

/**
 * Opens an address in the browser and, at the same time, as somebody who is not logged in. Undefined when one of the
 * two pages cannot be loaded or read.
 */
export function twinsAt(page: FlowPage, url: string): Promise<Twins | undefined> {
  const own = async (): Promise<Twins["own"]> => {
    await page.open(url);
    return page.facts();
  };
  return twinsOf(own(), page.look({ url, as: "anonymous" }));
}

/** As {@link twinsAt}, and leaves the page of the login as it is. */
export function hiddenTwinsAt(page: FlowPage, url: string): Promise<Twins | undefined> {
  return twinsOf(page.look({ url, as: "browser" }), page.look({ url, as: "anonymous" }));
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
