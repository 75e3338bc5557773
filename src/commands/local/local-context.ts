import type { BodyTools } from "../../cli/body.ts";
import type { CommandTypes } from "../../cli/declaration.ts";
import { contextEntry } from "../../settings/model.ts";
import { updateSettings } from "../../settings/write-settings.ts";

/** Name of the context of the service on this machine. */
const localContextName = "local";

/**
 * Returns the name of a context for the service over this state directory. Creates `local` where there is none, and
 * makes it the current one where no other is.
 */
export async function ensureLocalContext({
  note,
  settings: { paths, resolved, settings },
  signal,
}: Pick<BodyTools<CommandTypes>, "note" | "settings" | "signal">): Promise<string> {
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
    { notice: note, signal },
  );
  return name;
}
