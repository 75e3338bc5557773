import { compareTwins, isTellingDifference, offersLogin } from "../decide/anonymous-twin.ts";
import { askedFields, type LoginState } from "../decide/page-changes.ts";
import { pageSignature, type SiteSignature } from "../decide/signature.ts";
import { originText } from "../drive/refused-reach.ts";
import type { KnownValues, RedactedText } from "../values/known-values.ts";
import { LoginFlowError } from "./flow-error.ts";
import type { FlowPage } from "./flow-page.ts";
import type { LoginInput } from "./flow-types.ts";
import { twinsAt } from "./twins-at.ts";

/** End of a login. */
export interface LoginEnd {
  readonly state: LoginState;
  /** Address at which the login began. */
  readonly url: string;
  /** True when the browser was logged in already. */
  readonly isOld: boolean;
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
  { state, url, isOld, known }: LoginEnd,
): Promise<Landing> {
  const landed = await onOwnDomain(page, input, state);
  const postLoginUrl = known.address(landed.facts.url, input.startUrl);
  if (isOld) return { postLoginUrl };
  const isPrivate = (text: string): boolean => known.isIn(text);
  for (const address of new Set([url, postLoginUrl, new URL(input.startUrl).origin])) {
    const signature = await signatureAt(page, address, isPrivate);
    if (signature) return { postLoginUrl, signature };
  }
  return { postLoginUrl };
}

/** Signature of an address at which the website treats the browser otherwise than somebody who is not logged in. */
async function signatureAt(
  page: FlowPage,
  url: string,
  isPrivate: (text: string) => boolean,
): Promise<SiteSignature | undefined> {
  const twins = await twinsAt(page, url);
  if (!twins) return undefined;
  const verdict = compareTwins(twins);
  const isTelling = verdict === "unknown" && !offersLogin(twins.own) && isTellingDifference(twins);
  return verdict === "logged-in" || isTelling ? { url, loggedIn: pageSignature(twins.own, isPrivate) } : undefined;
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
