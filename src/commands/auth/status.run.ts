import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { projectName } from "../../cli/output/project-name.ts";
import { withTimeLimit } from "../../core/abort.ts";
import { CliError } from "../../core/errors.ts";
import type { AuthContextResult } from "../../generated/types.ts";
import type { ContextEntry } from "../../settings/model.ts";
import { grantWords } from "../../settings/oauth-grant.ts";
import type { Service } from "../../settings/require-service.ts";
import { storeWords } from "../../settings/tokens/token-store.ts";
import { serviceOf } from "../context/lib/shown-context.ts";
import { whoWords } from "./lib/identity-words.ts";
import type { authStatus, TokenStatus } from "./status.ts";

/** Place of a context's token in words; null if it has none. Does not query any store. */
export function tokenPlace(entry: ContextEntry): string | null {
  const place = storePlace(entry);
  return place !== null && entry.oauth ? `${place}, ${grantWords(entry.oauth)}` : place;
}

function storePlace({ kind, token, token_store }: ContextEntry): string | null {
  if (kind === "local") return "the service's own";
  if (token_store !== undefined) return storeWords(token_store);
  return token === undefined ? null : "the settings file";
}

type StatusBody = BodyOf<typeof authStatus>;
type Place = Pick<TokenStatus, "current" | "context" | "base_url" | "stored_in">;

/** Maximum time for one context, in milliseconds: its token store and its service. */
const LIMIT_MS = 15_000;

/** The tokens of all contexts, and a token in the environment, which overrides them. */
export const run: Run<typeof authStatus> = async (body) => {
  const { note, settings: own, value } = body;
  const { resolved, settings } = own;
  const fromEnvironment = resolved.token.source === "environment";
  const rows = Object.entries(settings.contexts).map(([name, entry]) =>
    rowOfContext(body, name, entry, !fromEnvironment),
  );
  if (fromEnvironment && resolved.base_url.value !== undefined) {
    const place = {
      current: "*",
      context: resolved.base_url_is_contexts ? (resolved.context.value ?? null) : null,
      base_url: resolved.base_url.value,
      stored_in: resolved.token.from,
    };
    rows.unshift(statusOf(body, place, () => body.service()));
  }
  if (fromEnvironment) note(`note: ${resolved.token.from} is set and overrides the stored tokens`);
  return value(await Promise.all(rows));
};

async function rowOfContext(
  body: StatusBody,
  name: string,
  entry: ContextEntry,
  mayBeCurrent: boolean,
): Promise<TokenStatus> {
  const { paths, resolved } = body.settings;
  const { base_url, base_url_is_contexts, context } = resolved;
  // A local service that is not running has no base URL, and is in use all the same.
  const usesOwn = base_url_is_contexts || base_url.value === undefined;
  const place = {
    current: mayBeCurrent && usesOwn && context.value === name ? "*" : "",
    context: name,
    base_url: entry.base_url ?? null,
    stored_in: tokenPlace(entry),
  };
  return statusOf(
    body,
    place,
    () => serviceOf(paths, name, entry),
    entry.kind === "local" ? "not_running" : "no_token",
  );
}

/** State of one token; failures are part of it. */
async function statusOf(
  { at, signal }: StatusBody,
  place: Place,
  find: () => Service | undefined,
  without: TokenStatus["state"] = "no_token",
): Promise<TokenStatus> {
  const late = (): CliError => new CliError("timeout", `no answer within ${LIMIT_MS / 1000} s`);
  let own = place;
  try {
    const service = find();
    if (service === undefined) return failedRow(place, without, null);
    own = { ...place, base_url: service.baseUrl };
    return await withTimeLimit({ ms: LIMIT_MS, late, signals: [signal] }, async (either) => {
      const { call } = at(service, { signal: either });
      const identity = await call("auth.context");
      const { project_id } = identity.authorization.effective_scope;
      const name = project_id === null ? null : await projectName(project_id, { call, signal: either });
      return identifiedRow(own, identity, name ?? project_id);
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof CliError)) throw error;
    return failedRow(own, stateOf(error), error.message);
  }
}

function identifiedRow(place: Place, identity: AuthContextResult, project: string | null): TokenStatus {
  return {
    ...place,
    state: "valid",
    project,
    scope: identity.authorization.credential_scope.project_id === null ? "all projects" : "one project",
    identity: whoWords(identity),
    organization_id: identity.organization.id,
    credential_project_id: identity.authorization.credential_scope.project_id,
    project_id: identity.authorization.effective_scope.project_id,
    error: null,
  };
}

function stateOf({ code, exit, options }: CliError): TokenStatus["state"] {
  if (options.httpStatus === 401) return "refused";
  if (code === "no_token") return "no_token";
  return exit === "unreachable" || exit === "timeout" ? "unreachable" : "failed";
}

function failedRow(place: Place, state: TokenStatus["state"], error: string | null): TokenStatus {
  return {
    ...place,
    state,
    project: null,
    scope: null,
    identity: null,
    organization_id: null,
    credential_project_id: null,
    project_id: null,
    error,
  };
}
