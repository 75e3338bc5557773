import { CliError } from "../../core/errors.ts";
import { type ContextEntry, contextEntry, type Settings } from "../model.ts";
import type { SettingsPaths } from "../paths.ts";
import { readSettings } from "../read-settings.ts";
import { updateSettings } from "../write-settings.ts";
import type { CommandStore, EnvStore, KeychainStore } from "./token-store.ts";

/** A token with its new store, or the place that already has it. */
export type NewToken =
  | { readonly kind: "file"; readonly token: string }
  | { readonly kind: "keychain"; readonly token: string }
  | CommandStore
  | EnvStore;

export interface KeepOptions {
  paths: SettingsPaths;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  /** Prints a notice for the person. */
  warn: (text: string) => void;
  /** Registers a cleanup that runs before the process ends. Returns a function that removes it. */
  defer: (cleanup: () => Promise<void>) => () => void;
}

/** Maximum time of a keychain request that undoes another one, in milliseconds. */
const UNDO_MS = 10_000;

/**
 * Stores a context with its token and makes it the current one. Order: the new token, the settings, then the old token
 * is removed from its keychain. A failure before the last step keeps the context and its old token, and removes the new
 * one. A failure of the last step is noted, with the entry to remove by hand.
 *
 * @param entry the context without its token, from the one that is stored now
 */
export async function keepToken(
  name: string,
  baseUrl: string,
  token: NewToken,
  entry: (stored: Settings) => Omit<ContextEntry, "token" | "token_store">,
  options: KeepOptions,
): Promise<void> {
  const { paths, warn, signal } = options;
  const written = token.kind === "keychain" ? await writeNewEntry(baseUrl, token.token, options) : undefined;
  let old: readonly KeychainStore[] = [];
  try {
    await updateSettings(
      paths,
      (stored) => {
        old = keychainEntriesOf(contextEntry(stored, name));
        const own = { ...entry(stored), ...placeOf(token, written?.store) };
        return { ...stored, current: name, contexts: { ...stored.contexts, [name]: own } };
      },
      { warn, signal },
    );
  } catch (error) {
    if (written === undefined || !isStored(paths, name, written.store)) throw (await written?.undo(error)) ?? error;
    // The new settings were written, but a later step failed, such as the backup.
    written.keep();
    for (const each of old) await removeOld(each, options);
    throw error;
  }
  written?.keep();
  for (const each of old) await removeOld(each, options);
}

/** True when the settings file refers to this entry. */
function isStored({ file }: SettingsPaths, name: string, store: KeychainStore): boolean {
  try {
    return keychainOf(contextEntry(readSettings(file), name))?.account === store.account;
  } catch {
    // An unreadable file refers to nothing.
    return false;
  }
}

function placeOf(token: NewToken, entry: KeychainStore | undefined): Pick<ContextEntry, "token" | "token_store"> {
  if (token.kind === "file") return { token: token.token };
  if (token.kind !== "keychain") return { token_store: token };
  return entry === undefined ? {} : { token_store: entry };
}

/** The keychain entry of a context. */
export function keychainOf(entry: ContextEntry | undefined): KeychainStore | undefined {
  return entry?.token_store?.kind === "keychain" ? entry.token_store : undefined;
}

/** All keychain entries of a context: its token, and the refresh token of an OAuth login. */
export function keychainEntriesOf(entry: ContextEntry | undefined): KeychainStore[] {
  return [keychainOf(entry), entry?.oauth?.refresh_store].filter((each) => each !== undefined);
}

interface WrittenEntry {
  store: KeychainStore;
  keep(): void;
  /** Removes the entry again; returns the error that names it where that fails. */
  undo(error: unknown): Promise<unknown>;
}

/** Writes a token under a new name, which is removed again when the command is interrupted. */
async function writeNewEntry(baseUrl: string, token: string, options: KeepOptions): Promise<WrittenEntry> {
  const { env, signal, defer, warn } = options;
  const keychain = await import("./keychain.ts");
  const store = keychain.newKeychainStore(baseUrl);
  const remove = (): Promise<boolean> =>
    keychain.removeFromKeychain(store, { env, signal: AbortSignal.timeout(UNDO_MS) });
  const left = `the keychain entry ${keychain.keychainEntryWords(store)}`;
  const keep = defer(async () => {
    await remove().catch(() => warn(`${left} is left; remove it there`));
  });
  const undo = async (error: unknown): Promise<unknown> => {
    // An interrupted command removes the entry at its end.
    if (signal.aborted) return error;
    keep();
    try {
      await remove();
      return error;
    } catch {
      const { message, exit, options: own } = error instanceof CliError ? error : new CliError("bug", String(error));
      return new CliError(exit, `${message}; ${left} could not be removed again`, { ...own, cause: error });
    }
  };
  try {
    await keychain.writeToKeychain(store, token, { env, signal });
  } catch (error) {
    if (!signal.aborted) keep();
    throw error;
  }
  return { store, keep, undo };
}

async function removeOld(old: KeychainStore, { env, warn, signal }: KeepOptions): Promise<void> {
  const { keychainEntryWords, removeFromKeychain } = await import("./keychain.ts");
  try {
    await removeFromKeychain(old, { env, signal });
  } catch (error) {
    const reason = error instanceof CliError ? error.message : String(error);
    warn(`the old token is still in the keychain, entry ${keychainEntryWords(old)}: ${reason}`);
  }
}
