import * as oauth from "oauth4webapi";
import { untilAborted } from "../core/abort.ts";
import { CliError } from "../core/errors.ts";
import { pause } from "../core/pause.ts";
import { openCallback } from "./callback.ts";
import { checkedDevice } from "./checked-metadata.ts";
import type { OAuthServer } from "./discover.ts";
import { type OAuthSurroundings, type OAuthTokens, oauthFailure, requestOptions, tokensOf } from "./http.ts";
import { clientFor } from "./register.ts";

export interface LogInOptions extends OAuthSurroundings {
  readonly clientId: string | undefined;
  /** Port of the page to which the browser returns; a free one when omitted. */
  readonly callbackPort?: number | undefined;
  /** Shows the address at which the person logs in, and opens it where there is a browser. */
  readonly show: (address: string, code?: string) => void;
  now(): number;
}

/** A login that a person has completed. */
export interface OAuthLogin {
  readonly clientId: string;
  readonly tokens: OAuthTokens;
}

/** Seconds between two questions for the token of a device code (RFC 8628, 3.2 and 3.5). */
const DEVICE_INTERVAL_SECONDS = 5;
const SLOW_DOWN_SECONDS = 5;

/** Bounds of that interval, and the maximum time for a code, in seconds, whatever the server says. */
const MIN_INTERVAL_SECONDS = 1;
const MAX_INTERVAL_SECONDS = 60;
const MAX_DEVICE_SECONDS = 3_600;

/**
 * Logs in with the browser of this machine: authorization code with PKCE, and a redirect to 127.0.0.1 (RFC 8252). Exit 3
 * for a login that was denied, and for an answer of another issuer (RFC 9207); answers with another state are ignored.
 */
export async function logInByBrowser(server: OAuthServer, options: LogInOptions): Promise<OAuthLogin> {
  const { issuer, metadata, resource, scope } = server;
  const { signal } = options;
  try {
    requirePkce(metadata);
    const state = oauth.generateRandomState();
    await using callback = await openCallback(state, options.callbackPort);
    const { redirectUri } = callback;
    const client = await clientFor(server, options.clientId, redirectUri, options);
    const verifier = oauth.generateRandomCodeVerifier();
    const nonce = oauth.generateRandomNonce();
    const isOpenId = scope.split(" ").includes("openid");
    const address = authorizationEndpoint(metadata);
    const query = {
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: "code",
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      ...(scope !== "" && { scope }),
      ...(isOpenId && { nonce }),
      ...(resource !== undefined && { resource }),
      // A token that outlives the login needs the person's consent (OpenID Connect Core, 11).
      ...(scope.includes("offline_access") && { prompt: "consent" }),
    };
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    options.show(address.href);
    const answer = await untilAborted(callback.address, signal);
    const parameters = oauth.validateAuthResponse(metadata, client, answer, state);
    const response = await oauth.authorizationCodeGrantRequest(
      metadata,
      client,
      oauth.None(),
      parameters,
      redirectUri,
      verifier,
      { ...requestOptions(issuer, options), ...forResource(resource) },
    );
    const expected = isOpenId ? { expectedNonce: nonce } : {};
    const result = await oauth.processAuthorizationCodeResponse(metadata, client, response, expected);
    return { clientId: client.client_id, tokens: tokensOf(result, options.now()) };
  } catch (error) {
    throw oauthFailure(`the login at ${metadata.issuer} failed`, error, signal);
  }
}

/**
 * Logs in with a browser on any device: the person types a code there (RFC 8628). Exit 3 for a login that was denied or
 * whose code has expired.
 */
export async function logInByDevice(server: OAuthServer, options: LogInOptions): Promise<OAuthLogin> {
  const { issuer, metadata, resource, scope } = server;
  const { signal } = options;
  try {
    if (metadata.device_authorization_endpoint === undefined) {
      throw new CliError("usage", `${metadata.issuer} has no login by code`, {
        code: "oauth_failed",
        hint: "leave --device out, on a machine with a browser",
      });
    }
    const client = await clientFor(server, options.clientId, undefined, options);
    const own = { ...requestOptions(issuer, options), ...forResource(resource) };
    const query = { ...(scope !== "" && { scope }), ...(resource !== undefined && { resource }) };
    const started = await oauth.deviceAuthorizationRequest(metadata, client, oauth.None(), query, own);
    const device = await oauth.processDeviceAuthorizationResponse(metadata, client, started);
    const { address, code: userCode } = checkedDevice(device, issuer);
    options.show(address, userCode);
    const lifetime = Math.min(device.expires_in, MAX_DEVICE_SECONDS);
    let seconds = Math.max(device.interval ?? DEVICE_INTERVAL_SECONDS, MIN_INTERVAL_SECONDS);
    for (const end = options.now() + lifetime * 1_000; options.now() < end; ) {
      seconds = Math.min(seconds, MAX_INTERVAL_SECONDS);
      await pause(Math.min(seconds * 1_000, end - options.now()), signal);
      if (options.now() >= end) break;
      const response = await oauth.deviceCodeGrantRequest(metadata, client, oauth.None(), device.device_code, own);
      try {
        const result = await oauth.processDeviceCodeResponse(metadata, client, response);
        return { clientId: client.client_id, tokens: tokensOf(result, options.now()) };
      } catch (error) {
        const code = error instanceof oauth.ResponseBodyError ? error.error : undefined;
        if (code === "slow_down") seconds += SLOW_DOWN_SECONDS;
        else if (code === "expired_token") break;
        else if (code !== "authorization_pending") throw error;
      }
    }
    throw new CliError("auth", `nobody typed the code within ${Math.round(lifetime / 60)} minutes`, {
      code: "oauth_failed",
      hint: "log in again: browserctl login --device",
    });
  } catch (error) {
    throw oauthFailure(`the login at ${metadata.issuer} failed`, error, signal);
  }
}

function forResource(resource: string | undefined): { additionalParameters?: Record<string, string> } {
  return resource === undefined ? {} : { additionalParameters: { resource } };
}

/** Exit 3 for a server that names its methods of PKCE, and S256 is not one of them. */
function requirePkce({ code_challenge_methods_supported: methods, issuer }: oauth.AuthorizationServer): void {
  if (methods === undefined || methods.includes("S256")) return;
  throw new CliError("auth", `${issuer} does not support PKCE with S256`, { code: "oauth_failed" });
}

function authorizationEndpoint({ authorization_endpoint: address }: oauth.AuthorizationServer): URL {
  if (address !== undefined) return new URL(address);
  const message = "the metadata of the authorization server has no authorization_endpoint";
  throw new CliError("auth", message, { code: "oauth_failed" });
}
