import type { Settings } from "./model.ts";
import type { SettingsPaths } from "./paths.ts";
import { DamagedSettingsError, readSettings } from "./read-settings.ts";
import type { UpdateOptions } from "./write-settings.ts";

/**
 * Loads the settings for a command that only reads them: {@link readSettings}, and the recovery of `updateSettings` for a
 * damaged file. Only recovery locks, writes or loads modules.
 */
export async function loadSettings(paths: SettingsPaths, options: UpdateOptions): Promise<Settings> {
  try {
    return readSettings(paths.file);
  } catch (error) {
    if (!(error instanceof DamagedSettingsError)) throw error;
  }
  const { updateSettings } = await import("./write-settings.ts");
  return updateSettings(paths, (settings) => settings, options);
}
