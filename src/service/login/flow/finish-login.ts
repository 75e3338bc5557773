import { compareTwins, isTellingDifference, offersLogin, type Twins } from "../decide/anonymous-twin.ts";
import { askedFields, type LoginState } from "../decide/page-changes.ts";
import { type PageSignature, pageSignature, type SiteSignature } from "../decide/signature.ts";
import { originText } from "../drive/refused-reach.ts";
import type { KnownValues, RedactedText } from "../values/known-values.ts";
import { fragmentAddress, queryAddress } from "../values/query-address.ts";
import type { LoginProof } from "./ask-website.ts";
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
  /** Answer of the website when it was asked; absent when the page itself has told the end. */
  readonly proof?: LoginProof | undefined;
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
  { state, url, isOld, known, proof }: LoginEnd,
): Promise<Landing> {
  const landed = await onOwnDomain(page, input, state);
  const postLoginUrl = known.address(landed.facts.url, input.startUrl);
  if (isOld) return { postLoginUrl };
  const origin = `${new URL(input.startUrl).origin}/`;
  const isPrivate = (text: string): boolean => known.isIn(text);
  // The address of the login page comes late: some websites end a session there.
  const routed = queryAddress(landed.facts.url, known);
  const place = fragmentAddress(landed.facts.url, known);
  const own: SeenAddress[] = [{ url: postLoginUrl }, ...(routed ? [routed] : []), ...(place ? [{ url: place }] : [])];
  const urls: SeenAddress[] = [...own, { url: origin }, { url }];
  const signature = await signatureOf(page, urls, { isPrivate, proof });
  return { postLoginUrl, ...(signature && { signature }) };
}

/** Address to look at, and the address to store in its place where that differs. */
interface SeenAddress {
  readonly url: string;
  readonly stored?: string;
}

interface SignatureOptions {
  readonly isPrivate: (text: string) => boolean;
  readonly proof: LoginProof | undefined;
}

/** Signature of the first address that tells best who is logged in. */
async function signatureOf(
  page: FlowPage,
  urls: readonly SeenAddress[],
  { isPrivate, proof }: SignatureOptions,
): Promise<SiteSignature | undefined> {
  const others = new Map<string, SeenAddress & { readonly twins: Twins }>();
  for (const { url, stored = url } of urls) {
    if (others.has(url)) continue;
    if (proof?.url === url) return { url: stored, loggedIn: pageSignature(proof.twins.own, isPrivate) };
    const twins = await twinsAt(page, url);
    if (!twins) continue;
    const verdict = compareTwins(twins);
    const isTelling = verdict === "unknown" && !offersLogin(twins.own) && isTellingDifference(twins);
    if (verdict === "logged-in" || isTelling) return { url: stored, loggedIn: pageSignature(twins.own, isPrivate) };
    others.set(url, { url, stored, twins });
  }
  for (const { url, stored = url, twins } of others.values()) {
    const loggedIn = await lastingDifference(page, url, twins, isPrivate);
    if (loggedIn) return { url: stored, loggedIn };
  }
  return undefined;
}

/**
 * Features of a page that are there each time, if one of them is not on the page of somebody who is not logged in, such
 * as a line with the name of the account beside a form. Undefined when there is none.
 */
async function lastingDifference(
  page: FlowPage,
  url: string,
  { own, anonymous }: Twins,
  isPrivate: (text: string) => boolean,
): Promise<PageSignature | undefined> {
  const loggedOut = new Set(pageSignature(anonymous));
  const first = pageSignature(own, isPrivate);
  if (first.every((feature) => loggedOut.has(feature))) return undefined;
  const again = await twinsAt(page, url);
  if (!again) return undefined;
  const [second, other] = [new Set(pageSignature(again.own)), new Set(pageSignature(again.anonymous))];
  const lasting = first.filter((feature) => second.has(feature));
  return lasting.some((feature) => !loggedOut.has(feature) && !other.has(feature)) ? lasting : undefined;
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
