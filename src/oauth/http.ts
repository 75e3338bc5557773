import * as oauth from "oauth4webapi";
import { readText } from "../client/call.ts";
import { networkFailure } from "../client/failures.ts";
import { HttpHeaders } from "../client/http/headers.ts";
import { transportFor } from "../client/transport.ts";
import { CliError } from "../core/errors.ts";
import { isLoopback } from "../core/hosts.ts";
import { checks } from "../settings/model.ts";

/** Surroundings of the requests to an authorization server. */
export interface OAuthSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Maximum size of an answer of an authorization server, in bytes. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * `fetch` for the library, over the proxies and certificates of this program. It follows no redirect. Exit 5 or 6 for a
 * server that does not answer.
 */
function fetchOver(env: OAuthSurroundings["env"]): typeof fetch {
  const transport = transportFor(env);
  return async (url, init = {}) => {
    const { body, headers, method = "GET", signal } = init;
    const target = new URL(String(url));
    const response = await transport(target, {
      method,
      headers: new HttpHeaders([...new Headers(headers)]),
      body: body === undefined || body === null ? undefined : String(body),
      signal: signal ?? new AbortController().signal,
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw networkFailure(error, target, undefined).error;
    });
    const text = await readText(response, MAX_ANSWER_BYTES);
    const { status, statusText } = response;
    const empty = [204, 205, 304].includes(status) ? null : text;
    return new Response(empty, { status, statusText, headers: [...response.headers] });
  };
}

/** Options of every request of the library. */
export interface RequestOptions {
  /** `never`, since each request of the library has a type of its own for it. */
  readonly [oauth.customFetch]: never;
  readonly [oauth.allowInsecureRequests]: boolean;
  readonly signal: AbortSignal;
}

/** Options of a request of the library. Plain http is only for an authorization server on this machine. */
export function requestOptions(server: URL, { env, signal }: OAuthSurroundings): RequestOptions {
  return {
    [oauth.customFetch]: fetchOver(env) as never,
    [oauth.allowInsecureRequests]: server.protocol === "http:" && isLoopback(server),
    signal,
  };
}

/** True for https, and for plain http on this machine where the address that named it is on this machine too. */
export function isSecure(address: URL, namedBy: URL): boolean {
  if (address.protocol === "https:") return true;
  return address.protocol === "http:" && isLoopback(address) && isLoopback(namedBy);
}

/**
 * Exit 1 for an authorization server over plain http, unless it and what names it are on this machine: a service
 * elsewhere sends no requests to programs here.
 */
export function requireSecure(server: URL, namedBy: URL): URL {
  if (isSecure(server, namedBy)) return server;
  throw new CliError("failed", `the authorization server ${server.href} is not https: the login could be intercepted`, {
    code: "oauth_failed",
  });
}

/** The error of a failed step of an OAuth login, with the server's own words where it gave some. */
export function oauthFailure(step: string, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof CliError) return error;
  const reason = reasonOf(error);
  return new CliError("auth", `${step}: ${reason}`, { code: "oauth_failed", cause: error });
}

function reasonOf(error: unknown): string {
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) {
    const { error: code, error_description: words } = error;
    if (code === "access_denied") return `the login was denied${words === undefined ? "" : ` (${words})`}`;
    return words === undefined ? code : `${code}: ${words}`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** Tokens of a grant. */
export interface OAuthTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** RFC 3339 time. */
  readonly expiresAt: string | undefined;
}

/** Longest lifetime of a token that is stored, in seconds: ten years. A larger number has no date. */
const MAX_LIFETIME_SECONDS = 10 * 365 * 86_400;

/** Tokens of an answer of the token endpoint. Exit 3 for a token that is not one line of visible characters. */
export function tokensOf(answer: oauth.TokenEndpointResponse, now: number): OAuthTokens {
  const { access_token: accessToken, expires_in, refresh_token: refreshToken } = answer;
  const problems = [accessToken, refreshToken].map((token) => token !== undefined && checks.token(token));
  if (problems.some((problem) => typeof problem === "string"))
    throw new CliError("auth", "the authorization server gave a token that is not one line of visible characters", {
      code: "oauth_failed",
    });
  const lifetime = expires_in === undefined ? undefined : Math.min(expires_in, MAX_LIFETIME_SECONDS);
  const expiresAt = lifetime === undefined ? undefined : new Date(now + lifetime * 1_000).toISOString();
  return { accessToken, refreshToken, expiresAt };
}
