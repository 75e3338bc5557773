import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadSettings } from "../../src/settings/load-settings.ts";
import type { Settings } from "../../src/settings/model.ts";
import { readSettings } from "../../src/settings/read-settings.ts";
import { updateSettings } from "../../src/settings/write-settings.ts";
import { Child, pathsIn, temporaryDirectory } from "./support/places.ts";
import { answer, contextsAfterWriters, leftovers, mode, script, writer } from "./support/writers.ts";

const noNotice = (text: string): void => {
  throw new Error(`unexpected notice: ${text}`);
};
const timeoutTo =
  (timeout: string) =>
  (settings: Settings): Settings => ({ ...settings, values: { timeout } });

describe("updateSettings", () => {
  it("updateSettings creates the directory and the files for their owner only, and returns the settings", async () => {
    const paths = await pathsIn(temporaryDirectory());
    const stored = await updateSettings(paths, timeoutTo("30s"), { warn: noNotice });
    expect(stored).toEqual({ version: 1, contexts: {}, directories: {}, values: { timeout: "30s" } });
    expect(JSON.parse(readFileSync(paths.file, "utf8"))).toEqual(stored);
    expect(readFileSync(paths.backup, "utf8")).toBe(readFileSync(paths.file, "utf8"));
    expect([mode(paths.configDir), mode(paths.file), mode(paths.backup), mode(paths.lock)]).toEqual([
      "700",
      "600",
      "600",
      "600",
    ]);
    expect(leftovers(paths)).toEqual([]);
  });

  it.each(["000", "022", "077", "0777"])("updateSettings writes mode 0600 under umask %s", async (umask) => {
    const paths = await pathsIn(temporaryDirectory());
    mkdirSync(paths.configDir);
    writeFileSync(paths.lock, "", { mode: 0o600 });
    const child = new Child(process.execPath, [script, paths.configDir, "add", "a"], { env: { TEST_UMASK: umask } });
    expect(answer(await child.ended)).toEqual({ notices: [] });
    expect([mode(paths.file), mode(paths.backup)]).toEqual(["600", "600"]);
  });

  it("updateSettings removes the access of other users, also when nothing else changes", async () => {
    const paths = await pathsIn(temporaryDirectory());
    await updateSettings(paths, timeoutTo("30s"), { warn: noNotice });
    for (const change of [timeoutTo("30s"), timeoutTo("40s")]) {
      chmodSync(paths.file, 0o644);
      chmodSync(paths.backup, 0o666);
      await updateSettings(paths, change, { warn: noNotice });
      expect([mode(paths.file), mode(paths.backup)]).toEqual(["600", "600"]);
    }
  });

  it("updateSettings keeps the mode of an existing directory, and writes nothing when nothing changes", async () => {
    const paths = await pathsIn(temporaryDirectory());
    mkdirSync(paths.configDir);
    chmodSync(paths.configDir, 0o755);
    await updateSettings(paths, (settings) => settings, { warn: noNotice });
    expect(mode(paths.configDir)).toBe("755");
    expect(existsSync(paths.file)).toBe(false);
    await updateSettings(paths, timeoutTo("30s"), { warn: noNotice });
    const before = statSync(paths.file).ino;
    await updateSettings(paths, timeoutTo("30s"), { warn: noNotice });
    expect(statSync(paths.file).ino).toBe(before);
  });

  it("updateSettings refuses settings that break a rule, and keeps the old ones", async () => {
    const paths = await pathsIn(temporaryDirectory());
    await updateSettings(paths, timeoutTo("30s"), { warn: noNotice });
    const text = readFileSync(paths.file, "utf8");
    await expect(updateSettings(paths, timeoutTo("30"), { warn: noNotice })).rejects.toMatchObject({
      exit: "usage",
      message: 'values.timeout: "30" has no unit; write 30s or 30ms',
    });
    expect(readFileSync(paths.file, "utf8")).toBe(text);
  });

  it("updateSettings keeps what a newer version wrote, even when the change leaves it out", async () => {
    const paths = await pathsIn(temporaryDirectory());
    mkdirSync(paths.configDir);
    const later = { a: [1, { b: null }] };
    const old = { version: 1, contexts: { x: { kind: "hosted", later } }, directories: {}, values: { later }, later };
    writeFileSync(paths.file, JSON.stringify(old));
    const change = (): Settings => ({
      version: 1,
      contexts: { x: { kind: "hosted", token: "t" } },
      directories: {},
      values: { output: "json" },
    });
    await updateSettings(paths, change, { warn: noNotice });
    expect(JSON.parse(readFileSync(paths.file, "utf8"))).toEqual({
      ...old,
      contexts: { x: { kind: "hosted", token: "t", later } },
      values: { output: "json", later },
    });
  });

  it("updateSettings keeps a token that was removed neither in the file nor in the backup", async () => {
    const paths = await pathsIn(temporaryDirectory());
    const withToken = (): Settings => ({
      version: 1,
      contexts: { a: { kind: "hosted", token: "s3cret" } },
      directories: {},
      values: {},
    });
    await updateSettings(paths, withToken, { warn: noNotice });
    await updateSettings(paths, (old) => ({ ...old, contexts: { a: { kind: "hosted" } } }), { warn: noNotice });
    for (const name of readdirSync(paths.configDir)) {
      expect(readFileSync(join(paths.configDir, name), "utf8")).not.toContain("s3cret");
    }
  });

  it("updateSettings writes to the target of a symbolic link, also of one that leads to no file yet", async () => {
    const directory = temporaryDirectory();
    const paths = await pathsIn(directory);
    mkdirSync(paths.configDir);
    mkdirSync(join(directory, "dotfiles"));
    symlinkSync("../dotfiles/second", paths.file);
    symlinkSync("real.json", join(directory, "dotfiles", "second"));
    for (const timeout of ["30s", "40s"]) {
      await updateSettings(paths, timeoutTo(timeout), { warn: noNotice });
      expect(readlinkSync(paths.file)).toBe("../dotfiles/second");
      expect(lstatSync(join(directory, "dotfiles", "second")).isSymbolicLink()).toBe(true);
      const real = join(directory, "dotfiles", "real.json");
      expect(JSON.parse(readFileSync(real, "utf8")).values).toEqual({ timeout });
      expect(mode(real)).toBe("600");
      expect(readdirSync(join(directory, "dotfiles")).sort()).toEqual(["real.json", "second"]);
    }
  });

  it("updateSettings reports a read-only directory; reading still works", async () => {
    const paths = await pathsIn(temporaryDirectory());
    await updateSettings(paths, timeoutTo("30s"), { warn: noNotice });
    chmodSync(join(paths.configDir, ".."), 0o755);
    chmodSync(paths.lock, 0o666);
    chmodSync(paths.configDir, 0o555);
    const run = (what: string) =>
      new Child(process.execPath, [script, paths.configDir, what, "a"], { bound: true }).ended;
    const end = await run("add");
    expect(answer(end)).toMatchObject({
      exit: "local-file",
      message: `cannot write the settings file "${paths.file}": permission denied`,
    });
    expect(end.code).toBe(10);
    expect(answer(await run("load"))).toMatchObject({ settings: { values: { timeout: "30s" } }, notices: [] });
    chmodSync(paths.configDir, 0o755);
    expect(leftovers(paths)).toEqual([]);
  });

  // A limit on the size of files behaves as a full disk does: a first write that is cut short, then errors.
  it("updateSettings keeps the old version when the disk is full", async () => {
    const paths = await pathsIn(temporaryDirectory());
    await updateSettings(paths, timeoutTo("30s"), { warn: noNotice });
    const before = readFileSync(paths.file, "utf8");
    const limited = ["-c", 'ulimit -f 4; exec "$@"', "sh", process.execPath, script, paths.configDir, "long"];
    const end = await new Child("sh", [...limited, "100000"]).ended;
    expect(answer(end)).toMatchObject({
      exit: "local-file",
      message: expect.stringMatching(/^cannot write the settings/),
    });
    expect(end.code).toBe(10);
    expect(readFileSync(paths.file, "utf8")).toBe(before);
    expect(readFileSync(paths.backup, "utf8")).toBe(before);
    expect(leftovers(paths)).toEqual([]);
    expect(answer(await new Child("sh", [...limited, "100"]).ended)).toEqual({ notices: [] });
  });

  it("updateSettings removes the files of a killed writer, with their tokens", async () => {
    const paths = await pathsIn(temporaryDirectory());
    mkdirSync(paths.configDir);
    for (const name of ["settings.json.next", "settings.json.next.tmp-1234567890abcdef", "settings.backup.json.next"]) {
      writeFileSync(join(paths.configDir, name), "{ s3cret");
    }
    await updateSettings(paths, timeoutTo("30s"), { warn: noNotice });
    expect(leftovers(paths)).toEqual([]);
  });

  it("updateSettings names a directory in the place of the new file, and keeps it", async () => {
    const paths = await pathsIn(temporaryDirectory());
    const inTheWay = join(paths.configDir, "settings.json.next");
    mkdirSync(inTheWay, { recursive: true });
    await expect(updateSettings(paths, timeoutTo("30s"), { warn: noNotice })).rejects.toMatchObject({
      exit: "local-file",
      message: `cannot remove the directory "${inTheWay}": it is in the way of the new settings file`,
      options: { hint: `move or remove ${inTheWay}` },
    });
    expect(existsSync(inTheWay)).toBe(true);
    expect(existsSync(paths.file)).toBe(false);
  });

  it("updateSettings leaves signals alone: one Ctrl-C after a write arrives once", async () => {
    const paths = await pathsIn(temporaryDirectory());
    const end = await writer(paths, "signal").ended;
    expect(answer(end)).toEqual({ heard: 1, listeners: 1, quit: 0 });
  });

  it("updateSettings stops waiting for the lock when the command is interrupted", async () => {
    const paths = await pathsIn(temporaryDirectory());
    const reason = new Error("interrupted");
    const options = { warn: noNotice, signal: AbortSignal.abort(reason) };
    await expect(updateSettings(paths, timeoutTo("30s"), options)).rejects.toBe(reason);
    expect(existsSync(paths.file)).toBe(false);
  });
});

describe("many processes", () => {
  it("16 writers at once lose no settings, and a reader always gets complete ones", async () => {
    expect(await contextsAfterWriters(await pathsIn(temporaryDirectory()), 16)).toHaveLength(32);
  });

  it("a writer killed in the middle leaves complete settings and no lock", async () => {
    const paths = await pathsIn(temporaryDirectory());
    for (let round = 0; round < 5; round++) {
      const child = writer(paths, "forever");
      await child.said("writing");
      const staged = /\.next/;
      for (let look = 0; look < 20_000; look++) {
        if (readdirSync(paths.configDir).some((name) => staged.test(name))) break;
        if (look % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      child.process.kill("SIGKILL");
      await child.ended;
      expect(readSettings(paths.file).values.timeout).toMatch(/^\d+s$/);
      await updateSettings(paths, (old) => ({ ...old, values: { timeout: "1h" } }), { warn: noNotice });
      expect((await loadSettings(paths, { warn: noNotice })).values).toEqual({ timeout: "1h" });
      expect(leftovers(paths)).toEqual([]);
    }
  });
});
