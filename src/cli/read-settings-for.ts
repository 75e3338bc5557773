import { CliError, type Problem } from "../core/errors.ts";
import type { Io } from "../core/io.ts";
import { type DirectoryFile, loadDirectoryFile } from "../settings/directory-choice.ts";
import { loadSettings } from "../settings/load-settings.ts";
import type { Settings } from "../settings/model.ts";
import { type SettingsPaths, settingsPaths } from "../settings/paths.ts";
import { readLocalService } from "../settings/read-local-service.ts";
import { type ResolvedSettings, resolveSettings, type SettingsFlags } from "../settings/resolve.ts";
import type { UpdateOptions } from "../settings/write-settings.ts";

export interface FoundSettings {
  paths: SettingsPaths;
  settings: Settings;
  directoryFile: DirectoryFile | undefined;
  /** Absent when its problems were added to the others. */
  resolved: ResolvedSettings | undefined;
}

/**
 * Settings of one command. Notices go to `notice`, since it is not known yet if they are silenced. Problems of flags and
 * variables are added to `problems`, so that all are reported together.
 */
export async function readSettingsFor(
  flags: SettingsFlags,
  allowUnknownContext: boolean,
  problems: Problem[],
  { env, cwd }: Pick<Io, "env" | "cwd">,
  { notice, signal }: Pick<UpdateOptions, "notice" | "signal">,
): Promise<FoundSettings> {
  const paths = await settingsPaths(env, cwd);
  const settings = await loadSettings(paths, { notice, signal });
  const directoryFile = await loadDirectoryFile(env, cwd);
  const input = { flags, env, cwd, settings, paths, directoryFile, readLocal: readLocalService, allowUnknownContext };
  try {
    return { paths, settings, directoryFile, resolved: resolveSettings(input) };
  } catch (error) {
    if (problems.length === 0 || !(error instanceof CliError) || error.exit !== "usage") throw error;
    const found = error.options.problems ?? [];
    if (found.length > 0) problems.push(...found);
    else problems.push({ path: "settings", message: error.message });
    return { paths, settings, directoryFile, resolved: undefined };
  }
}
