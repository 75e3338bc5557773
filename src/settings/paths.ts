import { isAbsolute, join, resolve } from "node:path";
import { CliError } from "../core/errors.ts";
import { programCache } from "../core/program-cache.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** Kind of origin of a value. `file` is the settings file, `directory` the `.browserctl.json` of a directory. */
export type Source = "flag" | "environment" | "directory" | "file" | "default";

/** Origin of a value: its kind, and the exact flag, variable, file entry or rule. */
export interface Origin {
  source: Source;
  from: string;
}

/** Absolute paths of the directories and files of the settings. None of them is created here. */
export interface SettingsPaths {
  configDir: string;
  /** State directory of the local service. */
  stateDir: string;
  file: string;
  /** Copy of the last valid version. */
  backup: string;
  lock: string;
  origins: { configDir: Origin; stateDir: Origin };
}

/**
 * Paths of the settings: `BROWSERCTL_CONFIG_DIR` and `BROWSERCTL_STATE_DIR` (relative ones start at `cwd`, empty ones
 * count as not set), otherwise the platform's config and data directories for `browserctl`. Source: design 3, Settings.
 *
 * The platform's directories are those of env-paths, computed from `env`. The package itself takes 3 ms to load and
 * reads only the environment of the process, so it is loaded only when `env` has no home directory. Exit 10 for a user
 * without one.
 */
export async function settingsPaths(
  env: Env,
  cwd: string,
  platform: NodeJS.Platform = process.platform,
): Promise<SettingsPaths> {
  const config = own(env, "BROWSERCTL_CONFIG_DIR", cwd);
  const state = own(env, "BROWSERCTL_STATE_DIR", cwd);
  const usual = config && state ? undefined : (usualDirectories(env, platform) ?? (await askedDirectories()));
  const configDir = config ?? usual?.config ?? "";
  const rest: Origin = { source: "default", from: "the platform's directory" };
  return {
    configDir,
    stateDir: state ?? usual?.data ?? "",
    file: join(configDir, "settings.json"),
    backup: join(configDir, "settings.backup.json"),
    lock: join(configDir, "settings.lock"),
    origins: {
      configDir: config ? { source: "environment", from: "BROWSERCTL_CONFIG_DIR" } : rest,
      stateDir: state ? { source: "environment", from: "BROWSERCTL_STATE_DIR" } : rest,
    },
  };
}

/** Directory of the completion cache, below the program's cache directory. Undefined if `env` names none. */
export function completionCache(env: Env, platform: NodeJS.Platform = process.platform): string | undefined {
  const cache = programCache(env, platform);
  return cache === undefined ? undefined : join(cache, "completion");
}

interface Directories {
  config: string;
  data: string;
}

function own(env: Env, name: string, cwd: string): string | undefined {
  const value = env[name];
  return value ? resolve(cwd, value) : undefined;
}

/** Directories that depend only on `env`. A relative XDG directory is ignored, as the standard requires. */
function usualDirectories(env: Env, platform: NodeJS.Platform): Directories | undefined {
  if (platform === "win32") {
    const { APPDATA: roaming, LOCALAPPDATA: local } = env;
    if (!roaming || !local) return undefined;
    const own = join(local, "browserctl");
    return { config: join(roaming, "browserctl", "Config"), data: join(own, "Data") };
  }
  const home = env["HOME"];
  if (!home || !isAbsolute(home)) return undefined;
  if (platform === "darwin") {
    const library = join(home, "Library");
    return {
      config: join(library, "Preferences", "browserctl"),
      data: join(library, "Application Support", "browserctl"),
    };
  }
  return {
    config: join(xdg(env["XDG_CONFIG_HOME"]) ?? join(home, ".config"), "browserctl"),
    data: join(xdg(env["XDG_DATA_HOME"]) ?? join(home, ".local", "share"), "browserctl"),
  };
}

function xdg(value: string | undefined): string | undefined {
  return value && isAbsolute(value) ? value : undefined;
}

async function askedDirectories(): Promise<Directories> {
  try {
    const { default: envPaths } = await import("env-paths");
    return envPaths("browserctl", { suffix: "" });
  } catch (cause) {
    throw new CliError("local-file", "this user has no home directory, where settings and state would be stored", {
      code: "no_home",
      hint: "set HOME, or BROWSERCTL_CONFIG_DIR and BROWSERCTL_STATE_DIR",
      cause,
    });
  }
}
