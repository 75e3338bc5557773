import type { Needs } from "../../../cli/declare/body.ts";
import { contextEntry, type Settings } from "../../../settings/model.ts";
import { updateSettings } from "../../../settings/write-settings.ts";

/** Name of the context of the service on this machine. */
const localContextName = "local";

type Tools = Needs<"settings" | "signal" | "warn">;

/**
 * Returns the name of a context for the service over this state directory. Creates `local` if there is none, and makes
 * it the current one if there is no current context.
 */
export async function ensureLocalContext({ settings: own, signal, warn }: Tools): Promise<string> {
  const { paths, resolved, settings } = own;
  const stateDir = resolved.state_dir.value;
  const usual = stateDir === paths.stateDir && paths.origins.stateDir.source === "default";
  const leadsThere = (name: string, from = settings): boolean => isServiceOf(own, name, from);
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
    { warn, signal },
  );
  return name;
}

/**
 * Removes the project and the current sessions from every context of the service over this state directory, because its
 * records were deleted. Returns the names of the contexts that had a project.
 */
export async function forgetRecords({ settings: own, signal, warn }: Tools): Promise<readonly string[]> {
  const stale = (from: Settings): string[] =>
    Object.keys(from.contexts).filter((name) => {
      const { project, sessions } = contextEntry(from, name) ?? {};
      return (project ?? sessions) !== undefined && isServiceOf(own, name, from);
    });
  const names = stale(own.settings);
  if (names.length === 0) return [];
  await updateSettings(own.paths, (stored) => stale(stored).reduce(withoutRecords, stored), { warn, signal });
  return names.filter((name) => contextEntry(own.settings, name)?.project !== undefined);
}

function withoutRecords(settings: Settings, name: string): Settings {
  const entry = contextEntry(settings, name);
  if (!entry) return settings;
  const { project, sessions, ...others } = entry;
  return { ...settings, contexts: { ...settings.contexts, [name]: others } };
}

/** The settings with a context that has no project of its own: its commands work in the default one. */
export function withoutProject(settings: Settings, name: string): Settings {
  const entry = contextEntry(settings, name);
  if (!entry) return settings;
  const { project, ...others } = entry;
  return { ...settings, contexts: { ...settings.contexts, [name]: others } };
}

/** True for a context of the service over the state directory in use. */
function isServiceOf({ paths, resolved }: Tools["settings"], name: string, from: Settings): boolean {
  const entry = contextEntry(from, name);
  return entry?.kind === "local" && (entry.state_dir ?? paths.stateDir) === resolved.state_dir.value;
}
