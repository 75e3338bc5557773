import type { Stats } from "node:fs";
import { CliError, fileError } from "../core/errors.ts";
import { parseJson } from "../core/parse-json.ts";
import { checkSettings, emptySettings, hasOutline, type Settings } from "./model.ts";
import { readRegularFile } from "./read-file.ts";

/** Exit 10: the file is not a valid settings file (broken JSON, or another shape). `loadSettings` recovers from it. */
export class DamagedSettingsError extends CliError {
  constructor(path: string, why: string) {
    super("local-file", `the settings file "${path}" is damaged: ${why}`, { code: "settings_damaged" });
  }
}

/**
 * Reads and checks the settings in `path` synchronously and without loading further modules: every command starts this
 * way. A missing file means empty settings. Never writes.
 *
 * Exit 10: the file cannot be read; another user owns it; it is damaged ({@link DamagedSettingsError}); a newer version wrote it; or single
 * values break a rule, all of which are named. No message repeats the content of the file, which may be a token.
 *
 * @param inspect called with the facts of the file before it is read
 */
export function readSettings(path: string, inspect?: (facts: Stats) => void): Settings {
  let text: string;
  try {
    text = readRegularFile(path, (facts) => {
      requireOwner(path, facts);
      inspect?.(facts);
    });
  } catch (error) {
    if (error instanceof CliError) throw error;
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return emptySettings();
    throw fileError("read the settings file", path, error);
  }
  return parseSettings(path, text);
}

/**
 * Requires a file of the user or of root: its author decides where tokens go. Windows has no such owners.
 *
 * assumed: root takes everybody's file, since `sudo` and containers run as root with the settings of another user.
 */
function requireOwner(path: string, { uid }: Stats): void {
  const user = process.geteuid?.() ?? 0;
  if (user === 0 || uid === user || uid === 0) return;
  throw new CliError("local-file", `the settings file "${path}" belongs to another user (uid ${uid})`, {
    code: "settings_foreign",
    hint: "take it over with chown, or set BROWSERCTL_CONFIG_DIR to a directory of your own",
  });
}

/** Parses `text`, the content of `path`. */
export function parseSettings(path: string, text: string): Settings {
  let value: unknown;
  try {
    value = parseJson(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch {
    throw new DamagedSettingsError(path, text.trim() === "" ? "it is empty" : "it is not valid JSON");
  }
  if (!hasOutline(value)) throw new DamagedSettingsError(path, "it is JSON, but not settings");
  const version: unknown = value.version ?? 1;
  if (version !== 1) {
    throw new CliError(
      "local-file",
      `the settings file "${path}" has ${versionName(version)}; this browserctl knows version 1`,
      { hint: "update browserctl, or set BROWSERCTL_CONFIG_DIR to another directory" },
    );
  }
  const settings: Settings = { ...emptySettings(), ...value };
  const problems = checkSettings(settings, { quote: false });
  if (problems.length > 0) {
    throw new CliError(
      "local-file",
      `the settings file "${path}" has values that are not allowed; correct them there`,
      {
        problems,
        code: "settings_invalid",
      },
    );
  }
  return settings;
}

/**
 * Text of a version that a later program could have written; other values may be misplaced secrets and are not shown.
 */
function versionName(version: unknown): string {
  const plausible = typeof version === "number" && Number.isInteger(version) && version > 1 && version < 1000;
  return plausible ? `version ${version}` : "a version that is no whole number";
}
