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
  /** Absent when its problems were added to the others. */
  resolved: ResolvedSettings | undefined;
  /** Parts that cannot be used, for a command that inspects the settings; empty for any other, which ends with them. */
  failures: readonly SettingsFailure[];
}

/**
 * Settings of one command. Warnings go to `warn`, since it is not known yet if they are silenced. Problems of flags and
 * variables are added to `problems`, so that all are reported together.
 */
export async function readSettingsFor(
  flags: SettingsFlags,
  { newContext: allowUnknownContext, inspectsSettings }: Pick<CommandSpec, "newContext" | "inspectsSettings">,
  problems: Problem[],
  { env, cwd }: Pick<Io, "env" | "cwd">,
  { warn, signal }: Pick<UpdateOptions, "warn" | "signal">,
): Promise<FoundSettings> {
  if (inspectsSettings) return (await import("../../settings/inspect-settings.ts")).inspectSettings(flags, env, cwd);
  const failures: readonly SettingsFailure[] = [];
  const paths = await settingsPaths(env, cwd);
  const settings = await loadSettings(paths, { warn, signal });
  const directoryFile = await loadDirectoryFile(env, cwd);
  const input = { flags, env, cwd, settings, paths, directoryFile, readLocal: readLocalService, allowUnknownContext };
  try {
    return { paths, settings, directoryFile, resolved: resolveSettings(input), failures };
  } catch (error) {
    if (problems.length === 0 || !(error instanceof CliError) || error.exit !== "usage") throw error;
    const found = error.options.problems ?? [];
    if (found.length > 0) problems.push(...found);
    else problems.push({ path: "settings", message: error.message });
    return { paths, settings, directoryFile, resolved: undefined, failures };
  }
}
