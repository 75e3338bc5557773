import { join, resolve } from "node:path";
import { fileError } from "../core/errors.ts";
import type { LocalListener } from "../core/local-listener.ts";
import { parseBaseUrl } from "./base-url.ts";
import { type Candidate, type Candidates, candidate, type Resolved, strongest } from "./candidates.ts";
import { nearestDirectory } from "./choose-context.ts";
import { sendsEnvironmentToken, sharedProject } from "./directory-choice.ts";
import { type ContextEntry, type ContextKind, checks, contextEntry } from "./model.ts";
import type { OAuthGrant } from "./oauth-grant.ts";
import { readFileOrPipe } from "./read-file.ts";
import type { ResolveInput } from "./resolve.ts";
import { storeWords, type TokenSource, withoutNewline } from "./tokens/token-store.ts";

export interface ResolvedService {
  base_url: Resolved<string | undefined>;
  /** The token, or the store that is asked when a request needs it. */
  token: Resolved<TokenSource | undefined>;
  project: Resolved<string | undefined>;
  /** Current session. */
  session: Resolved<string | undefined>;
  state_dir: Resolved<string>;
  /** Kind of the chosen context; absent when the base URL comes from elsewhere. */
  kind: ContextKind | undefined;
  /** The local service at the base URL, whose identity a connection must prove; absent for any other base URL. */
  listener: LocalListener | undefined;
  /** Grant by which the token in effect is renewed. */
  oauth: OAuthGrant | undefined;
  /** True when the base URL is that of the chosen context. */
  base_url_is_contexts: boolean;
  /** True when a token of the environment is not sent, because a directory file chose the context. */
  token_withheld: boolean;
}

/**
 * Resolves the service and its credentials, which a context brings together. Its token and project, and the project of a
 * directory file, are used only with its own base URL (same origin, same path prefix), wherever that URL was written.
 *
 * assumed: a context named by the flag `--context` overrides `BROWSERCTL_BASE_URL`: the flag would have no effect
 * otherwise. A token in the environment belongs to the base URL of the environment, so it is not used in this case.
 */
export function resolveService(
  candidates: Candidates,
  input: ResolveInput,
  context: Resolved<string | undefined>,
): ResolvedService {
  const { directoryFile, flags, settings } = input;
  const name = context.value;
  const entry = name === undefined ? undefined : contextEntry(settings, name);
  const state_dir = resolveStateDir(candidates, input, name, entry);
  const own = ownService(candidates, input, name, entry, state_dir.value);

  const byFlag = entry !== undefined && context.source === "flag";
  const given = candidates.flag("--base-url", checks.baseUrl, flags.baseUrl);
  const variable = candidates.variable("BROWSERCTL_BASE_URL", checks.baseUrl);
  // Another service must not replace a named local service that is not running.
  const [second, third] = !byFlag ? [variable, own.baseUrl] : [own.baseUrl, entry.kind === "local" ? none : variable];
  const written = strongest([given, second, third], own.baseUrl.from);
  const base_url = { ...written, value: written.value === undefined ? undefined : parseBaseUrl(written.value) };
  const isOwn = base_url.value !== undefined && base_url.value === own.baseUrl.value;

  const fromEnvironment = environmentToken(candidates, input);
  const belongsElsewhere =
    byFlag &&
    isOwn &&
    given.value === undefined &&
    variable.value !== undefined &&
    parseBaseUrl(variable.value) !== base_url.value;
  const usable = <T>(each: Candidate<T>): Candidate<T> => (isOwn ? each : { ...each, value: undefined });
  const elsewhere = `context "${name}" has one, but only for ${own.baseUrl.value ?? "its own service"}`;
  let noToken = own.token.from;
  if (own.token.value !== undefined && !isOwn) noToken = elsewhere;
  else if (belongsElsewhere && fromEnvironment.value !== undefined) {
    noToken += `, and ${fromEnvironment.from} belongs to BROWSERCTL_BASE_URL`;
  }
  const token_withheld =
    fromEnvironment.value !== undefined && base_url.source === "file" && !sendsEnvironmentToken(settings, context);
  if (token_withheld) noToken = `${fromEnvironment.from} is not sent to a service that ${directoryFile?.path} chose`;
  const tokens = belongsElsewhere ? [own.token] : [fromEnvironment, usable(own.token)];
  const token = strongest<TokenSource>(token_withheld ? [] : tokens, noToken, { secret: true });

  // A pipeline with an undefined variable passes an empty text, and would act in another project unnoticed.
  if (input.env["BROWSERCTL_PROJECT"] === "" && flags.project === undefined) {
    candidates.notes.push("note: BROWSERCTL_PROJECT is empty and chooses no project");
  }
  const ownProject = candidates.entry(`contexts.${name}.project`, entry?.project);
  const shared = sharedProject(directoryFile, name, isOwn);
  const project = strongest(
    [
      candidates.flag("--project", checks.project, flags.project),
      candidates.variable("BROWSERCTL_PROJECT", checks.project),
      shared.project,
      usable(ownProject),
    ],
    ownProject.value !== undefined && !isOwn ? elsewhere : (shared.unused ?? "the service's default"),
  );
  const sessions = entry?.sessions ?? {};
  const sessionDirectory = nearestDirectory(input.cwd, sessions);
  const ownSession = sessionDirectory === undefined ? undefined : sessions[sessionDirectory];
  const session = strongest(
    [
      candidates.variable("BROWSERCTL_BROWSER_ID", checks.session),
      usable(candidates.entry(`contexts.${name}.sessions["${sessionDirectory}"]`, ownSession)),
    ],
    "no session is chosen",
  );
  const kind = isOwn || base_url.value === undefined ? entry?.kind : undefined;
  const listener = isOwn ? own.listener : undefined;
  const oauth = isOwn && token.source === "file" ? entry?.oauth : undefined;
  const facts = { kind, listener, oauth, base_url_is_contexts: isOwn, token_withheld };
  return { base_url, token, project, session, state_dir, ...facts };
}

const none: Candidate<string> = { source: "default", from: "", value: undefined };

function resolveStateDir(
  candidates: Candidates,
  { paths }: ResolveInput,
  name: string | undefined,
  entry: ContextEntry | undefined,
): Resolved<string> {
  const usual = candidate(paths.origins.stateDir.source, paths.origins.stateDir.from, paths.stateDir);
  const own = candidates.entry(`contexts.${name}.state_dir`, entry?.state_dir);
  const order = usual.source === "default" ? [own, usual] : [usual, own];
  return { ...strongest(order, ""), value: order.find((each) => each.value !== undefined)?.value ?? paths.stateDir };
}

/** Base URL and token of the chosen context itself. Without a value, `from` is the reason. */
function ownService(
  candidates: Candidates,
  input: ResolveInput,
  name: string | undefined,
  entry: ContextEntry | undefined,
  stateDir: string,
): { baseUrl: Candidate<string>; token: Candidate<TokenSource>; listener?: LocalListener } {
  if (entry === undefined) {
    const empty = input.env["BROWSERCTL_TOKEN"] === "" ? "BROWSERCTL_TOKEN is empty" : "BROWSERCTL_TOKEN is not set";
    return { baseUrl: { ...none, from: "no service is chosen" }, token: { ...none, from: `no context, and ${empty}` } };
  }
  if (entry.kind === "local") {
    const service = input.readLocal(stateDir);
    if (service === undefined) {
      const stopped = { ...none, from: "the local service is not running: browserctl local start" };
      return { baseUrl: stopped, token: stopped };
    }
    const from = join(stateDir, "service.json");
    const baseUrl = candidate("file", `base_url in ${from}`, parseBaseUrl(service.base_url));
    const { listener } = service;
    return { baseUrl, token: candidate("file", `token in ${from}`, listener), listener };
  }
  const { base_url } = entry;
  return {
    baseUrl:
      base_url === undefined
        ? { ...none, from: `context "${name}" has no base URL` }
        : candidates.entry(`contexts.${name}.base_url`, parseBaseUrl(base_url)),
    token: ownToken(candidates, name, entry),
  };
}

/** Token of a hosted context, or its store, which is not queried here. */
function ownToken(
  candidates: Candidates,
  name: string | undefined,
  { token, token_store: store }: ContextEntry,
): Candidate<TokenSource> {
  if (store !== undefined) {
    const { source, from } = candidates.entry(`contexts.${name}.token_store`, store);
    return candidate(source, `${storeWords(store)}, named by ${from}`, store);
  }
  const from = `context "${name}" has no token`;
  return token === undefined ? { ...none, from } : candidates.entry(`contexts.${name}.token`, token);
}

function environmentToken(candidates: Candidates, { env, cwd }: ResolveInput): Candidate<string> {
  const direct = env["BROWSERCTL_TOKEN"] || undefined;
  const file = env["BROWSERCTL_TOKEN_FILE"] || undefined;
  if (file === undefined) {
    const own = "BROWSERCTL_TOKEN";
    const token = direct && withoutNewline(direct, own, (note) => candidates.notes.push(note));
    return candidate("environment", own, candidates.check(own, checks.token, token));
  }
  const name = "BROWSERCTL_TOKEN_FILE";
  if (direct !== undefined) {
    candidates.problems.push({ path: name, message: "BROWSERCTL_TOKEN is set too; set one of them" });
    return none;
  }
  const rule = (token: unknown): string | undefined => (token === "" ? `"${file}" is empty` : checks.token(token));
  return candidate("environment", name, candidates.check(name, rule, readToken(resolve(cwd, file))));
}

function readToken(path: string): string {
  try {
    return readFileOrPipe(path).replace(/\r?\n$/, "");
  } catch (error) {
    throw fileError("read the token file (BROWSERCTL_TOKEN_FILE)", path, error);
  }
}
