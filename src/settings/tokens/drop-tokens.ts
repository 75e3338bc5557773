import { CliError } from "../../core/errors.ts";
import { type ContextEntry, contextEntry, type Settings } from "../model.ts";
import { updateSettings } from "../write-settings.ts";
import { type KeepOptions, keychainEntriesOf, keychainOf } from "./keep-token.ts";
import type { KeychainStore } from "./token-store.ts";

export interface DropOptions extends Omit<KeepOptions, "defer"> {
  /** Leaves keychain entries where they are and drops only the references to them. */
  forget: boolean;
}

/** Failures by context, whose tokens were not removed. */
export type DropFailures = ReadonlyMap<string, CliError>;

/**
 * Removes the tokens of contexts, then their references in the settings, or with `change` other data of theirs. A
 * keychain entry is removed first, because it cannot be found without its reference. A context whose entry cannot be
 * removed is left as it is; the others are dropped. A token that another process has stored since is kept.
 */
export async function dropTokens(
  names: readonly string[],
  settings: Settings,
  options: DropOptions,
  change: (stored: Settings, name: string) => void = withoutToken,
): Promise<{ failures: DropFailures; after: Settings }> {
  const { forget, paths, signal, warn } = options;
  const failures = new Map<string, CliError>();
  const removed = new Map<string, KeychainStore>();
  for (const name of names) {
    const store = keychainOf(contextEntry(settings, name));
    if (store === undefined) continue;
    try {
      const entries = keychainEntriesOf(contextEntry(settings, name)).reverse();
      if (!forget) for (const each of entries) await (await import("./keychain.ts")).removeFromKeychain(each, options);
      removed.set(name, store);
    } catch (error) {
      if (!(error instanceof CliError) || signal.aborted) throw error;
      failures.set(name, error);
    }
  }
  const after = await updateSettings(
    paths,
    (stored) => {
      for (const name of names) {
        const newer = keychainOf(contextEntry(stored, name));
        if (newer !== undefined && newer.account !== removed.get(name)?.account) continue;
        change(stored, name);
      }
      return stored;
    },
    { signal, warn },
  );
  return { failures, after };
}

function withoutToken(stored: Settings, name: string): void {
  const entry: ContextEntry | undefined = contextEntry(stored, name);
  delete entry?.token;
  delete entry?.token_store;
  delete entry?.oauth;
}
