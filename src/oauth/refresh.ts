import { createHash } from "node:crypto";
import { join } from "node:path";
import * as oauth from "oauth4webapi";
import { commandLine } from "../core/command-line.ts";
import { CliError } from "../core/errors.ts";
import { withFileLock } from "../core/file-lock.ts";
import { type ContextEntry, contextEntry } from "../settings/model.ts";
import type { OAuthGrant } from "../settings/oauth-grant.ts";
import { settingsPaths } from "../settings/paths.ts";
import { readSettings } from "../settings/read-settings.ts";
import { readFromKeychain, writeToKeychain } from "../settings/tokens/keychain.ts";
import { updateSettings } from "../settings/write-settings.ts";
import { serverOf } from "./discover.ts";
import { type OAuthSurroundings, oauthFailure, requestOptions, tokensOf } from "./http.ts";

export interface RefreshOptions extends OAuthSurroundings {
  readonly cwd: string;
  readonly context: string;
  /** Token that the service refused, or that is about to expire. */
  readonly old: string;
  now(): number;
}

/** Maximum wait for another process that renews the same token, in milliseconds. */
const MAX_LOCK_MS = 60_000;

/**
 * Renews the token of a context by its refresh token, once for parallel processes: one of them asks, the others take its
 * token. Exit 3 where the grant has ended; undefined where there is nothing to renew it by.
 */
export async function refreshGrant(options: RefreshOptions): Promise<string | undefined> {
  const { context, env, signal } = options;
  const paths = await settingsPaths(env, options.cwd);
  const name = createHash("sha256").update(context).digest("hex").slice(0, 16);
  const lock = { timeoutMs: MAX_LOCK_MS, signal };
  return await withFileLock(join(paths.configDir, `oauth-${name}.lock`), lock, async () => {
    const entry = contextEntry(readSettings(paths.file), context);
    const grant = entry?.oauth;
    if (!entry || !grant) return undefined;
    const present = await tokenOf(entry, options);
    if (present !== undefined && present !== options.old) return present;
    const refreshToken = await refreshTokenOf(grant, options);
    if (refreshToken === undefined) return undefined;
    const { accessToken, expiresAt, refreshToken: next = refreshToken } = await renew(grant, refreshToken, options);
    // A server that rotates refresh tokens accepts the old one no more: the new one is stored first.
    if (grant.refresh_store) await writeToKeychain(grant.refresh_store, next, options);
    if (entry.token_store?.kind === "keychain") await writeToKeychain(entry.token_store, accessToken, options);
    await updateSettings(
      paths,
      (stored) => {
        const own = contextEntry(stored, context);
        if (!own?.oauth) return stored;
        if (own.token_store === undefined) own.token = accessToken;
        if (own.oauth.refresh_store === undefined) own.oauth.refresh_token = next;
        if (expiresAt === undefined) delete own.oauth.expires_at;
        else own.oauth.expires_at = expiresAt;
        return stored;
      },
      { warn: () => {} },
    );
    return accessToken;
  });
}

async function renew(
  grant: OAuthGrant,
  refreshToken: string,
  options: RefreshOptions,
): Promise<ReturnType<typeof tokensOf>> {
  const { context, signal } = options;
  const metadata = await serverOf(grant.issuer, options);
  const client: oauth.Client = { client_id: grant.client_id, token_endpoint_auth_method: "none" };
  try {
    const response = await oauth.refreshTokenGrantRequest(metadata, client, oauth.None(), refreshToken, {
      ...requestOptions(new URL(grant.issuer), options),
      ...(grant.resource !== undefined && { additionalParameters: { resource: grant.resource } }),
    });
    return tokensOf(await oauth.processRefreshTokenResponse(metadata, client, response), options.now());
  } catch (error) {
    const ended = error instanceof oauth.ResponseBodyError && error.error === "invalid_grant";
    if (!ended) throw oauthFailure(`cannot renew the token of context "${context}"`, error, signal);
    throw new CliError("auth", `the login of context "${context}" at ${grant.issuer} has ended`, {
      code: "oauth_ended",
      hint: commandLine`login --context ${context} --web`,
      cause: error,
    });
  }
}

/** Revokes the tokens of a grant (RFC 7009). Undefined where the server has no revocation. */
export async function revokeGrant(entry: ContextEntry, around: OAuthSurroundings): Promise<boolean> {
  const grant = entry.oauth;
  if (!grant) return false;
  const metadata = await serverOf(grant.issuer, around);
  if (metadata.revocation_endpoint === undefined) return false;
  const client: oauth.Client = { client_id: grant.client_id, token_endpoint_auth_method: "none" };
  // The access tokens of a grant end with its refresh token (RFC 7009, 2.1).
  const tokens = [await refreshTokenOf(grant, around), await tokenOf(entry, around)];
  try {
    for (const token of tokens) {
      if (token === undefined) continue;
      const options = requestOptions(new URL(grant.issuer), around);
      const response = await oauth.revocationRequest(metadata, client, oauth.None(), token, options);
      await oauth.processRevocationResponse(response);
    }
    return true;
  } catch (error) {
    throw oauthFailure(`cannot revoke the login at ${grant.issuer}`, error, around.signal);
  }
}

async function tokenOf(entry: ContextEntry, around: OAuthSurroundings): Promise<string | undefined> {
  if (entry.token_store?.kind === "keychain") return await readFromKeychain(entry.token_store, around);
  return entry.token;
}

async function refreshTokenOf(grant: OAuthGrant, around: OAuthSurroundings): Promise<string | undefined> {
  return grant.refresh_store ? await readFromKeychain(grant.refresh_store, around) : grant.refresh_token;
}
