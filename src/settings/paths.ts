import { isAbsolute, join, resolve } from "node:path";

export type Env = Readonly<Record<string, string | undefined>>;

/** Which of the four places a value came from. */
export type Source = "flag" | "environment" | "file" | "default";

/** Where a value came from: its place, and exactly which flag, variable, file entry or rule. */
export interface Origin {
  source: Source;
  from: string;
}

/** The folders and files of the settings, absolute. Nothing is made by asking for them. */
export interface SettingsPaths {
  configDir: string;
  /** Where the local service keeps what it knows. */
  stateDir: string;
  file: string;
  /** A copy of the last good version. */
  backup: string;
  lock: string;
  origins: { configDir: Origin; stateDir: Origin };
}

/**
 * The settings' places: `BROWSERCTL_CONFIG_DIR` and `BROWSERCTL_STATE_DIR` (relative ones start at `cwd`, empty ones
 * count as not set), otherwise the platform's config and data folders for `browserctl`. Source: design 3, Settings.
 *
 * The platform's folders are those of env-paths, read from `env`; that package itself is loaded only where `env` does
 * not say where home is: it costs 3 ms of start-up, and it knows no environment but the process's own.
 */
export async function settingsPaths(
  env: Env,
  cwd: string,
  platform: NodeJS.Platform = process.platform,
): Promise<SettingsPaths> {
  const config = own(env, "BROWSERCTL_CONFIG_DIR", cwd);
  const state = own(env, "BROWSERCTL_STATE_DIR", cwd);
  const usual = config && state ? undefined : (usualFolders(env, platform) ?? (await askedFolders()));
  const configDir = config ?? usual?.config ?? "";
  const rest: Origin = { source: "default", from: "the platform's folder" };
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

interface Folders {
  config: string;
  data: string;
}

function own(env: Env, name: string, cwd: string): string | undefined {
  const value = env[name];
  return value ? resolve(cwd, value) : undefined;
}

/** The folders as far as `env` alone decides them. A relative XDG folder is ignored, as its standard asks. */
function usualFolders(env: Env, platform: NodeJS.Platform): Folders | undefined {
  if (platform === "win32") {
    const { APPDATA: roaming, LOCALAPPDATA: local } = env;
    if (!roaming || !local) return undefined;
    return { config: join(roaming, "browserctl", "Config"), data: join(local, "browserctl", "Data") };
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

async function askedFolders(): Promise<Folders> {
  const { default: envPaths } = await import("env-paths");
  return envPaths("browserctl", { suffix: "" });
}
