import * as oauth from "oauth4webapi";
import { CliError } from "../core/errors.ts";
import type { OAuthServer } from "./discover.ts";
import { type OAuthSurroundings, requestOptions } from "./http.ts";

/** Path of the page to which the authorization server leads back. */
export const CALLBACK_PATH = "/callback";

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/**
 * Public client for a login: the given id, or one that is registered for it (RFC 7591). Exit 2 where the server registers
 * none.
 */
export async function clientFor(
  { issuer, metadata, scope }: OAuthServer,
  clientId: string | undefined,
  redirectUri: string | undefined,
  around: OAuthSurroundings,
): Promise<oauth.Client> {
  if (clientId !== undefined) return { client_id: clientId, token_endpoint_auth_method: "none" };
  if (metadata.registration_endpoint === undefined) {
    throw new CliError("usage", `${metadata.issuer} registers no clients by itself`, {
      code: "oauth_failed",
      hint: "add --client-id ID, with the id that the service has for browserctl",
    });
  }
  const isDevice = redirectUri === undefined;
  const request = {
    client_name: "browserctl",
    application_type: "native",
    token_endpoint_auth_method: "none",
    grant_types: [isDevice ? DEVICE_GRANT : "authorization_code", "refresh_token"],
    response_types: isDevice ? [] : ["code"],
    redirect_uris: isDevice ? [] : [redirectUri],
    ...(scope !== "" && { scope }),
  };
  const response = await oauth.dynamicClientRegistrationRequest(metadata, request, requestOptions(issuer, around));
  const registered = await oauth.processDynamicClientRegistrationResponse(response);
  if (!/^[\x20-\x7e]{1,2048}$/.test(registered.client_id))
    throw new CliError("auth", "the authorization server gave a client id that is not one line of visible characters", {
      code: "oauth_failed",
    });
  return { ...registered, token_endpoint_auth_method: "none" };
}
