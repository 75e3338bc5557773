import type { CliError } from "../../../src/core/errors.ts";
import type { LocalListener } from "../../../src/core/local-listener.ts";
import type { Settings } from "../../../src/settings/model.ts";
import type { SettingsPaths } from "../../../src/settings/paths.ts";
import { type ResolvedSettings, type ResolveInput, resolveSettings } from "../../../src/settings/resolve.ts";

export const paths: SettingsPaths = {
  configDir: "/c",
  stateDir: "/s",
  file: "/c/settings.json",
  backup: "/c/settings.backup.json",
  lock: "/c/settings.lock",
  origins: {
    configDir: { source: "environment", from: "BROWSERCTL_CONFIG_DIR" },
    stateDir: { source: "default", from: "the platform's directory" },
  },
};

export const settings: Settings = {
  version: 1,
  current: "cur",
  contexts: {
    cur: { kind: "hosted", base_url: "https://cur.example", token: "cur-token", project: "cur-project" },
    prod: { kind: "hosted", base_url: "https://prod.example/v1", token: "prod-token", project: "prod-project" },
    bare: { kind: "hosted", base_url: "https://bare.example" },
    empty: { kind: "hosted" },
    local: { kind: "local" },
    other: { kind: "local", state_dir: "/other" },
  },
  directories: { "/w": "prod", "/w/a/b": "bare" },
  values: { output: "yaml", timeout: "3m", no_input: true },
};
export const none: Settings = { version: 1, contexts: {}, directories: {}, values: {} };
/** The local service as a connection proves to lead to it. */
const listener: LocalListener = { kind: "local", credentials: () => undefined };
export const local = { base_url: "http://127.0.0.1:4000", listener };

export function resolve(input: Partial<ResolveInput> = {}): ResolvedSettings {
  return resolveSettings({ flags: {}, env: {}, cwd: "/", settings, paths, readLocal: () => local, ...input });
}

export function failure(run: () => unknown): CliError {
  try {
    run();
  } catch (error) {
    return error as CliError;
  }
  throw new Error("did not fail");
}
