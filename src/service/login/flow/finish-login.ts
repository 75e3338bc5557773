import { askedFields, type LoginState } from "../decide/page-changes.ts";
import { likeness, pageSignature, type SiteSignature } from "../decide/signature.ts";
import { fieldPlace } from "../decide/verdict.ts";
import { originText } from "../drive/refused-reach.ts";
import type { KnownValues, RedactedText } from "../values/known-values.ts";
import { LoginFlowError } from "./flow-error.ts";
import type { FlowPage } from "./flow-page.ts";
import type { LoginInput } from "./flow-types.ts";
import { isPageFault } from "./page-failure.ts";

/** End of a login. */
export interface LoginEnd {
  readonly state: LoginState;
  /** Address at which the login began. */
  readonly url: string;
  /** Page of that address before the login; undefined when the browser was logged in already. */
  readonly opened: LoginState | undefined;
  readonly known: KnownValues;
}

export interface Landing {
  readonly postLoginUrl: RedactedText;
  readonly signature?: SiteSignature;
}

/**
 * Checks that a login has ended on its own domain, and records how its logged-in page differs from the logged-out one.
 * Throws {@link LoginFlowError} `login_failed` for a login that ended on another website.
 */
export async function finishLogin(
  page: FlowPage,
  input: LoginInput,
  { state, url, opened, known }: LoginEnd,
): Promise<Landing> {
  const landed = await onOwnDomain(page, input, state);
  const postLoginUrl = known.address(landed.facts.url, input.startUrl);
  if (!opened) return { postLoginUrl };
  const isPrivate = (text: string): boolean => known.isIn(text);
  for (const address of new Set([url, postLoginUrl])) {
    const signature = await signatureAt(page, address, { opened, isPrivate });
    if (signature) return { postLoginUrl, signature };
  }
  return { postLoginUrl };
}

/** Signature of an address, when its page differs from the logged-out one and does not ask for a login. */
async function signatureAt(
  page: FlowPage,
  url: string,
  { opened, isPrivate }: { opened: LoginState; isPrivate: (text: string) => boolean },
): Promise<SiteSignature | undefined> {
  let state: LoginState;
  try {
    await page.open(url);
    state = await page.state();
  } catch (error) {
    // The login has succeeded, whatever this page does.
    if (isPageFault(error)) return undefined;
    throw error;
  }
  if (state.facts.trigger !== undefined || asksAgain(opened, state)) return undefined;
  const [loggedIn, loggedOut] = [pageSignature(state, isPrivate), pageSignature(opened, isPrivate)];
  return likeness(loggedIn, { loggedIn, loggedOut }) === "in" ? { url, loggedIn, loggedOut } : undefined;
}

/** True for a page that asks for everything that the logged-out one asks for; a cookie outlives the login. */
function asksAgain(opened: LoginState, state: LoginState): boolean {
  const places = new Set(askedFields(state.facts).map(fieldPlace));
  const asked = askedFields(opened.facts);
  return asked.length > 0 && asked.every((field) => places.has(fieldPlace(field)));
}

/**
 * A login through another website may end on that website: the connection's own page then shows whether it succeeded.
 */
async function onOwnDomain(page: FlowPage, { domain, startUrl }: LoginInput, state: LoginState): Promise<LoginState> {
  if (isOn(domain, state.facts.url)) return state;
  await page.open(startUrl);
  const own = await page.state();
  const asks = askedFields(own.facts).length > 0 || own.facts.trigger !== undefined;
  if (isOn(domain, own.facts.url) && !asks) return own;
  throw new LoginFlowError(
    "login_failed",
    `the login ended on ${JSON.stringify(originText(state.facts.url))}, and "${domain}" still asks for it; log in by the live view, or set login_url`,
  );
}

function isOn(domain: string, url: string): boolean {
  const { hostname } = URL.parse(url) ?? {};
  return hostname !== undefined && (hostname === domain || hostname.endsWith(`.${domain}`));
}
