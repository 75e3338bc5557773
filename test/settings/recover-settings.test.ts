import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadSettings } from "../../src/settings/load-settings.ts";
import type { SettingsPaths } from "../../src/settings/paths.ts";
import { readSettings } from "../../src/settings/read-settings.ts";
import { updateSettings } from "../../src/settings/write-settings.ts";
import { Child, pathsIn, temporaryDirectory } from "./support/places.ts";
import { script } from "./support/writers.ts";

const asides = (paths: SettingsPaths): string[] =>
  readdirSync(paths.configDir).filter((name) => name.includes("corrupt"));

async function withTwoContexts(directory = temporaryDirectory()): Promise<SettingsPaths> {
  const paths = await pathsIn(directory);
  for (const name of ["a", "b"]) {
    const add = { kind: "hosted", base_url: "https://a.example", token: `token-${name}` } as const;
    await updateSettings(paths, (old) => ({ ...old, contexts: { ...old.contexts, [name]: add } }), {
      warn: () => {},
    });
  }
  return paths;
}

const damages: [string, (text: string) => string | Buffer][] = [
  ["cut short", (text) => text.slice(0, text.length / 2)],
  ["emptied", () => ""],
  ["full of zeros", (text) => Buffer.alloc(text.length)],
  ["garbage", () => Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x1b])],
  ["another shape", () => '["token-a"]'],
];

describe("a damaged settings file", () => {
  it.each(damages)(
    "%s: a reading command restores the settings, keeps the damaged file, and reports it",
    async (_, damage) => {
      const paths = await withTwoContexts();
      const good = readSettings(paths.file);
      const bad = damage(readFileSync(paths.file, "utf8"));
      writeFileSync(paths.file, bad);
      const notices: string[] = [];
      const settings = await loadSettings(paths, { warn: (text) => notices.push(text) });
      expect(settings).toEqual(good);
      expect(readSettings(paths.file)).toEqual(good);
      const [aside = ""] = asides(paths);
      expect(aside).toMatch(/^settings\.corrupt-\d{8}T\d{6}Z\.json$/);
      expect(readFileSync(join(paths.configDir, aside))).toEqual(Buffer.from(bad));
      expect(statSync(join(paths.configDir, aside)).mode & 0o777).toBe(0o600);
      expect(notices).toHaveLength(1);
      expect(notices[0]).toContain(`"${paths.file}" is damaged`);
      expect(notices[0]).toContain(`kept as "${join(paths.configDir, aside)}"`);
      expect(notices[0]).toContain("The last good version was restored (2 contexts).");
      expect(notices[0]).not.toContain("token-");
      await loadSettings(paths, { warn: (text) => notices.push(text) });
      expect(notices).toHaveLength(1);
    },
  );

  it("a writing command restores a damaged settings file first, and loses no other context's token", async () => {
    const paths = await withTwoContexts();
    writeFileSync(paths.file, "{");
    const notices: string[] = [];
    const change = { kind: "hosted", token: "token-c" } as const;
    await updateSettings(paths, (old) => ({ ...old, contexts: { ...old.contexts, c: change } }), {
      warn: (text) => notices.push(text),
    });
    const { contexts } = readSettings(paths.file);
    expect(Object.entries(contexts).map(([name, { token }]) => [name, token])).toEqual([
      ["a", "token-a"],
      ["b", "token-b"],
      ["c", "token-c"],
    ]);
    expect(notices).toHaveLength(1);
  });

  it.each([
    ["missing", undefined],
    ["damaged too", "{"],
  ])("settings start empty when the backup is %s, with the next step", async (_, backup) => {
    const paths = await pathsIn(temporaryDirectory());
    mkdirSync(paths.configDir);
    writeFileSync(paths.file, '{"contexts":{"a":{"token":"token-a"');
    if (backup !== undefined) writeFileSync(paths.backup, backup);
    const notices: string[] = [];
    expect((await loadSettings(paths, { warn: (text) => notices.push(text) })).contexts).toEqual({});
    expect(notices[0]).toContain("There is no good backup, so the settings are empty now");
    expect(readFileSync(join(paths.configDir, asides(paths)[0] ?? ""), "utf8")).toContain("token-a");
  });

  it("every damaged version of the settings file is kept, also two within a second", async () => {
    const paths = await withTwoContexts();
    for (const text of ["{1", "{2", "{3"]) {
      writeFileSync(paths.file, text);
      await loadSettings(paths, { warn: () => {} });
    }
    const kept = asides(paths).map((name) => readFileSync(join(paths.configDir, name), "utf8"));
    expect(kept.sort()).toEqual(["{1", "{2", "{3"]);
  });

  it("a damaged settings file is recovered once by many readers at once", async () => {
    const paths = await withTwoContexts();
    writeFileSync(paths.file, "{");
    const readers = Array.from(
      { length: 10 },
      () => new Child(process.execPath, [script, paths.configDir, "load"]).ended,
    );
    const answers = (await Promise.all(readers)).map((end) => JSON.parse(end.stdout));
    for (const { settings } of answers) expect(Object.keys(settings.contexts)).toEqual(["a", "b"]);
    expect(answers.flatMap(({ notices }) => notices)).toHaveLength(1);
    expect(asides(paths)).toHaveLength(1);
  });

  it("a damaged settings file is restored behind a symbolic link", async () => {
    const directory = temporaryDirectory();
    const paths = await pathsIn(directory);
    mkdirSync(paths.configDir);
    symlinkSync(join(directory, "real.json"), paths.file);
    await withTwoContexts(directory);
    writeFileSync(paths.file, "{");
    await loadSettings(paths, { warn: () => {} });
    expect(lstatSync(paths.file).isSymbolicLink()).toBe(true);
    expect(Object.keys(readSettings(join(directory, "real.json")).contexts)).toEqual(["a", "b"]);
    expect(readFileSync(join(paths.configDir, asides(paths)[0] ?? ""), "utf8")).toBe("{");
  });

  it("a damaged settings file is left as it is when its bytes cannot be saved", async () => {
    const paths = await withTwoContexts();
    const bad = "{".repeat(100_000);
    writeFileSync(paths.file, bad);
    const limited = ["-c", 'ulimit -f 4; exec "$@"', "sh", process.execPath, script, paths.configDir, "load"];
    const end = await new Child("sh", limited).ended;
    expect(JSON.parse(end.stdout)).toMatchObject({
      exit: "local-file",
      message: expect.stringContaining("cannot save the damaged settings file as"),
      notices: [],
    });
    expect(readFileSync(paths.file, "utf8")).toBe(bad);
    expect(asides(paths)).toEqual([]);
  });

  it("a settings file of a newer version, or with a single mistake, is not treated as damaged", async () => {
    const paths = await withTwoContexts();
    for (const text of ['{"version":9}', '{"values":{"timeout":"30"}}']) {
      writeFileSync(paths.file, text);
      await expect(loadSettings(paths, { warn: () => {} })).rejects.toMatchObject({ exit: "local-file" });
      await expect(updateSettings(paths, (old) => old, { warn: () => {} })).rejects.toMatchObject({
        exit: "local-file",
      });
      expect(readFileSync(paths.file, "utf8")).toBe(text);
    }
    expect(asides(paths)).toEqual([]);
  });

  it("a damaged settings file cannot be recovered in a read-only directory, and the message names the problem", async () => {
    const paths = await withTwoContexts();
    writeFileSync(paths.file, "{");
    for (const path of [paths.file, paths.lock, paths.backup]) chmodSync(path, 0o666);
    chmodSync(join(paths.configDir, ".."), 0o755);
    chmodSync(paths.configDir, 0o555);
    const end = await new Child(process.execPath, [script, paths.configDir, "load"], { bound: true }).ended;
    chmodSync(paths.configDir, 0o755);
    expect(JSON.parse(end.stdout)).toMatchObject({
      exit: "local-file",
      message: expect.stringMatching(/^cannot save the damaged settings file as .*: permission denied$/),
    });
  });
});
