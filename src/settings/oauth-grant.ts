import { isObject } from "../core/is-object.ts";
import { type KeychainStore, tokenStoreProblem } from "./tokens/token-store.ts";

/** Grant of an authorization server, by which the token of a context is renewed. */
export interface OAuthGrant {
  issuer: string;
  client_id: string;
  /** RFC 3339 time at which the token expires; absent where the server does not say. */
  expires_at?: string;
  /** Absent where the keychain has it, or the server gave none. */
  refresh_token?: string;
  /** Keychain entry of the refresh token. */
  refresh_store?: KeychainStore;
  /** Identifier of the service at the authorization server (RFC 8707). */
  resource?: string;
}

export const oauthGrantRule = "must have the issuer and client_id of an OAuth login";

/** Rule that the `oauth` member of a context breaks; undefined for a valid one. Repeats no value. */
export function oauthGrantProblem(value: unknown): string | undefined {
  if (!isObject(value) || typeof value["issuer"] !== "string" || typeof value["client_id"] !== "string")
    return oauthGrantRule;
  if (!URL.canParse(value["issuer"])) return "must have a URL as its issuer";
  const { expires_at, refresh_store, refresh_token, resource } = value;
  if (expires_at !== undefined && Number.isNaN(Date.parse(String(expires_at)))) return "must have a time in expires_at";
  if ([refresh_token, resource].some((each) => each !== undefined && typeof each !== "string")) return oauthGrantRule;
  return refresh_store === undefined ? undefined : tokenStoreProblem(refresh_store);
}

/** How a person is logged in, behind the place of the token: `OAuth login at https://auth.example.com, until …`. */
export function grantWords({ expires_at, issuer, refresh_store, refresh_token }: OAuthGrant): string {
  const renewed = refresh_token !== undefined || refresh_store !== undefined ? ", renewed by itself" : "";
  return `OAuth login at ${issuer}${expires_at === undefined ? "" : `, until ${expires_at}`}${renewed}`;
}
