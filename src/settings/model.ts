import { posix, win32 } from "node:path";
import { parseDuration } from "../core/duration.ts";
import { CliError, type Problem } from "../core/errors.ts";
import { hasControl } from "../core/hidden-characters.ts";
import { isObject } from "../core/is-object.ts";
import { parseBaseUrl } from "./base-url.ts";
import { type OAuthGrant, oauthGrantProblem, oauthGrantRule } from "./oauth-grant.ts";
import { type TokenStore, tokenStoreProblem, tokenStoreRule } from "./tokens/token-store.ts";

export const outputFormats = ["json", "jsonl", "yaml", "csv", "table", "env", "text"] as const;
export type OutputFormat = (typeof outputFormats)[number];

const contextKinds = ["hosted", "local"] as const;
export type ContextKind = (typeof contextKinds)[number];

/** A service by name. One of kind `local` has its base URL and token in the local service's own state file. */
export interface ContextEntry {
  kind: ContextKind;
  base_url?: string;
  project?: string;
  /** The token itself, for a context without `token_store`. */
  token?: string;
  token_store?: TokenStore;
  /** Grant by which the token is renewed, of a login at an authorization server. */
  oauth?: OAuthGrant;
  /** Absolute path of the state directory of a local service, when it is not the default. */
  state_dir?: string;
  /**
   * True when the service accepts the parts of extensions only under their short names. assumed: a 400 that names a
   * part shows it, because services differ in these names (contract 0.10).
   */
  extension_parts?: "short";
  /** Current session by directory, for it and everything below it: absolute path, then the session's id. */
  sessions?: Record<string, string>;
}

export interface SettingsValues {
  output?: OutputFormat;
  /** A duration such as `30s`, longer than 0. */
  timeout?: string;
  no_input?: boolean;
  /** Command line of the pager; empty for none. */
  pager?: string;
}

/** Settings file. Unknown members, which a newer version may have written, are kept at every level. */
export interface Settings {
  version: 1;
  /** The context used when nothing else names one. */
  current?: string;
  contexts: Record<string, ContextEntry>;
  /** Contexts bound to a directory and everything below it, by absolute path. */
  directories: Record<string, string>;
  values: SettingsValues;
}

/** Members of the settings file that this version knows. */
export const knownMembers = {
  settings: ["version", "current", "contexts", "directories", "values"],
  context: ["kind", "base_url", "project", "token", "token_store", "oauth", "state_dir", "extension_parts", "sessions"],
  values: ["output", "timeout", "no_input", "pager"],
} as const satisfies {
  readonly settings: readonly (keyof Settings)[];
  readonly context: readonly (keyof ContextEntry)[];
  readonly values: readonly (keyof SettingsValues)[];
};

/** Empty settings: the value of a missing file. */
export function emptySettings(): Settings {
  return { version: 1, contexts: {}, directories: {}, values: {} };
}

/** The context called `name`. Inherited properties do not count: `constructor` is a valid name. */
export function contextEntry(settings: Settings, name: string): ContextEntry | undefined {
  return Object.hasOwn(settings.contexts, name) ? settings.contexts[name] : undefined;
}

const SESSION_RULE = "must be a session's id or name: 1 to 255 characters";

type Check = (value: unknown) => string | undefined;

/**
 * Checks of the members, used for flags, variables and the file alike. Each returns the rule that a value breaks, or
 * undefined. Secrets are never repeated.
 */
export const checks = {
  contextName: textThat((text) => {
    const allowed = /^[A-Za-z0-9._-]{1,64}$/.test(text) && text !== "__proto__";
    return allowed ? undefined : `"${text}" is no context name: 1 to 64 letters, digits, dots, dashes and underscores`;
  }),
  kind: oneOf(contextKinds),
  baseUrl: textThat((text) => whyRefused(() => parseBaseUrl(text))),
  /** Name or id; the service knows which exist. A header carries it (contract 0.4), and drops spaces at its ends. */
  project: textThat((text) => {
    if (text === "") return "is empty";
    if (hasControl(text)) return "has a control character, which a request cannot carry; use the project's id";
    if (/^ | $/.test(text)) return "begins or ends with a space, which a request cannot carry; use the project's id";
    if (!text.isWellFormed()) return "has a lone surrogate";
    return [...text].length > 255 ? `must have at most 255 characters, not ${[...text].length}` : undefined;
  }),
  /** Id or name; not a word such as `@current`, which would refer to itself. */
  session: textThat((text) => {
    if (text === "@current") return "is @current, which stands for this value; give an id or a name";
    return text === "" || hasControl(text) || [...text].length > 255 ? SESSION_RULE : undefined;
  }),
  token: textThat((text) =>
    /^[\x21-\x7e]+$/.test(text) ? undefined : "must be one line of visible ASCII characters, without spaces",
  ),
  tokenStore: tokenStoreProblem,
  oauth: oauthGrantProblem,
  output: oneOf(outputFormats),
  timeout: textThat((text) =>
    whyRefused(() => {
      if (parseDuration(text) === 0) throw new CliError("usage", `"${text}" must be longer than 0`);
    }),
  ),
  extensionParts: oneOf(["short"]),
  noInput: (value: unknown) => (typeof value === "boolean" ? undefined : "must be true or false"),
  pager: textThat((text) => (hasControl(text) ? "must be one line without control characters" : undefined)),
  directory: textThat((text) =>
    posix.isAbsolute(text) || win32.isAbsolute(text) ? undefined : `"${text}" is not an absolute path`,
  ),
} satisfies Record<string, Check>;

/** True when a value has the structure of a settings file: objects in the right places. */
export function hasOutline(value: unknown): value is Partial<Settings> {
  return isObject(value) && ["contexts", "directories", "values"].every((key) => isObject(value[key] ?? {}));
}

/** The rule of each check, for messages that must not repeat a value. */
export const ruleTexts: Record<keyof typeof checks, string> = {
  contextName: "must be a context name: 1 to 64 letters, digits, dots, dashes and underscores",
  kind: `must be one of ${contextKinds.join(", ")}`,
  baseUrl: "must be a base URL such as https://browsers.example.com/v1",
  project: "must be a project's name or id",
  session: SESSION_RULE,
  token: "must be one line of visible ASCII characters, without spaces",
  tokenStore: tokenStoreRule,
  oauth: oauthGrantRule,
  output: `must be one of ${outputFormats.join(", ")}`,
  timeout: "must be a duration such as 30s, longer than 0",
  extensionParts: "must be short",
  noInput: "must be true or false",
  pager: "must be one line without control characters",
  directory: "must be an absolute path",
};

/**
 * Problems with settings, by path such as `contexts.prod.base_url`. Unknown members pass.
 *
 * @param options `quote: false` repeats no value: in a file of another kind each may be a secret
 */
export function checkSettings(settings: Settings, { quote = true }: { quote?: boolean } = {}): Problem[] {
  const problems: Problem[] = [];
  const check = (path: string, rule: keyof typeof checks, value: unknown): boolean => {
    const message = value === undefined ? undefined : checks[rule](value);
    if (message !== undefined) problems.push({ path, message: quote ? message : ruleTexts[rule] });
    return message === undefined;
  };
  check("current", "contextName", settings.current);
  for (const [name, entry] of Object.entries(settings.contexts)) {
    if (!check(quote ? `contexts.${name}` : "a name in contexts", "contextName", name) && !quote) continue;
    if (!isObject(entry)) {
      problems.push({ path: `contexts.${name}`, message: "must be an object" });
      continue;
    }
    check(`contexts.${name}.kind`, "kind", entry["kind"] ?? null);
    check(`contexts.${name}.base_url`, "baseUrl", entry["base_url"]);
    check(`contexts.${name}.project`, "project", entry["project"]);
    check(`contexts.${name}.token`, "token", entry["token"]);
    check(`contexts.${name}.token_store`, "tokenStore", entry["token_store"]);
    check(`contexts.${name}.oauth`, "oauth", entry["oauth"]);
    if (entry["token"] !== undefined && entry["token_store"] !== undefined) {
      problems.push({
        path: `contexts.${name}.token`,
        message: "must not stand beside token_store; remove one of them",
      });
    }
    check(`contexts.${name}.state_dir`, "directory", entry["state_dir"]);
    check(`contexts.${name}.extension_parts`, "extensionParts", entry["extension_parts"]);
    problems.push(...sessionProblems(`contexts.${name}.sessions`, entry["sessions"], quote));
  }
  for (const [directory, name] of Object.entries(settings.directories)) {
    if (!check(quote ? `directories["${directory}"]` : "a path in directories", "directory", directory) && !quote)
      continue;
    check(`directories["${directory}"]`, "contextName", name ?? null);
  }
  check("values.output", "output", settings.values.output);
  check("values.timeout", "timeout", settings.values.timeout);
  check("values.no_input", "noInput", settings.values.no_input);
  check("values.pager", "pager", settings.values.pager);
  return problems;
}

/** Problems with the current sessions of a context. */
function sessionProblems(path: string, sessions: unknown, quote: boolean): Problem[] {
  if (sessions === undefined) return [];
  if (!isObject(sessions)) return [{ path, message: "must be an object" }];
  return Object.entries(sessions).flatMap(([directory, id]) => {
    const wrong = checks.directory(directory) === undefined ? undefined : "directory";
    const rule = wrong ?? (checks.session(id) === undefined ? undefined : "session");
    return rule === undefined ? [] : [{ path: quote ? `${path}["${directory}"]` : path, message: ruleTexts[rule] }];
  });
}

function textThat(rule: (text: string) => string | undefined): Check {
  return (value) => (typeof value === "string" ? rule(value) : "must be text");
}

function oneOf(allowed: readonly string[]): Check {
  return (value) =>
    typeof value === "string" && allowed.includes(value)
      ? undefined
      : `${JSON.stringify(value)} must be one of ${allowed.join(", ")}`;
}

function whyRefused(parse: () => unknown): string | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    if (error instanceof CliError) return error.message;
    throw error;
  }
}
