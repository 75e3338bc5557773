import type { LocalListener } from "../../core/local-listener.ts";

/** Kinds of places that keep the token of a context. */
export const tokenStores = ["file", "keychain", "command", "env"] as const;
export type TokenStoreKind = (typeof tokenStores)[number];

/** Name under which the entries stand in the keychain. */
export const KEYCHAIN_SERVICE = "browserctl";

/** Entry of the operating system's keychain. Its name does not depend on the context's, which can change. */
export interface KeychainStore {
  kind: "keychain";
  account: string;
}

/** Program that prints the token: its path or name, and its arguments. It is started without a shell. */
export interface CommandStore {
  kind: "command";
  argv: readonly [string, ...string[]];
}

/** Environment variable that holds the token. */
export interface EnvStore {
  kind: "env";
  variable: string;
}

/** Place of a token outside of the settings file. A context without one keeps its token in the settings file. */
export type TokenStore = KeychainStore | CommandStore | EnvStore;

/** A token, a store that provides it on demand, or the local service, whose token only a proven connection gets. */
export type TokenSource = string | TokenStore | LocalListener;

export const tokenStoreRule = "must name a keychain entry, a command (kind, argv) or an environment variable";

/** Rule that the `token_store` of a context breaks; undefined for a valid one. Repeats no value. */
export function tokenStoreProblem(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return tokenStoreRule;
  const { kind, account, argv, variable } = value as Record<string, unknown>;
  if (kind === "keychain") return isText(account) ? undefined : "must name its keychain entry in account";
  if (kind === "command") return isArgv(argv) ? undefined : "must have its program and arguments as a list in argv";
  if (kind === "env") return variableProblem(variable);
  return tokenStoreRule;
}

/** Rule that the name of an environment variable breaks; undefined for a valid one. */
export function variableProblem(name: unknown): string | undefined {
  return typeof name === "string" && /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name)
    ? undefined
    : "must be the name of an environment variable: letters, digits and underscores";
}

function isArgv(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isArgument) && value[0] !== "";
}

/** No argument of a program can hold a NUL character. */
function isArgument(value: unknown): value is string {
  return typeof value === "string" && !value.includes("\0");
}

function isText(value: unknown): boolean {
  return isArgument(value) && value !== "";
}

/** A store in words, for people; it reveals nothing: the arguments of a program may be secret. */
export function storeWords(store: TokenStore | LocalListener): string {
  if (store.kind === "local") return "the local service's state";
  if (store.kind === "keychain") return "the keychain";
  if (store.kind === "command") return `the program "${store.argv[0]}"`;
  return `the variable ${store.variable}`;
}

/** Removes the newline at the end of a token, with a note. */
export function withoutNewline(token: string, place: string, note: (text: string) => void): string {
  const trimmed = token.replace(/\r?\n$/, "");
  if (trimmed !== token) note(`note: ${place} ends with a newline, which is not part of the token`);
  return trimmed;
}
