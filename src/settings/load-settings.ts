import type { Stats } from "node:fs";
import type { Settings } from "./model.ts";
import type { SettingsPaths } from "./paths.ts";
import { DamagedSettingsError, readSettings } from "./read-settings.ts";
import type { UpdateOptions } from "./write-settings.ts";

/**
 * Loads the settings for a command that only reads them: {@link readSettings}, and the recovery of `updateSettings` for a
 * damaged file. A file that other users may read is mended, with a warning. Only this and recovery write or load modules.
 */
export async function loadSettings(paths: SettingsPaths, options: UpdateOptions): Promise<Settings> {
  let facts: Stats | undefined;
  try {
    const settings = readSettings(paths.file, (found) => {
      facts = found;
    });
    if (facts && process.platform !== "win32" && (facts.mode & 0o077) !== 0) {
      (await import("./mend-access.ts")).mendAccess(paths, facts, settings, options.warn);
    }
    return settings;
  } catch (error) {
    if (!(error instanceof DamagedSettingsError)) throw error;
  }
  const { updateSettings } = await import("./write-settings.ts");
  return updateSettings(paths, (settings) => settings, options);
}
