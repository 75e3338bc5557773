import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { completionCache, settingsPaths } from "../../src/settings/paths.ts";
import { Child, temporaryDirectory } from "./support/places.ts";

describe("settingsPaths", () => {
  it("settingsPaths reads the two variables, relative ones from the working directory, and names them as origin", async () => {
    const env = { BROWSERCTL_CONFIG_DIR: "/c/../d", BROWSERCTL_STATE_DIR: "state", HOME: "/home/ann" };
    expect(await settingsPaths(env, "/here")).toEqual({
      configDir: "/d",
      stateDir: "/here/state",
      file: "/d/settings.json",
      backup: "/d/settings.backup.json",
      lock: "/d/settings.lock",
      origins: {
        configDir: { source: "environment", from: "BROWSERCTL_CONFIG_DIR" },
        stateDir: { source: "environment", from: "BROWSERCTL_STATE_DIR" },
      },
    });
  });

  it.each<[NodeJS.Platform, Record<string, string>, string, string]>([
    ["linux", { HOME: "/h" }, "/h/.config/browserctl", "/h/.local/share/browserctl"],
    ["linux", { HOME: "/h", XDG_CONFIG_HOME: "/x", XDG_DATA_HOME: "/y" }, "/x/browserctl", "/y/browserctl"],
    [
      "linux",
      { HOME: "/h", XDG_CONFIG_HOME: "x", XDG_DATA_HOME: "" },
      "/h/.config/browserctl",
      "/h/.local/share/browserctl",
    ],
    ["linux", { HOME: "/h", BROWSERCTL_CONFIG_DIR: "" }, "/h/.config/browserctl", "/h/.local/share/browserctl"],
    ["freebsd", { HOME: "/h" }, "/h/.config/browserctl", "/h/.local/share/browserctl"],
    ["darwin", { HOME: "/h" }, "/h/Library/Preferences/browserctl", "/h/Library/Application Support/browserctl"],
    ["win32", { APPDATA: "/r", LOCALAPPDATA: "/l" }, "/r/browserctl/Config", "/l/browserctl/Data"],
  ])("on %s with %j it is %s and %s", async (platform, env, config, data) => {
    const paths = await settingsPaths(env, "/here", platform);
    expect([paths.configDir, paths.stateDir]).toEqual([config, data]);
    expect(paths.origins.configDir).toEqual({ source: "default", from: "the platform's directory" });
  });

  it.each<[NodeJS.Platform, Record<string, string>, string | undefined]>([
    ["linux", { HOME: "/h" }, "/h/.cache/browserctl/completion"],
    ["linux", { HOME: "/h", XDG_CACHE_HOME: "/x" }, "/x/browserctl/completion"],
    ["linux", { HOME: "/h", XDG_CACHE_HOME: "x" }, "/h/.cache/browserctl/completion"],
    ["darwin", { HOME: "/h" }, "/h/Library/Caches/browserctl/completion"],
    ["win32", { APPDATA: "/r", LOCALAPPDATA: "/l" }, "/l/browserctl/Cache/completion"],
    ["linux", {}, undefined],
  ])("on %s with %j the cache of completion is %s", (platform, env, expected) => {
    expect(completionCache(env, platform)).toBe(expected);
  });

  // env-paths reads its process's own environment when it is loaded, so each case is a process.
  it.each<[string, Record<string, string>]>([
    ["home alone", { XDG_CONFIG_HOME: "", XDG_DATA_HOME: "" }],
    ["XDG directories", { XDG_CONFIG_HOME: "/x/config", XDG_DATA_HOME: "/x/data" }],
  ])("agrees with env-paths, which also serves where home is not known: %s", async (_, env) => {
    const home = temporaryDirectory();
    const script = `
      import envPaths from "env-paths";
      import { completionCache, settingsPaths } from ${JSON.stringify(join(import.meta.dirname, "../../src/settings/paths.ts"))};
      const show = (paths) => [paths.configDir, paths.stateDir];
      const { config, data } = envPaths("browserctl", { suffix: "" });
      process.stdout.write(JSON.stringify([[config, data], show(await settingsPaths(process.env, "/")),
        show(await settingsPaths({}, "/"))]));`;
    const child = new Child(process.execPath, ["--input-type=module", "-e", script], { env: { HOME: home, ...env } });
    const end = await child.ended;
    expect(end.stderr).toBe("");
    const [expected, fast, asked] = JSON.parse(end.stdout);
    expect(expected[0]).toMatch(/browserctl$/);
    expect(fast).toEqual(expected);
    expect(asked).toEqual(expected);
  });
});
