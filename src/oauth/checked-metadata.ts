import type * as oauth from "oauth4webapi";
import { CliError } from "../core/errors.ts";
import { webAddress } from "../core/web-address.ts";
import { isSecure } from "./http.ts";

/** Endpoints that a login or a renewal uses; the person's browser is led to the first one. */
const endpoints = [
  "authorization_endpoint",
  "token_endpoint",
  "device_authorization_endpoint",
  "registration_endpoint",
  "revocation_endpoint",
] as const;

/** Members of the metadata that a login reads as lists of texts. */
const lists = ["authorization_servers", "code_challenge_methods_supported", "scopes_supported"] as const;

/** Maximum length of a user code, in characters. */
const MAX_USER_CODE = 64;

/**
 * Metadata whose endpoints are web addresses over https, or over http where the server and the endpoint are on this
 * machine. The library checks the types of no member that a login does not send a request to. Exit 3 for others.
 */
export function checkedServer(metadata: oauth.AuthorizationServer): oauth.AuthorizationServer {
  requireLists(metadata);
  for (const name of endpoints) {
    const value: unknown = metadata[name];
    if (value !== undefined) secureAddress(value, `the ${name} of ${metadata.issuer}`, new URL(metadata.issuer));
  }
  return metadata;
}

/** Metadata of a service whose lists are lists of texts. Exit 3 for others. */
export function checkedResource(metadata: oauth.ResourceServer): oauth.ResourceServer {
  requireLists(metadata);
  return metadata;
}

/** Address and code that a person is shown for a login by device. Exit 3 for those that are no address and no code. */
export function checkedDevice(
  { user_code, verification_uri }: oauth.DeviceAuthorizationResponse,
  issuer: URL,
): { readonly address: string; readonly code: string } {
  const address = secureAddress(verification_uri, "the page for the code", issuer);
  const isCode = user_code.length <= MAX_USER_CODE && /^[A-Za-z0-9 ._-]+$/.test(user_code);
  if (!isCode) throw malformed("the authorization server gave a code that nobody can type: letters and digits only");
  return { address, code: user_code };
}

function secureAddress(value: unknown, what: string, issuer: URL): string {
  const address = typeof value === "string" ? webAddress(value) : undefined;
  if (address === undefined) throw malformed(`${what} is no web address`);
  if (!isSecure(new URL(address), issuer)) throw malformed(`${what} is not https: the login could be intercepted`);
  return address;
}

function requireLists(metadata: Readonly<Record<string, unknown>>): void {
  for (const name of lists) {
    const value = metadata[name];
    const isList = Array.isArray(value) && value.every((each) => typeof each === "string");
    if (value !== undefined && !isList) throw malformed(`"${name}" of the OAuth metadata must be a list of texts`);
  }
}

function malformed(message: string): CliError {
  return new CliError("auth", message, { code: "oauth_failed" });
}
