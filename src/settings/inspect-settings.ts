import { CliError } from "../core/errors.ts";
import { type DirectoryFile, loadDirectoryFile } from "./directory-choice.ts";
import { emptySettings, type Settings } from "./model.ts";
import { type Env, type SettingsPaths, settingsPaths } from "./paths.ts";
import { readLocalService } from "./read-local-service.ts";
import { readSettings } from "./read-settings.ts";
import { type ResolvedSettings, resolveSettings, type SettingsFlags } from "./resolve.ts";

/** Part of the settings that cannot be used, with the error that every other command ends with. */
export interface SettingsFailure {
  readonly about: "settings-file" | "directory-file" | "environment" | "local-state";
  readonly error: CliError;
}

/** Settings as far as they can be read. */
export interface InspectedSettings {
  readonly paths: SettingsPaths;
  /** Empty where the file cannot be used. */
  readonly settings: Settings;
  readonly directoryFile: DirectoryFile | undefined;
  readonly resolved: ResolvedSettings;
  readonly failures: readonly SettingsFailure[];
}

/** Stand-in for a missing home directory; it does not exist. */
const NOWHERE = "/nonexistent";

/**
 * Reads the settings without changing anything: a damaged file is not recovered, and file modes stay. Unusable parts
 * are left out and reported as failures. Exit 2 for flags with a bad value, which are part of the command.
 */
export async function inspectSettings(flags: SettingsFlags, env: Env, cwd: string): Promise<InspectedSettings> {
  const failures: SettingsFailure[] = [];
  const paths = await settingsPaths(env, cwd).catch((error: unknown) => {
    if (!(error instanceof CliError)) throw error;
    failures.push({ about: "settings-file", error });
    return settingsPaths({ ...env, HOME: NOWHERE }, cwd, "linux");
  });
  /** Value of `read`, or `otherwise` with a failure. */
  const orFailure = <T>(about: SettingsFailure["about"], read: () => T, otherwise: T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      failures.push({ about, error });
      return otherwise;
    }
  };
  const settings = orFailure("settings-file", () => readSettings(paths.file), emptySettings());
  const directoryFile = await loadDirectoryFile(env, cwd).catch((error: unknown) => {
    if (!(error instanceof CliError)) throw error;
    failures.push({ about: error.exit === "usage" ? "environment" : "directory-file", error });
    return undefined;
  });
  const readLocal = (stateDir: string) => {
    try {
      return readLocalService(stateDir);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      if (!failures.some(({ about }) => about === "local-state")) failures.push({ about: "local-state", error });
      return undefined;
    }
  };
  let attempt: Attempt = { flags, env, settings };
  for (;;) {
    try {
      const resolved = resolveSettings({ ...attempt, cwd, paths, directoryFile, readLocal });
      return { paths, settings, directoryFile, resolved, failures };
    } catch (error) {
      if (!(error instanceof CliError) || attempt.last) throw error;
      // Without the settings file no context is known.
      const blind = failures.some(({ about }) => about === "settings-file");
      const { cause, next } = weaker(attempt, error, blind);
      if (cause !== undefined) failures.push({ about: cause, error });
      attempt = next;
    }
  }
}

/** Input of an attempt to resolve the settings. */
interface Attempt {
  readonly flags: SettingsFlags;
  readonly env: Env;
  readonly settings: Settings;
  /** True when no further part can be left out. */
  readonly last?: true;
}

/** The next attempt, without the input that caused an error, and the failed part. Throws the error of a flag. */
function weaker(
  attempt: Attempt,
  error: CliError,
  blind: boolean,
): { cause: SettingsFailure["about"] | undefined; next: Attempt } {
  const flags = (error.options.problems ?? []).map(({ path }) => path).filter((path) => path.startsWith("--"));
  if (flags.length > 0) {
    if (!blind || flags.some((path) => path !== "--context")) throw error;
    return { cause: undefined, next: { ...attempt, flags: { ...attempt.flags, context: undefined } } };
  }
  const variables = variablesOf(error).filter((name) => attempt.env[name] !== undefined);
  if (variables.length > 0) {
    const cause = blind && variables.every((name) => name === "BROWSERCTL_CONTEXT") ? undefined : "environment";
    return { cause, next: { ...attempt, env: without(attempt.env, (name) => variables.includes(name)) } };
  }
  const env = without(attempt.env, (name) => name.startsWith("BROWSERCTL_"));
  return { cause: "settings-file", next: { flags: attempt.flags, env, settings: emptySettings(), last: true } };
}

/** Variables of this program that an error is about. */
function variablesOf(error: CliError): string[] {
  const texts = [error.message, ...(error.options.problems ?? []).map(({ path }) => path)];
  return texts.flatMap((text) => text.match(/\bBROWSERCTL_[A-Z_]+/g) ?? []);
}

function without(env: Env, leftOut: (name: string) => boolean): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !leftOut(name)));
}
