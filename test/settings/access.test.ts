import { chmodSync, chownSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadSettings } from "../../src/settings/load-settings.ts";
import type { SettingsPaths } from "../../src/settings/paths.ts";
import { updateSettings } from "../../src/settings/write-settings.ts";
import { Child, pathsIn, temporaryDirectory } from "./support/places.ts";
import { script } from "./support/writers.ts";

const isRoot = process.geteuid?.() === 0;
const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** Settings with one context, which has a token unless it is null. */
async function stored(token: string | null = "s3cret"): Promise<SettingsPaths> {
  const paths = await pathsIn(temporaryDirectory());
  const a = { kind: "hosted" as const, ...(token !== null && { token }) };
  await updateSettings(paths, (settings) => ({ ...settings, contexts: { a } }), { warn: () => {} });
  return paths;
}

async function load(paths: SettingsPaths): Promise<string[]> {
  const notices: string[] = [];
  await loadSettings(paths, { warn: (text) => notices.push(text) });
  return notices;
}

describe.runIf(process.platform !== "win32")("settings that other users may read or write", () => {
  it.each([0o644, 0o640, 0o604, 0o622, 0o666])(
    "settings of mode %o are mended with their backup, with a warning",
    async (bits) => {
      const paths = await stored();
      chmodSync(paths.file, bits);
      chmodSync(paths.backup, bits);
      expect(await load(paths)).toEqual([
        `other users could read or write the settings file "${paths.file}" (mode 0${bits.toString(8)}); it is 0600 now; replace the tokens in it if others use this machine`,
      ]);
      expect([mode(paths.file), mode(paths.backup)]).toEqual(["600", "600"]);
      expect(await load(paths)).toEqual([]);
    },
  );

  it("the warning about mended settings without a token names no next step, and a missing backup is not a failure", async () => {
    const { file, backup, ...rest } = await stored(null);
    chmodSync(file, 0o644);
    expect(await load({ ...rest, file, backup: `${backup}.none` })).toEqual([
      `other users could read or write the settings file "${file}" (mode 0644); it is 0600 now`,
    ]);
  });

  it("the mode of a symbolic link's target is mended", async () => {
    const paths = await stored();
    const link = join(temporaryDirectory(), "settings.json");
    symlinkSync(paths.file, link);
    chmodSync(paths.file, 0o644);
    expect(await load({ ...paths, file: link })).toHaveLength(1);
    expect(mode(paths.file)).toBe("600");
  });

  it.runIf(isRoot)("settings of root, which cannot be mended, are used, with a warning only for a token", async () => {
    for (const token of ["s3cret", null]) {
      const paths = await stored(token);
      for (const path of [dirname(paths.configDir), paths.configDir]) chmodSync(path, 0o755);
      chmodSync(paths.file, 0o644);
      const end = await asUser(1_000, paths.configDir);
      expect(JSON.parse(end)).toMatchObject({
        settings: { contexts: { a: {} } },
        notices: token === null ? [] : [expect.stringMatching(/\(mode 0644\), which holds tokens; make it 0600$/)],
      });
      expect(mode(paths.file)).toBe("644");
    }
  });
});

/** Loads the settings as another user; the modules are loaded before, since that user may not reach the checkout. */
async function asUser(uid: number, configDir: string): Promise<string> {
  const module = (name: string): string => JSON.stringify(join(import.meta.dirname, "../../src/settings", name));
  const code = `import { loadSettings } from ${module("load-settings.ts")};
    import { settingsPaths } from ${module("paths.ts")};
    import ${module("mend-access.ts")};
    const [configDir] = process.argv.slice(1);
    const paths = await settingsPaths({ BROWSERCTL_CONFIG_DIR: configDir, BROWSERCTL_STATE_DIR: configDir }, "/");
    process.setegid(${uid}); process.seteuid(${uid});
    const notices = [];
    const answer = await loadSettings(paths, { warn: (text) => notices.push(text) }).then(
      (settings) => ({ settings, notices }),
      ({ exit, code, message, options }) => ({ exit, code, message, hint: options.hint }),
    );
    process.stdout.write(JSON.stringify(answer));`;
  const end = await new Child(process.execPath, ["--input-type=module", "-e", code, configDir]).ended;
  if (end.code !== 0) throw new Error(end.stderr);
  return end.stdout;
}

describe.runIf(isRoot)("settings of another user", () => {
  it("settings of another user are refused, because their author decides where tokens go", async () => {
    const paths = await stored();
    for (const path of [dirname(paths.configDir), paths.configDir]) chmodSync(path, 0o755);
    chownSync(paths.file, 1_001, 1_001);
    chmodSync(paths.file, 0o644);
    expect(JSON.parse(await asUser(1_000, paths.configDir))).toEqual({
      exit: "local-file",
      code: "settings_foreign",
      message: `the settings file "${paths.file}" belongs to another user (uid 1001)`,
      hint: "take it over with chown, or set BROWSERCTL_CONFIG_DIR to a directory of your own",
    });
  });

  it("root reads and writes settings of another user, who stays their owner", async () => {
    const paths = await stored();
    for (const path of [paths.file, paths.backup]) chownSync(path, 1_001, 1_002);
    expect(await load(paths)).toEqual([]);
    await updateSettings(paths, (settings) => ({ ...settings, values: { timeout: "1s" } }), { warn: () => {} });
    for (const path of [paths.file, paths.backup]) {
      const { uid, gid } = statSync(path);
      expect([uid, gid, mode(path)]).toEqual([1_001, 1_002, "600"]);
    }
    expect(readFileSync(paths.file, "utf8")).toContain('"1s"');
  });
});

describe.runIf(process.platform === "linux")("a full disk", () => {
  it("a full disk keeps the old settings whole, and is named", async () => {
    const paths = await pathsIn(temporaryDirectory());
    const line = `mount -t tmpfs -o size=64k tmpfs "$1" && "$2" "$3" "$1" add a && cat "$1/settings.json" > "$1/before" &&
      head -c 60k /dev/zero > "$1/ballast" 2> /dev/null; "$2" "$3" "$1" long 4000; cmp "$1/before" "$1/settings.json" && ls "$1"`;
    const words = [
      "--user",
      "--map-root-user",
      "--mount",
      "sh",
      "-c",
      line,
      "sh",
      paths.configDir,
      process.execPath,
      script,
    ];
    const made = await new Child("mkdir", ["-p", paths.configDir]).ended;
    expect(made.code).toBe(0);
    const { code, stdout, stderr } = await new Child("unshare", words).ended;
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /cannot write the settings file \\"[^"]*\\": (?:no space left on the device|the file system kept)/,
    );
    expect(stdout.trim().split("\n").slice(2).sort()).toEqual(
      ["ballast", "before", "settings.backup.json", "settings.json", "settings.lock"].sort(),
    );
  });
});
