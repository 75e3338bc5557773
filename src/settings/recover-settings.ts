import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileError } from "../core/errors.ts";
import { emptySettings, type Settings } from "./model.ts";
import type { SettingsPaths } from "./paths.ts";
import { readRegularFile } from "./read-file.ts";
import { DamagedSettingsError, parseSettings } from "./read-settings.ts";
import { type ConfClass, storeSettings } from "./store-settings.ts";

/**
 * Returns the result of `read`, and recovers a damaged file: its bytes are saved as `settings.corrupt-<UTC time>.json`
 * (0600) beside it, and the backup, or empty settings without a valid backup, replaces it. Call with the lock held.
 * Exit 10 when the bytes cannot be saved: then the file is left as it is.
 */
export function recoverSettings(
  Conf: ConfClass,
  paths: SettingsPaths,
  read: () => Settings,
  warn: (text: string) => void,
): Settings {
  let damage: DamagedSettingsError;
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DamagedSettingsError)) throw error;
    damage = error;
  }
  const aside = keepAside(paths);
  const backup = goodBackup(paths.backup);
  storeSettings(Conf, paths, backup ?? emptySettings());
  const count = Object.keys(backup?.contexts ?? {}).length;
  warn(
    `${damage.message}; it was kept as "${aside}", which may hold tokens. ` +
      (backup
        ? `The last good version was restored (${count} ${count === 1 ? "context" : "contexts"}).`
        : "There is no good backup, so the settings are empty now: `browserctl login` adds a context."),
  );
  return backup ?? emptySettings();
}

function keepAside(paths: SettingsPaths): string {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  for (let number = 1; ; number++) {
    const aside = join(paths.configDir, `settings.corrupt-${time}${number === 1 ? "" : `-${number}`}.json`);
    try {
      writeFileSync(aside, readFileSync(paths.file), { flag: "wx", mode: 0o600, flush: true });
      return aside;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
      rmSync(aside, { force: true });
      throw fileError("save the damaged settings file as", aside, error);
    }
  }
}

function goodBackup(path: string): Settings | undefined {
  try {
    return parseSettings(path, readRegularFile(path));
  } catch {
    // Missing, unreadable or damaged as well: there is no backup.
    return undefined;
  }
}
