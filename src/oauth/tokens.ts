import type { TokenEndpointResponse } from "oauth4webapi";
import { CliError } from "../core/errors.ts";
import { checks } from "../settings/model.ts";

/** Tokens of a grant. */
export interface OAuthTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** RFC 3339 time. */
  readonly expiresAt: string | undefined;
}

/** Tokens of an answer of the token endpoint. Exit 3 for a token that a header cannot carry. */
export function tokensOf(answer: TokenEndpointResponse, now: number): OAuthTokens {
  const { access_token: accessToken, expires_in, refresh_token: refreshToken } = answer;
  if (checks.token(accessToken) !== undefined)
    throw new CliError("auth", "the authorization server gave a token that is not one line of visible characters", {
      code: "oauth_failed",
    });
  const expiresAt = expires_in === undefined ? undefined : new Date(now + expires_in * 1_000).toISOString();
  return { accessToken, refreshToken, expiresAt };
}
