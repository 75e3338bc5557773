import { commandLine } from "../core/command-line.ts";
import { CliError } from "../core/errors.ts";
import { isLoopback } from "../core/hosts.ts";
import type { LocalListener } from "../core/local-listener.ts";
import { posixWord } from "../core/shell-quotes.ts";
import type { ContextKind } from "./model.ts";
import { grantWords, type OAuthGrant } from "./oauth-grant.ts";
import type { ResolvedSettings } from "./resolve.ts";
import { storeWords, type TokenSource, type TokenStore } from "./tokens/token-store.ts";

/** The service a command talks to. */
export interface Service {
  baseUrl: string;
  /** The token, or the store that the client asks for it. */
  token: TokenSource;
  /** Where the token comes from, in words: `BROWSERCTL_TOKEN`, `the keychain of context "prod"`. */
  tokenFrom?: string;
  /** Next step after the service has refused the token. */
  refusedHint?: string;
  project: string | undefined;
  /** Where the project comes from, in words. */
  projectFrom?: string;
  /** Next step after the service does not know the project. */
  projectHint?: string;
  /** The directory file that chose the context, the project or both. */
  chosenBy?: string;
  /** The context of the base URL; absent when it comes from elsewhere. */
  contextName: string | undefined;
  /** `local` only when the context is of this kind. Otherwise the response header identifies a local service. */
  kind: ContextKind;
  /** Grant by which the token is renewed. */
  oauth?: OAuthGrant | undefined;
  /** The local service of the context, whose identity every connection must prove. */
  listener?: LocalListener | undefined;
}

/**
 * The service of the settings. Exit 2: no service is configured, or its token would go over plain http to a host that is
 * not loopback without `insecureHttp`. Exit 3: no token. Exit 5: the local service is not running.
 */
export function requireService(resolved: ResolvedSettings, options: { insecureHttp?: boolean } = {}): Service {
  const baseUrl = resolved.base_url.value;
  const context = resolved.context.value;
  if (baseUrl === undefined) throw noBaseUrl(resolved);
  const token = resolved.token.value;
  if (token === undefined) {
    const name = resolved.base_url_is_contexts ? context : undefined;
    throw new CliError("auth", `no token for ${baseUrl}: ${resolved.token.from}`, {
      code: "no_token",
      hint: resolved.token_withheld
        ? `add --context ${posixWord(context ?? "")} if you mean it`
        : resolved.kind === "local"
          ? "browserctl local start"
          : commandLine`login --context ${name} --base-url ${baseUrl}`,
    });
  }
  refusePlainHttp(baseUrl, options);
  const choice = directoryChoice(resolved);
  return {
    baseUrl,
    token,
    tokenFrom: tokenSource(resolved),
    refusedHint: refusedHint(resolved, baseUrl),
    project: resolved.project.value,
    projectFrom: resolved.project.from,
    projectHint: projectHint(resolved),
    ...(choice !== undefined && { chosenBy: choice }),
    contextName: resolved.base_url_is_contexts ? context : undefined,
    kind: resolved.kind ?? "hosted",
    ...(resolved.oauth && { oauth: resolved.oauth }),
    ...(resolved.listener && { listener: resolved.listener }),
  };
}

/** The directory file, if it chose the context of the service, or the project. */
function directoryChoice({
  base_url_is_contexts,
  context,
  directory_file,
  project,
}: ResolvedSettings): string | undefined {
  const choseContext = base_url_is_contexts && context.source === "directory";
  return choseContext || project.source === "directory" ? directory_file.value : undefined;
}

/** Origin of the token: the name of a variable, or a context with the file or the store that keeps it. */
function tokenSource(resolved: ResolvedSettings): string {
  const place = tokenPlace(resolved);
  return resolved.oauth ? `${place}, ${grantWords(resolved.oauth)}` : place;
}

function tokenPlace({ token, context, kind }: ResolvedSettings): string {
  if (typeof token.value === "object" && token.value.kind !== "local") return storeOf(token.value, context.value);
  const file = / in (.+)$/s.exec(token.from)?.[1];
  if (token.source !== "file" || file === undefined) return token.from;
  return kind === "local" ? `the local service's state in ${file}` : `context "${context.value}" in ${file}`;
}

/** Next step for a refused token: it depends on where the token came from. A login has no effect on a variable. */
function refusedHint({ token, context, kind, base_url_is_contexts }: ResolvedSettings, baseUrl: string): string {
  const [other] = token.shadowed;
  if (token.source === "environment") {
    const unset = `unset ${token.from}`;
    if (other !== undefined) return `${unset}, to use the token of context "${context.value}"`;
    return `set ${token.from} to a valid token, or: ${unset}; ${commandLine`login --base-url ${baseUrl}`}`;
  }
  if (kind === "local") return "browserctl local start";
  const name = base_url_is_contexts ? context.value : undefined;
  const login = commandLine`login --context ${name} --base-url ${baseUrl}`;
  const store = token.value;
  if (typeof store !== "object" || store.kind === "keychain") return login;
  if (store.kind === "env") return `set ${store.variable} to a valid token`;
  return `check ${storeWords(store)}, or: ${login} --store file`;
}

/** Next step for a project that the service does not know: a stored one is replaced by choosing another. */
function projectHint({ project }: ResolvedSettings): string {
  const list = "browserctl projects list";
  return project.source === "file" ? `browserctl projects use default, or one of: ${list}` : list;
}

/** Store of a context's token in words: `the program "op" of context "prod"`. */
export function storeOf(store: TokenStore, context: string | undefined): string {
  return context === undefined ? storeWords(store) : `${storeWords(store)} of context "${context}"`;
}

/** Exit 2 when a token would go over plain http to a host that is not loopback, unless `insecureHttp` allows it. */
export function refusePlainHttp(baseUrl: string, options: { insecureHttp?: boolean }): void {
  if (!baseUrl.startsWith("http:") || isLoopback(new URL(baseUrl)) || options.insecureHttp === true) return;
  throw new CliError("usage", `${baseUrl} is plain http to another machine: the token could be intercepted`, {
    code: "insecure_http",
    hint: "use https, or add --insecure-http",
  });
}

/** Error for a context that the directory file names and the user does not have. */
export function unknownContext({ context }: Pick<ResolvedSettings, "context">): CliError | undefined {
  if (context.unknown === undefined) return undefined;
  return new CliError("usage", `${context.from}: ${context.unknown}`, {
    code: "unknown_context",
    hint: commandLine`login --context ${context.value} --base-url URL`,
  });
}

function noBaseUrl(resolved: ResolvedSettings): CliError {
  const context = resolved.context.value;
  const unknown = unknownContext(resolved);
  if (unknown) return unknown;
  if (resolved.kind === "local") {
    return new CliError("unreachable", `the local service of context "${context}" is not running`, {
      code: "local_not_running",
      hint: "browserctl local start",
    });
  }
  if (context !== undefined) {
    return new CliError("usage", `context "${context}" has no base URL`, {
      code: "no_service",
      hint: commandLine`login --context ${context} --base-url URL`,
    });
  }
  return new CliError("usage", "no service is set up: start one on this machine, or log in to one", {
    code: "no_service",
    hint: "browserctl local start, or: browserctl login --base-url URL",
  });
}
