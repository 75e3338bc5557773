import type { CommandContext } from "../../cli/context.ts";
import { didYouMean } from "../../cli/suggest.ts";
import { CliError } from "../../core/errors.ts";
import { type ContextEntry, contextEntry, type Settings } from "../../settings/model.ts";
import { readLocalService } from "../../settings/read-local-service.ts";

/** A context as it may be shown: whether it has a token, not the token. */
export interface ShownContext {
  current: string;
  name: string;
  kind: string;
  base_url: string | null;
  project: string | null;
  token: string;
}

/** What `context list` and `context show` print of one context. */
export function shownContext(context: CommandContext, name: string, entry: ContextEntry): ShownContext {
  const inUse = context.resolved.context.value === name;
  const common = { current: inUse ? "*" : "", name, kind: entry.kind, project: entry.project ?? null };
  if (entry.kind === "local") {
    const service = readLocalService(entry.state_dir ?? context.paths.stateDir);
    return { ...common, base_url: service?.base_url ?? null, token: service ? "the service's own" : "not running" };
  }
  return { ...common, base_url: entry.base_url ?? null, token: entry.token === undefined ? "none" : "stored" };
}

/** The token of a context itself, for `--show-token`; undefined where it has none. */
export function storedToken({ paths }: CommandContext, entry: ContextEntry): string | undefined {
  return entry.kind === "local" ? readLocalService(entry.state_dir ?? paths.stateDir)?.token : entry.token;
}

/** The entry of a name; exit 2 with the nearest name there is. */
export function knownContext(settings: Settings, name: string): ContextEntry {
  const entry = contextEntry(settings, name);
  if (entry) return entry;
  const names = Object.keys(settings.contexts);
  throw new CliError("usage", `there is no context "${name}"${didYouMean(name, names, (match) => `"${match}"`)}`, {
    code: "unknown_context",
    hint: "browserctl context list",
  });
}
