import { didYouMean } from "../../cli/suggest.ts";
import { CliError } from "../../core/errors.ts";
import { type ContextEntry, contextEntry, type Settings } from "../../settings/model.ts";
import type { SettingsPaths } from "../../settings/paths.ts";
import { readLocalService } from "../../settings/read-local-service.ts";
import type { ResolvedSettings } from "../../settings/resolve.ts";

/** A context as it may be shown: the state of its token, not the token. */
export interface ShownContext {
  current: string;
  name: string;
  kind: string;
  base_url: string | null;
  project: string | null;
  token: string;
}

/** A context as `context list` and `context show` print it. */
export function shownContext(
  { paths, resolved }: { readonly paths: SettingsPaths; readonly resolved: ResolvedSettings },
  name: string,
  entry: ContextEntry,
): ShownContext {
  const inUse = resolved.context.value === name;
  const common = { current: inUse ? "*" : "", name, kind: entry.kind, project: entry.project ?? null };
  if (entry.kind === "local") {
    const service = readLocalService(entry.state_dir ?? paths.stateDir);
    return { ...common, base_url: service?.base_url ?? null, token: service ? "the service's own" : "not running" };
  }
  return { ...common, base_url: entry.base_url ?? null, token: entry.token === undefined ? "none" : "stored" };
}

/** The token of a context itself, for `--show-token`; undefined where it has none. */
export function storedToken({ stateDir }: SettingsPaths, entry: ContextEntry): string | undefined {
  return entry.kind === "local" ? readLocalService(entry.state_dir ?? stateDir)?.token : entry.token;
}

/** The entry of a name; exit 2 with the nearest existing name. */
export function knownContext(settings: Settings, name: string): ContextEntry {
  const entry = contextEntry(settings, name);
  if (entry) return entry;
  const names = Object.keys(settings.contexts);
  throw new CliError("usage", `there is no context "${name}"${didYouMean(name, names, (match) => `"${match}"`)}`, {
    code: "unknown_context",
    hint: "browserctl context list",
  });
}
