import * as oauth from "oauth4webapi";
import { CliError } from "../core/errors.ts";
import { checkedResource, checkedServer } from "./checked-metadata.ts";
import { type OAuthSurroundings, oauthFailure, requestOptions, requireSecure } from "./http.ts";

/** Authorization server of a service. */
export interface OAuthServer {
  readonly metadata: oauth.AuthorizationServer;
  readonly issuer: URL;
  /** Identifier of the service at the server, where the service states one (RFC 9728). */
  readonly resource: string | undefined;
  /** Scopes that a login asks for. */
  readonly scope: string;
}

/** Scopes that a login asks for where the server has them: an identity, and a token that can be renewed. */
const usualScopes = ["openid", "offline_access"];

/**
 * Authorization server of a service: the one that the metadata of the service names (RFC 9728), or the service itself (RFC
 * 8414). Undefined where neither has metadata. Exit 3 for metadata of another issuer or service (mix-up). Source: contract 0.3.
 */
export async function discover(baseUrl: string, around: OAuthSurroundings): Promise<OAuthServer | undefined> {
  const service = new URL(baseUrl);
  try {
    const named = await resourceMetadata(service, around);
    const [issuer] = named?.authorization_servers ?? [];
    const server = requireSecure(new URL(issuer ?? service.origin), service);
    const metadata = await serverMetadata(server, around);
    if (metadata === undefined && issuer !== undefined)
      throw new CliError("auth", `the authorization server ${issuer} has no metadata`, { code: "oauth_failed" });
    if (metadata === undefined) return undefined;
    const known = metadata.scopes_supported ?? [];
    const scopes = [...usualScopes.filter((each) => known.includes(each)), ...(named?.scopes_supported ?? [])];
    return { metadata, issuer: server, resource: named?.resource, scope: [...new Set(scopes)].join(" ") };
  } catch (error) {
    throw oauthFailure(`cannot read the OAuth metadata of ${baseUrl}`, error, around.signal);
  }
}

/** Metadata of a known authorization server. */
export async function serverOf(issuer: string, around: OAuthSurroundings): Promise<oauth.AuthorizationServer> {
  try {
    const server = new URL(issuer);
    const metadata = await serverMetadata(requireSecure(server, server), around);
    if (metadata) return metadata;
  } catch (error) {
    throw oauthFailure(`cannot read the OAuth metadata of ${issuer}`, error, around.signal);
  }
  throw new CliError("auth", `the authorization server ${issuer} has no metadata`, { code: "oauth_failed" });
}

async function resourceMetadata(service: URL, around: OAuthSurroundings): Promise<oauth.ResourceServer | undefined> {
  const response = await oauth.resourceDiscoveryRequest(service, requestOptions(service, around));
  if (response.status !== 200) return undefined;
  if (!isJson(response)) return undefined;
  return checkedResource(await oauth.processResourceDiscoveryResponse(service, response));
}

async function serverMetadata(issuer: URL, around: OAuthSurroundings): Promise<oauth.AuthorizationServer | undefined> {
  const options = { ...requestOptions(issuer, around), algorithm: "oauth2" } as const;
  const response = await oauth.discoveryRequest(issuer, options);
  if (response.status !== 200 || !isJson(response)) return undefined;
  return checkedServer(await oauth.processDiscoveryResponse(issuer, response));
}

/** False for the start page of a website that answers every path. */
function isJson({ headers }: Response): boolean {
  return headers.get("content-type")?.includes("json") === true;
}
