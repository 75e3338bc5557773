import { pause } from "../../../core/pause.ts";
import { askedFields, type LoginState } from "../decide/page-changes.ts";
import { likeness, pageSignature, type SiteSignature } from "../decide/signature.ts";
import type { LoginPage } from "../drive/login-page.ts";
import { FlowPage } from "./flow-page.ts";
import { isPageFault } from "./page-failure.ts";

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
 * Checks whether the browser is still logged in to a website. The page is compared with the signature of the last
 * login. Without a signature, a login form or a "Log in" control means logged out, and a log-out control alone means
 * logged in. The absence of a form proves nothing: many websites greet everybody. `unknown` also when the page cannot
 * be loaded or read.
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
  await flow.open(site.signature?.url ?? site.url);
  const end = performance.now() + PATIENCE_MS;
  let before: LoginCheck = "unknown";
  for (;;) {
    const result = checked(await flow.state(), site.signature);
    // While it changes, a page may briefly look like the other one.
    if (result !== "unknown" && result === before) return result;
    if (performance.now() > end) return result;
    before = result;
    await pause(PAUSE_MS, signal);
  }
}

/** Judges one read of a page. */
export function checked(state: LoginState, signature: SiteSignature | undefined): LoginCheck {
  const { facts } = state;
  const asks = askedFields(facts).some(({ kind }) => kind === "password" || kind === "identifier");
  const isOffered = asks || facts.trigger !== undefined;
  const isWayOut = facts.logout && !isOffered;
  if (!signature) return isWayOut ? "logged-in" : isOffered && !facts.logout ? "logged-out" : "unknown";
  const like = likeness(pageSignature(state), signature);
  if (like === "in") return facts.trigger === undefined ? "logged-in" : "unknown";
  if (like === "out") return facts.logout ? "unknown" : "logged-out";
  if (isWayOut) return "logged-in";
  return isOffered && !facts.logout ? "logged-out" : "unknown";
}
