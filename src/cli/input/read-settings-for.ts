import { CliError, type Problem } from "../../core/errors.ts";
import type { Io } from "../../core/io.ts";
import { type DirectoryFile, loadDirectoryFile } from "../../settings/directory-choice.ts";
import type { SettingsFailure } from "../../settings/inspect-settings.ts";
import { loadSettings } from "../../settings/load-settings.ts";
import type { Settings } from "../../settings/model.ts";
import { type SettingsPaths, settingsPaths } from "../../settings/paths.ts";
import { readLocalService } from "../../settings/read-local-service.ts";
import { type ResolvedSettings, resolveSettings, type SettingsFlags } from "../../settings/resolve.ts";
import type { UpdateOptions } from "../../settings/write-settings.ts";
import type { CommandSpec } from "../declare/spec.ts";

export interface FoundSettings {
  paths: SettingsPaths;
  settings: Settings;
  directoryFile: DirectoryFile | undefined;
  /** Absent when it has problems. */
  resolved: ResolvedSettings | undefined;
  /** Problems of flags and variables when there are `others`: all are reported together. */
  problems: readonly Problem[];
  /**
   * Unusable parts, for a command that inspects the settings. Always empty for other commands, which end with the first
   * one.
   */
  failures: readonly SettingsFailure[];
}

/**
 * Settings of one command. Warnings go to `warn`, because `--quiet` may still silence them. Throws exit 2 for wrong
 * flags and variables, unless there are `others` to report with them.
 */
export async function readSettingsFor(
  flags: SettingsFlags,
  { newContext: allowUnknownContext, inspectsSettings }: Pick<CommandSpec, "newContext" | "inspectsSettings">,
  others: readonly Problem[],
  { env, cwd }: Pick<Io, "env" | "cwd">,
  { warn, signal }: Pick<UpdateOptions, "warn" | "signal">,
): Promise<FoundSettings> {
  if (inspectsSettings) {
    const { inspectSettings } = await import("../../settings/inspect-settings.ts");
    return { ...(await inspectSettings(flags, env, cwd)), problems: [] };
  }
  const failures: readonly SettingsFailure[] = [];
  const paths = await settingsPaths(env, cwd);
  const settings = await loadSettings(paths, { warn, signal });
  const directoryFile = await loadDirectoryFile(env, cwd);
  const input = { flags, env, cwd, settings, paths, directoryFile, readLocal: readLocalService, allowUnknownContext };
  try {
    return { paths, settings, directoryFile, resolved: resolveSettings(input), problems: [], failures };
  } catch (error) {
    if (others.length === 0 || !(error instanceof CliError) || error.exit !== "usage") throw error;
    const found = error.options.problems ?? [];
    const problems = found.length > 0 ? found : [{ path: "settings", message: error.message }];
    return { paths, settings, directoryFile, resolved: undefined, problems, failures };
  }
}
