import { LoginFlowError } from "./flow-error.ts";
import type { FlowPage } from "./flow-page.ts";
import type { LoginInput } from "./flow-types.ts";
import { askedFields, type LoginState } from "./page-changes.ts";
import { likeness, pageSignature, type SiteSignature } from "./signature.ts";
import { fieldPlace } from "./verdict.ts";

/** End of a login. */
export interface LoginEnd {
  readonly state: LoginState;
  /** Address at which the login began. */
  readonly url: string;
  /** Page of that address before the login; undefined when the browser was logged in already. */
  readonly opened: LoginState | undefined;
}

export interface Landing {
  readonly postLoginUrl: string;
  readonly signature?: SiteSignature;
}

/**
 * Makes sure that a login has ended on its own domain, and records how its logged-in page differs from the logged-out
 * one. Throws {@link LoginFlowError} `login_failed` for a login that ended on another website.
 */
export async function finishLogin(
  page: FlowPage,
  input: LoginInput,
  { state, url, opened }: LoginEnd,
): Promise<Landing> {
  const landed = await onOwnDomain(page, input, state);
  const postLoginUrl = withoutSecrets(landed.facts.url);
  if (!opened) return { postLoginUrl };
  for (const address of new Set([url, postLoginUrl])) {
    const signature = await signatureAt(page, address, opened);
    if (signature) return { postLoginUrl, signature };
  }
  return { postLoginUrl };
}

/** Signature of an address, when its page differs from the logged-out one and does not ask for a login. */
async function signatureAt(page: FlowPage, url: string, opened: LoginState): Promise<SiteSignature | undefined> {
  try {
    await page.open(url);
  } catch (error) {
    if (error instanceof LoginFlowError && error.kind === "login_page_unreachable") return undefined;
    throw error;
  }
  const state = await page.state();
  if (state.facts.trigger !== undefined || asksAgain(opened, state)) return undefined;
  const [loggedIn, loggedOut] = [pageSignature(state), pageSignature(opened)];
  return likeness(loggedIn, { loggedIn, loggedOut }) === "in" ? { url, loggedIn, loggedOut } : undefined;
}

/** True for a page that asks for all that the logged-out one asks for; a cookie beside that outlives the login. */
function asksAgain(opened: LoginState, state: LoginState): boolean {
  const places = new Set(askedFields(state.facts).map(fieldPlace));
  const asked = askedFields(opened.facts);
  return asked.length > 0 && asked.every((field) => places.has(fieldPlace(field)));
}

/** A login by another website may end there: the own one then shows whether it was of use. */
async function onOwnDomain(page: FlowPage, { domain, startUrl }: LoginInput, state: LoginState): Promise<LoginState> {
  if (isOn(domain, state.facts.url)) return state;
  const { hostname = state.facts.url } = URL.parse(state.facts.url) ?? {};
  await page.open(startUrl);
  const own = await page.state();
  const asks = askedFields(own.facts).length > 0 || own.facts.trigger !== undefined;
  if (isOn(domain, own.facts.url) && !asks) return own;
  throw new LoginFlowError(
    "login_failed",
    `the login ended on "${hostname}", and "${domain}" still asks for it; log in by the live view, or set login_url`,
  );
}

function isOn(domain: string, url: string): boolean {
  const { hostname } = URL.parse(url) ?? {};
  return hostname !== undefined && (hostname === domain || hostname.endsWith(`.${domain}`));
}

const secretParameter =
  /^(?:code|state|token|ticket|nonce|session|sid|key|secret|password|otp|samlresponse)$|_token$|token_|_state$/i;

/** Address without userinfo and without parameters that may hold codes or tokens, in its query and its fragment. */
export function withoutSecrets(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  url.username = "";
  url.password = "";
  for (const name of [...url.searchParams.keys()]) if (secretParameter.test(name)) url.searchParams.delete(name);
  const isSecret = [...new URLSearchParams(url.hash.replace(/^#(?:.*\?)?/, "")).keys()].some((name) =>
    secretParameter.test(name),
  );
  if (isSecret) url.hash = "";
  return url.href;
}
