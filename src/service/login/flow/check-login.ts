import { pause } from "../../../core/pause.ts";
import { compareTwins, hasOwnFeatures, offersLogin, type Twins } from "../decide/anonymous-twin.ts";
import type { SiteSignature } from "../decide/signature.ts";
import type { LoginPage } from "../drive/login-page.ts";
import { FlowPage } from "./flow-page.ts";
import { isPageFault } from "./page-failure.ts";
import { twinsAt } from "./twins-at.ts";

/** Result of a health check. */
export type LoginCheck = "logged-in" | "logged-out" | "unknown";

export interface CheckedSite {
  /** Address to look at when there is no signature. */
  readonly url: string;
  /** Signature of the last login. */
  readonly signature?: SiteSignature | undefined;
}

/** Maximum wait for a page that shows its form only after it has asked its server, in milliseconds. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 400;

/**
 * Checks whether the browser is still logged in to a website: the website is asked with the stored state of the browser
 * and without any. `unknown` when both pages are public, and when one of them cannot be loaded or read.
 *
 * Throws {@link LoginFlowError} `browser_session_terminated` when the browser has ended, or the reason of the signal.
 */
export async function checkLogin(page: LoginPage, site: CheckedSite, signal: AbortSignal): Promise<LoginCheck> {
  const flow = new FlowPage(page, () => false, signal);
  try {
    return await lookAt(flow, site, signal);
  } catch (error) {
    if (isPageFault(error)) return "unknown";
    throw error;
  }
}

async function lookAt(flow: FlowPage, site: CheckedSite, signal: AbortSignal): Promise<LoginCheck> {
  const twins = await twinsAt(flow, site.signature?.url ?? site.url);
  if (!twins) return "unknown";
  const end = performance.now() + PATIENCE_MS;
  let { own } = twins;
  let before: LoginCheck = "unknown";
  for (;;) {
    const result = checked({ ...twins, own }, site.signature);
    // While it changes, a page may briefly look like the other one.
    if (result !== "unknown" && result === before) return result;
    if (performance.now() > end) return result;
    before = result;
    await pause(PAUSE_MS, signal);
    own = await flow.facts();
  }
}

/** Judges one read of a page. */
export function checked(twins: Twins, signature: SiteSignature | undefined): LoginCheck {
  const verdict = compareTwins(twins, signature?.loggedIn);
  if (verdict !== "same") return verdict;
  // With a signature, this address is known to show something else to somebody who is logged in.
  if (signature) return "logged-out";
  // A line of its own beside the form could be the name of the account.
  return offersLogin(twins.own) && !hasOwnFeatures(twins) ? "logged-out" : "unknown";
}
