import type { BodyOf } from "../../../cli/declare/body.ts";
import { CliError } from "../../../core/errors.ts";
import { discover, type OAuthServer } from "../../../oauth/discover.ts";
import { logInByBrowser, logInByDevice, type OAuthLogin } from "../../../oauth/log-in.ts";
import type { OAuthGrant } from "../../../settings/oauth-grant.ts";
import type { KeychainStore } from "../../../settings/tokens/token-store.ts";
import { openLink, opensByItself } from "../../browsers/lib/open-link.ts";
import type { login } from "../../login.ts";

type LoginBody = BodyOf<typeof login>;

/** A login at an authorization server, before it is stored. */
export interface WebLogin extends OAuthLogin {
  readonly server: OAuthServer;
}

/** Maximum time that the question for a token waits for the metadata of the service, in milliseconds. */
const MAX_OFFER_MS = 5_000;

/** The authorization server of a service; undefined where it has none, or does not answer as one. */
export async function offeredServer(
  { env, signal }: Pick<LoginBody, "env" | "signal">,
  baseUrl: string,
): Promise<OAuthServer | undefined> {
  const limit = AbortSignal.timeout(MAX_OFFER_MS);
  try {
    return await discover(baseUrl, { env, signal: AbortSignal.any([signal, limit]) });
  } catch (error) {
    if (signal.aborted || !(error instanceof CliError || limit.aborted)) throw error;
    // The token is asked for instead, and its check reports a service that does not answer.
    return undefined;
  }
}

/** Logs in at the authorization server of a service. Exit 2 for a service without one. */
export async function webLogin(body: LoginBody, baseUrl: string, offered?: OAuthServer): Promise<WebLogin> {
  const { env, flags, log, maskInCi, note, progress, signal } = body;
  const server = offered ?? (await discover(baseUrl, { env, signal }));
  if (!server) {
    throw new CliError("usage", `${baseUrl} has no login by the browser: it has no OAuth metadata`, {
      code: "oauth_failed",
      hint: "log in with a token: leave --web and --device out",
    });
  }
  const waiting = Promise.withResolvers<void>();
  const show = (address: string, code?: string): void => {
    // The person needs the address, also where notices are silenced.
    const text =
      code === undefined ? `Log in here: ${address}` : `Open ${address} on any device, and type the code ${code}`;
    void log(`${text}\n`).catch(() => {});
    if (code === undefined && opensByItself(body)) void openLink(address, note);
    waiting.resolve();
  };
  const options = { env, signal, clientId: flags.clientId, callbackPort: flags.callbackPort, show, now: Date.now };
  const running = flags.device ? logInByDevice(server, options) : logInByBrowser(server, options);
  await Promise.race([waiting.promise, running]);
  const done = await progress("Waiting for the login", () => running);
  const { accessToken, refreshToken } = done.tokens;
  for (const secret of [accessToken, refreshToken]) if (secret !== undefined) maskInCi(secret);
  return { ...done, server };
}

/** Member of the context for a login; the refresh token is in it, or in the keychain. */
export function grantOf({ clientId, server, tokens }: WebLogin, store: KeychainStore | undefined): OAuthGrant {
  const { expiresAt, refreshToken } = tokens;
  return {
    issuer: server.metadata.issuer,
    client_id: clientId,
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(refreshToken !== undefined && (store ? { refresh_store: store } : { refresh_token: refreshToken })),
    ...(server.resource !== undefined && { resource: server.resource }),
  };
}

/** Stores a refresh token in the keychain, until `work` fails. */
export async function withRefreshStore<T>(
  { env, signal }: LoginBody,
  baseUrl: string,
  refreshToken: string | undefined,
  work: (store: KeychainStore | undefined) => Promise<T>,
): Promise<T> {
  if (refreshToken === undefined) return await work(undefined);
  const { newKeychainStore, removeFromKeychain, writeToKeychain } = await import(
    "../../../settings/tokens/keychain.ts"
  );
  const store = newKeychainStore(baseUrl);
  await writeToKeychain(store, refreshToken, { env, signal });
  try {
    return await work(store);
  } catch (error) {
    await removeFromKeychain(store, { env, signal: AbortSignal.timeout(10_000) }).catch(() => {});
    throw error;
  }
}
