import type { Needs } from "../../../cli/declare/body.ts";
import { commandLine } from "../../../core/command-line.ts";
import { CliError } from "../../../core/errors.ts";
import { nearestDirectory } from "../../../settings/choose-context.ts";
import type { DirectoryFile } from "../../../settings/directory-choice.ts";
import type { Settings } from "../../../settings/model.ts";
import type { Env, SettingsPaths } from "../../../settings/paths.ts";
import { readLocalService } from "../../../settings/read-local-service.ts";
import { resolveSettings } from "../../../settings/resolve.ts";

/** Reason why commands in this directory use something other than a context. */
export interface Override {
  /** Context or address in use: `context "prod"`, or a base URL. */
  readonly uses: string;
  /** Source of the decision: a variable, a bound directory, or the current context. */
  readonly by: string;
  /** Source of the decision as a sentence, without a full stop. */
  readonly reason: string;
  /** Command line that makes them use the context. */
  readonly hint: string;
}

/**
 * Checks whether commands without flags in this directory use the context `name`, once the settings are `settings`.
 * Undefined when they do, or when the variables are invalid.
 */
export function overrideOf(
  at: {
    readonly cwd: string;
    readonly env: Env;
    readonly paths: SettingsPaths;
    readonly directoryFile: DirectoryFile | undefined;
  },
  settings: Settings,
  name: string,
): Override | undefined {
  let resolved: ReturnType<typeof resolveSettings>;
  try {
    resolved = resolveSettings({ ...at, flags: {}, settings, readLocal: readLocalService });
  } catch (error) {
    // The next command reports invalid variables itself.
    if (error instanceof CliError) return undefined;
    throw error;
  }
  const { value, source, from } = resolved.context;
  if (value !== name) {
    const uses = value === undefined ? "no context" : `context "${value}"`;
    if (source === "environment") return { uses, by: from, reason: `${from} is set`, hint: `unset ${from}` };
    if (source === "directory") {
      const file = resolved.directory_file.value ?? "";
      return { uses, by: file, reason: `${file} chooses it`, hint: commandLine`context use ${name} --here` };
    }
    const directory = nearestDirectory(at.cwd, settings.directories);
    if (directory === undefined) {
      return { uses, by: "current", reason: "it is the current context", hint: commandLine`context use ${name}` };
    }
    const reason = `the directory ${directory} is bound to it`;
    return { uses, by: directory, reason, hint: commandLine`context use ${name} --here` };
  }
  const { base_url } = resolved;
  if (base_url.source !== "environment" || resolved.base_url_is_contexts || base_url.value === undefined)
    return undefined;
  const { from: variable } = base_url;
  return { uses: base_url.value, by: variable, reason: `${variable} is set`, hint: `unset ${variable}` };
}

type Tools = Needs<"service" | "settings">;

/**
 * Name of the context whose service commands use, for storing a choice. Exit 2 when the base URL comes from elsewhere;
 * the error names the variable to use instead.
 */
export function requiredContext({ service, settings: { resolved } }: Tools, variable: string): string {
  const { baseUrl, contextName } = service();
  if (contextName !== undefined) return contextName;
  const { from } = resolved.base_url;
  throw new CliError("usage", `no context is in use: ${baseUrl} comes from ${from}`, {
    code: "no_context",
    hint: `${commandLine`context add NAME --base-url ${baseUrl}`}, or set ${variable}`,
  });
}
