import { isDeepStrictEqual } from "node:util";
import type { BodyOf, Run } from "../cli/declare/body.ts";
import { projectName } from "../cli/output/project-name.ts";
import { commandLine } from "../core/command-line.ts";
import { CliError, usageError } from "../core/errors.ts";
import type { AuthContextResult } from "../generated/types.ts";
import { parseBaseUrl } from "../settings/base-url.ts";
import { type ContextEntry, contextEntry, type Settings } from "../settings/model.ts";
import type { OAuthGrant } from "../settings/oauth-grant.ts";
import { storeOf } from "../settings/require-service.ts";
import { keepToken, type NewToken } from "../settings/tokens/keep-token.ts";
import { storeWords } from "../settings/tokens/token-store.ts";
import { identityWords } from "./auth/lib/identity-words.ts";
import { loginStore, loginToken } from "./login/lib/login-token.ts";
import type { login } from "./login.ts";

type LoginBody = BodyOf<typeof login>;

/** Takes a token, checks it with the service, and only then stores it. */
export const run: Run<typeof login> = async (body) => {
  const { confirm, defer, done, env, flags, settings: own, signal, warn } = body;
  const { paths, resolved, settings } = own;
  if (resolved.context.source === "flag") refuseLocal(settings, resolved.context.value);
  // The local service's address is not used for another service, unless it was typed.
  const isTyped = resolved.kind !== "local" || resolved.base_url.source === "flag";
  const given = isTyped ? resolved.base_url.value : undefined;
  const baseUrl = given ?? (await askBaseUrl(body));
  const name = contextName(own, baseUrl);
  refuseLocal(settings, name);
  const before = contextEntry(settings, name);
  const store = loginStore(body, before);
  if (before?.base_url !== undefined && before.base_url !== baseUrl) {
    await confirm(`Context "${name}" is for ${before.base_url}. Point it to ${baseUrl}?`, "machine");
  }
  const { token, web } = await loginToken(body, store, { name, baseUrl, before });
  const typed = resolved.project.source === "flag" ? resolved.project.value : undefined;
  const project = typed ?? keptProject(before, baseUrl);
  const found = flags.skipCheck ? undefined : await verify(body, { name, baseUrl, token, project });
  const identity = found?.identity;
  const entry = (stored: Settings, oauth?: OAuthGrant): ContextEntry => ({
    ...entryFor(stored, name, baseUrl),
    kind: "hosted",
    base_url: baseUrl,
    ...(typed !== undefined && { project: typed }),
    ...(oauth && { oauth }),
  });
  const options = { paths, env, signal, warn, defer };
  if (web) {
    const { grantOf, withRefreshStore } = await import("./login/lib/web-login.ts");
    const refreshToken = store === "keychain" ? web.tokens.refreshToken : undefined;
    await withRefreshStore(body, baseUrl, refreshToken, (place) =>
      keepToken(name, baseUrl, token, (stored) => entry(stored, grantOf(web, place)), options),
    );
  } else await keepToken(name, baseUrl, token, entry, options);
  noteReplaced(body, name, before, token);
  warnOfOverride(own, warn);
  const place = placeOf(token, paths.file);
  return done(`${sentence(baseUrl, name, found)}; ${place.sentence}.`, {
    context: name,
    base_url: baseUrl,
    store,
    stored_in: place.name,
    checked: identity !== undefined,
    ...(web && { issuer: web.server.metadata.issuer, expires_at: web.tokens.expiresAt ?? null }),
    ...(identity && {
      organization_id: identity.organization.id,
      principal_id: identity.principal.id,
      credential_id: identity.authentication.credential_id,
      credential_project_id: identity.authorization.credential_scope.project_id,
      project_id: identity.authorization.effective_scope.project_id,
    }),
  });
};

function refuseLocal(settings: Settings, name: string | undefined): void {
  if (name === undefined || contextEntry(settings, name)?.kind !== "local") return;
  throw new CliError("usage", `"${name}" is the service on this machine, which has its own token`, {
    hint: "browserctl login --context NAME --base-url URL",
  });
}

/** Project that a context keeps; a project of another service is dropped. */
function keptProject(entry: ContextEntry | undefined, baseUrl: string): string | undefined {
  return entry?.base_url === baseUrl ? entry.project : undefined;
}

/**
 * Prints a note that a token was replaced in a context whose name was not typed, because it may belong to another
 * account.
 */
function noteReplaced(
  { note, settings: { resolved } }: LoginBody,
  name: string,
  before: ContextEntry | undefined,
  token: NewToken,
): void {
  const had = before?.token ?? before?.token_store;
  const has = token.kind === "file" ? token.token : token;
  if (had === undefined || resolved.context.source === "flag" || isDeepStrictEqual(had, has)) return;
  note(
    `note: this replaces the token that context "${name}" had; to keep both, log in again with a name for each: --context NAME`,
  );
}

function sentence(baseUrl: string, name: string, found: Found | undefined): string {
  const who = found === undefined ? "unchecked" : identityWords(found.identity, found.project);
  return `Logged in to ${baseUrl} as context "${name}" (${who})`;
}

function placeOf(token: NewToken, file: string): { name: string; sentence: string } {
  if (token.kind === "file") return { name: file, sentence: `the token is stored in ${file}` };
  if (token.kind === "keychain") return { name: "the keychain", sentence: "the token is stored in the keychain" };
  return { name: storeWords(token), sentence: `the token comes from ${storeWords(token)}` };
}

/** Asks for the service at a terminal; exit 2 elsewhere. */
async function askBaseUrl({ askText, interactive }: LoginBody): Promise<string> {
  if (!interactive) {
    throw usageError(
      [{ path: "--base-url", message: "is missing" }],
      "browserctl login --base-url https://browsers.example.com",
    );
  }
  return parseBaseUrl(await askText("Base URL of the service", (answer) => problemOf(() => parseBaseUrl(answer))));
}

function problemOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The named context, or the one that already has this base URL, or one named after the host. */
function contextName({ resolved, settings }: LoginBody["settings"], baseUrl: string): string {
  const inUse = resolved.context.value;
  if (resolved.context.source === "flag" && inUse !== undefined) return inUse;
  const same = Object.entries(settings.contexts).flatMap(([name, { kind, base_url }]) =>
    kind === "hosted" && base_url === baseUrl ? [name] : [],
  );
  if (inUse !== undefined && same.includes(inUse)) return inUse;
  if (same.length > 1) {
    throw new CliError("usage", `the contexts ${same.join(" and ")} are all for ${baseUrl}`, {
      code: "ambiguous_context",
      hint: commandLine`login --context ${same[0]}`,
    });
  }
  if (same[0] !== undefined) return same[0];
  return new URL(baseUrl).host.replace(/[^A-Za-z0-9._-]/g, "-").slice(0, 64);
}

/** Members that a context keeps; facts about another service are dropped. */
function entryFor(stored: Settings, name: string, baseUrl: string): Partial<ContextEntry> {
  const { token, token_store, oauth, ...kept }: Partial<ContextEntry> = contextEntry(stored, name) ?? {};
  if (kept.base_url === baseUrl) return kept;
  const { extension_parts, project, ...own } = kept;
  return own;
}

interface NewLogin {
  readonly name: string;
  readonly baseUrl: string;
  readonly token: NewToken;
  readonly project: string | undefined;
}

/** Identity of a token, and the name of the project of its requests, if known. */
interface Found {
  readonly identity: AuthContextResult;
  readonly project: string | undefined;
}

async function verify({ at, flags, signal }: LoginBody, { name, baseUrl, token, project }: NewLogin): Promise<Found> {
  const given = token.kind === "file" || token.kind === "keychain";
  const source = given ? token.token : token;
  const typed = flags.tokenStdin ? "--token-stdin" : flags.web || flags.device ? "the login" : "the terminal";
  const tokenFrom = given ? typed : storeOf(token, name);
  const service = { baseUrl, token: source, tokenFrom, project, contextName: name, kind: "hosted" } as const;
  try {
    const { call } = at(service);
    const identity = await call("auth.context");
    const { project_id } = identity.authorization.effective_scope;
    return { identity, project: project_id === null ? undefined : await projectName(project_id, { call, signal }) };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const refused = error.options.httpStatus === 401;
    throw new CliError(error.exit, refused ? `${baseUrl} does not accept this token` : error.message, {
      ...error.options,
      hint: refused ? undefined : hintOf(error, baseUrl),
    });
  }
}

/** Next step after a check that failed for another reason than the token. */
function hintOf({ code, options }: CliError, baseUrl: string): string {
  if (code === "project_not_found") return "log in without --project, then: browserctl projects list";
  const skip = "--skip-check stores the token without a check";
  return options.hint ?? (options.httpStatus === 404 ? `check the base URL ${baseUrl}; ${skip}` : skip);
}

/** Warns that a variable overrides the token that was just stored. */
function warnOfOverride({ resolved }: LoginBody["settings"], warn: (text: string) => void): void {
  if (resolved.token.source !== "environment") return;
  warn(`${resolved.token.from} is set and overrides the stored token; unset it to use this login`);
}
