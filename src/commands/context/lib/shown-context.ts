import { didYouMean } from "../../../cli/route/suggest.ts";
import { CliError } from "../../../core/errors.ts";
import { parseBaseUrl } from "../../../settings/base-url.ts";
import { type ContextEntry, contextEntry, type Settings } from "../../../settings/model.ts";
import type { SettingsPaths } from "../../../settings/paths.ts";
import { readLocalService } from "../../../settings/read-local-service.ts";
import { type Service, storeOf } from "../../../settings/require-service.ts";
import type { ResolvedSettings } from "../../../settings/resolve.ts";
import { storeWords } from "../../../settings/tokens/token-store.ts";

/**
 * A context for output, with the state of its token instead of the token. For the context in use, the values that
 * commands here use.
 */
export interface ShownContext {
  current: string;
  name: string;
  kind: string;
  base_url: string | null;
  /** Stored project; for the context in use, the project that commands here send. */
  project: string | null;
  token: string;
  /** Flag, variable, directory or file that chose the context in use; null for the current one of the settings. */
  chosen_by: string | null;
  /** Flag, variable or file that its project comes from; null for the stored one. */
  project_from: string | null;
}

/** A context as `context list` and `context show` print it. */
export function shownContext(
  { paths, resolved }: { readonly paths: SettingsPaths; readonly resolved: ResolvedSettings },
  name: string,
  entry: ContextEntry,
): ShownContext {
  const inUse = resolved.context.value === name;
  const { chosen_by, project, project_from } = inUse ? choiceOf(resolved, entry) : stored(entry);
  const common = { current: inUse ? "*" : "", name, kind: entry.kind };
  const choice = { chosen_by, project_from };
  if (entry.kind === "local") {
    const service = readLocalService(entry.state_dir ?? paths.stateDir);
    const token = service ? "the service's own" : "not running";
    return { ...common, base_url: service?.base_url ?? null, project, token, ...choice };
  }
  return { ...common, base_url: entry.base_url ?? null, project, token: placeOf(entry), ...choice };
}

type Choice = Pick<ShownContext, "chosen_by" | "project" | "project_from">;

function stored({ project }: ContextEntry): Choice {
  return { chosen_by: null, project: project ?? null, project_from: null };
}

/** The context in use, with the project that a command here would send, and the origins of both. */
function choiceOf({ base_url_is_contexts, context, project }: ResolvedSettings, entry: ContextEntry): Choice {
  const chosen_by = context.source === "file" && context.from.startsWith("current in ") ? null : context.from;
  const isOther = base_url_is_contexts && project.value !== undefined && project.source !== "file";
  if (!isOther) return { ...stored(entry), chosen_by };
  return { chosen_by, project: project.value ?? null, project_from: project.from };
}

/** Place of a token in words. Does not query any store. */
function placeOf({ token, token_store }: ContextEntry): string {
  if (token_store !== undefined) return storeWords(token_store);
  return token === undefined ? "none" : "stored";
}

/** The service of a context itself; undefined when it has no token, or its local service does not run. */
export function serviceOf({ stateDir }: SettingsPaths, name: string, entry: ContextEntry): Service | undefined {
  const { kind, project } = entry;
  const local = kind === "local" ? readLocalService(entry.state_dir ?? stateDir) : undefined;
  const own = entry.base_url === undefined ? undefined : parseBaseUrl(entry.base_url);
  const baseUrl = kind === "local" ? local?.base_url : own;
  const token = kind === "local" ? local?.listener : (entry.token_store ?? entry.token);
  if (baseUrl === undefined || token === undefined) return undefined;
  const inStore = typeof token === "object" && token.kind !== "local";
  const from = inStore ? storeOf(token, name) : `context "${name}"`;
  const { oauth } = entry;
  return { baseUrl, token, tokenFrom: from, project, contextName: name, kind, oauth, listener: local?.listener };
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
