import { chmodSync, statSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { fileError, usageError } from "../core/errors.ts";
import { withFileLock } from "../core/file-lock.ts";
import { isObject } from "../core/is-object.ts";
import { makeDirectory } from "../core/make-directory.ts";
import { table } from "../core/table.ts";
import { checkSettings, type Settings } from "./model.ts";
import type { SettingsPaths } from "./paths.ts";
import { readSettings } from "./read-settings.ts";
import { recoverSettings } from "./recover-settings.ts";
import { loadConf, storeSettings } from "./store-settings.ts";

export interface UpdateOptions {
  /** Takes warnings for the person, such as that a damaged file was set aside and what was restored. */
  warn: (text: string) => void;
  /** Ends the wait for the lock. */
  signal?: AbortSignal | undefined;
  /** Maximum wait for other writers, in milliseconds; 30 s when omitted. */
  lockTimeoutMs?: number | undefined;
}

/**
 * Reads, changes and writes the settings under one lock, so that concurrent processes lose no change. `change` gets a
 * copy that it may alter and returns the new settings; it must not wait, because the lock is held. Unknown members that
 * it drops are kept. Returns the content of the file; an unchanged file is not written.
 *
 * The file is replaced whole and has mode 0600 whatever the umask; its directory is created with 0700 (an existing one
 * is left as it is). A symlinked file stays a symlink. A damaged file is recovered first. Exit 2 when the new settings
 * break a rule, 10 when the lock or the files cannot be used.
 */
export async function updateSettings(
  paths: SettingsPaths,
  change: (settings: Settings) => Settings,
  options: UpdateOptions,
): Promise<Settings> {
  makeConfigDirectory(paths.configDir);
  // Loading takes 70 ms, so it happens before the lock is taken.
  const Conf = await loadConf();
  const lock = { timeoutMs: options.lockTimeoutMs ?? 30_000, signal: options.signal };
  return withFileLock(paths.lock, lock, () => {
    const before = recoverSettings(Conf, paths, () => readSettings(paths.file), options.warn);
    const after = keepUnknown(before, change(structuredClone(before)));
    const problems = checkSettings(after);
    if (problems.length > 0) throw usageError(problems);
    if (isDeepStrictEqual(before, after)) narrowMode(paths);
    else storeSettings(Conf, paths, after);
    return after;
  });
}

function makeConfigDirectory(path: string): void {
  try {
    makeDirectory(path, 0o700);
  } catch (error) {
    throw fileError("make the directory", path, error);
  }
}

function narrowMode(paths: SettingsPaths): void {
  for (const path of [paths.file, paths.backup]) {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    if (process.platform === "win32" || (mode & 0o077) === 0) continue;
    try {
      chmodSync(path, 0o600);
    } catch (error) {
      throw fileError("remove the access of other users from", path, error);
    }
  }
}

const known = table<readonly string[]>({
  settings: ["version", "current", "contexts", "directories", "values"],
  values: ["output", "timeout", "no_input"],
  context: ["kind", "base_url", "project", "token", "token_store", "oauth", "state_dir", "extension_parts", "sessions"],
});

/** Restores members of a newer version that the change did not carry over. */
function keepUnknown(before: Settings, after: Settings): Settings {
  const contexts = Object.entries(after.contexts).map(([name, entry]) => {
    const old = Object.hasOwn(before.contexts, name) ? before.contexts[name] : undefined;
    return [name, isObject(entry) ? { ...unknownOf("context", old), ...entry } : entry] as const;
  });
  return {
    ...unknownOf("settings", before),
    ...after,
    contexts: Object.fromEntries(contexts),
    values: { ...unknownOf("values", before.values), ...after.values },
  };
}

function unknownOf(level: string, value: object | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([key]) => !known.get(level)?.includes(key)));
}
