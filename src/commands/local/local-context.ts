import type { CommandContext } from "../../cli/context.ts";
import { contextEntry } from "../../settings/model.ts";
import { updateSettings } from "../../settings/write-settings.ts";

/** The context of the service on this machine. */
export const localContextName = "local";

/**
 * Makes sure that a context leads to the service over this state folder, and gives its name: an existing one, or
 * `local`, made the current one where there is none.
 */
export async function ensureLocalContext({ settings, paths, resolved, io, lifetime }: CommandContext): Promise<string> {
  const stateDir = resolved.state_dir.value;
  const usual = stateDir === paths.stateDir && paths.origins.stateDir.source === "default";
  const leadsThere = (name: string, from = settings): boolean => {
    const entry = contextEntry(from, name);
    return entry?.kind === "local" && (entry.state_dir ?? paths.stateDir) === stateDir;
  };
  const existing = Object.keys(settings.contexts).find((name) => leadsThere(name));
  if (existing !== undefined && settings.current !== undefined) return existing;
  let name = existing ?? localContextName;
  await updateSettings(
    paths,
    (stored) => {
      for (let number = 2; contextEntry(stored, name) && !leadsThere(name, stored); number += 1)
        name = `${localContextName}-${number}`;
      return {
        ...stored,
        current: stored.current ?? name,
        contexts: { ...stored.contexts, [name]: { kind: "local", ...(usual ? {} : { state_dir: stateDir }) } },
      };
    },
    { notice: (text) => io.note(text), signal: lifetime.signal },
  );
  return name;
}
