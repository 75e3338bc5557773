import { readFileSync } from "node:fs";
import { chmod, mkdir, readdir, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type FindScreenOptions, findScreen, screenFacts } from "../../../src/service/screen/find-screen.ts";
import type { VersionMemory } from "../../../src/service/screen/known-versions.ts";
import { processesOf, temporaryDirectory } from "../../support/browser/chromium.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { until } from "../../support/until.ts";

const XVNC = "echo 'Xvnc TigerVNC 1.12.0 - built 2023-01-06 16:01' >&2; echo 'Copyright (C) 1999-2021' >&2";
const OPENBOX = "echo 'Openbox 3.6.1'; echo 'Copyright (c) 2004'";

interface Machine {
  /** Directory of its programs. */
  bin: string;
  options: FindScreenOptions;
  find(more?: Partial<FindScreenOptions>): ReturnType<typeof findScreen>;
  add(name: string, lines: string, mode?: number): Promise<string>;
  /** Programs that were run so far. */
  runs(): string[];
}

/** Machine that has only fake programs of a display; `programs` replace or remove some. */
async function machine(programs: Record<string, string | undefined> = {}): Promise<Machine> {
  const root = await temporaryDirectory();
  const [bin, keyboardMaps, calls] = [join(root, "bin"), join(root, "xkb"), join(root, "calls")];
  await Promise.all([mkdir(bin), mkdir(keyboardMaps), writeFile(calls, "")]);
  const add = async (name: string, lines: string, mode = 0o755): Promise<string> => {
    await writeFile(join(bin, name), `#!/bin/sh\necho ${name} >> ${calls}\n${lines}\n`);
    await chmod(join(bin, name), mode);
    return join(bin, name);
  };
  const all = { Xvnc: XVNC, openbox: OPENBOX, xkbcomp: "", ...programs };
  for (const [name, lines] of Object.entries(all)) if (lines !== undefined) await add(name, lines);
  const options = { env: { PATH: `relative:${bin}` }, mounted: [root], keyboardMaps, platform: "linux" } as const;
  const runs = (): string[] => readFileSync(calls, "utf8").split("\n").filter(Boolean);
  return { bin, options, find: (more) => findScreen({ ...options, ...more }), add, runs };
}

describe("findScreen", () => {
  test("findScreen finds programs on PATH, whose versions are on either stream", async () => {
    const { bin, find } = await machine();
    expect(await find()).toEqual({ real: true, xvnc: join(bin, "Xvnc"), openbox: join(bin, "openbox") });
  });

  test("findScreen finds the installed programs of this machine", async () => {
    await ensureDebianPackage("tigervnc-standalone-server", "Xvnc");
    await ensureDebianPackage("openbox");
    expect(await findScreen({ env: process.env })).toEqual({
      real: true,
      xvnc: "/usr/bin/Xvnc",
      openbox: "/usr/bin/openbox",
    });
  });

  test("openbox leaves no log in the home of the user whose command queries its version", async () => {
    await ensureDebianPackage("openbox");
    const home = await temporaryDirectory();
    const { find, options } = await machine({ openbox: 'exec /usr/bin/openbox "$@"' });
    expect(await find({ env: { ...options.env, HOME: home } })).toMatchObject({ real: true });
    expect(await readdir(home)).toEqual([]);
  });

  test.each([
    ["Xvnc", "tigervnc-standalone-server", "Xvnc (TigerVNC) is not installed"],
    ["openbox", "openbox", "openbox is not installed"],
    ["xkbcomp", "x11-xkb-utils", "xkbcomp is not installed, which Xvnc needs"],
  ])("findScreen names a missing %s and its package", async (program, name, reason) => {
    const { find } = await machine({ [program]: undefined });
    expect(await find()).toEqual({ real: false, reason, packages: [name] });
  });

  test("findScreen names everything that is missing; the package of Xvnc brings its keyboard maps", async () => {
    const { find } = await machine({ Xvnc: undefined, openbox: undefined, xkbcomp: undefined });
    expect(await find()).toEqual({
      real: false,
      reason: "Xvnc (TigerVNC) is not installed; openbox is not installed",
      packages: ["tigervnc-standalone-server", "openbox"],
    });
  });

  test("findScreen names missing keyboard maps", async () => {
    const { bin, find } = await machine();
    const keyboardMaps = join(bin, "no-maps");
    expect(await find({ keyboardMaps })).toEqual({
      real: false,
      reason: `there are no keyboard maps in "${keyboardMaps}", which Xvnc needs`,
      packages: ["x11-xkb-utils"],
    });
  });

  test.each([
    ["Xvnc", "echo 'Xvnc TigerVNC 1.9.0 - built'", '"PATH" is TigerVNC 1.9.0; 1.12 or later is needed'],
    ["Xvnc", "echo 'Xvnc Free Edition 4.1.1'", '"PATH" does not answer -version as TigerVNC does; it said: Xvnc Free'],
    ["Xvnc", `${XVNC}; exit 3`, '"PATH" does not answer -version as TigerVNC does; it said: Copyright'],
    ["openbox", "echo Openbox 3.5.2", '"PATH" is Openbox 3.5.2; 3.6 or later is needed'],
    ["openbox", "exit 1", '"PATH" does not answer --version as Openbox does'],
  ])("findScreen does not use %s with %j", async (program, lines, reason) => {
    const { bin, find } = await machine({ [program]: lines });
    const found = await find();
    expect(found).toMatchObject({ real: false, packages: [expect.any(String)] });
    expect("reason" in found && found.reason).toContain(reason.replace("PATH", join(bin, program)));
  });

  test.each([
    ["1.12.0", true],
    ["1.16.0", true],
    ["2.0.0", true],
    ["1.11.9", false],
    ["0.13", false],
  ])("findScreen compares the parts of the version %s as numbers", async (version, real) => {
    const { find } = await machine({ Xvnc: `echo Xvnc TigerVNC ${version}` });
    expect((await find()).real).toBe(real);
  });

  test("findScreen does not run a file that is not executable", async () => {
    const { add, find, runs } = await machine();
    const path = await add("openbox", OPENBOX, 0o644);
    expect(await find()).toMatchObject({ real: false, reason: `"${path}" cannot be executed`, packages: ["openbox"] });
    expect(runs()).toEqual(["Xvnc"]);
  });

  test("findScreen kills a program that hangs, with its children", async () => {
    const { add, find } = await machine();
    const path = await add("Xvnc", "/bin/sh -c 'while :; do /bin/sleep 1; done' \"$0\" & wait");
    const reason = `"${path}" does not answer -version within 0.3 s`;
    expect(await find({ timeoutMs: 300 })).toMatchObject({ real: false, reason });
    await until(async () => (await processesOf(path)).length === 0, { what: "the program to end" });
  });

  test("findScreen does not use a program that containers do not see, also by a link that they see", async () => {
    const { bin, find } = await machine({ Xvnc: undefined });
    const outside = join(await temporaryDirectory(), "Xvnc");
    await writeFile(outside, `#!/bin/sh\n${XVNC}\n`, { mode: 0o755 });
    await symlink(outside, join(bin, "Xvnc"));
    const found = await find();
    expect(found).toMatchObject({ real: false, packages: ["tigervnc-standalone-server"] });
    expect("reason" in found && found.reason).toContain(`the containers of sessions do not see "${outside}"`);
    expect(await find({ mounted: ["/usr"] })).toMatchObject({
      reason: expect.stringContaining(`do not see "${join(bin, "Xvnc")}", because they see only /usr`),
    });
  });

  test("findScreen uses the first usable program of PATH, and otherwise reports the first unusable one", async () => {
    const [old, other] = [await machine({ Xvnc: "echo Xvnc TigerVNC 1.10.0" }), await machine()];
    const env = { PATH: `${old.bin}:${other.bin}` };
    const mounted = [...(old.options.mounted ?? []), ...(other.options.mounted ?? [])];
    expect(await old.find({ env, mounted })).toMatchObject({
      real: true,
      xvnc: join(other.bin, "Xvnc"),
      openbox: join(old.bin, "openbox"),
    });
    await other.add("Xvnc", "exit 1");
    expect(await old.find({ env, mounted })).toMatchObject({ reason: expect.stringContaining("TigerVNC 1.10.0") });
  });

  test.each([
    ["darwin", "macOS has no private display, which needs Linux"],
    ["win32", "Windows has no private display, which needs Linux"],
    ["freebsd", "freebsd has no private display, which needs Linux"],
  ] as const)("says that %s has no display, and runs nothing", async (platform, reason) => {
    const { find, runs } = await machine();
    expect(await find({ platform })).toEqual({ real: false, reason, packages: [] });
    expect(runs()).toEqual([]);
  });
});

describe("versions between two runs of the service", () => {
  function memory(text?: string): VersionMemory & { text: string | undefined; writes: number } {
    const kept = {
      text,
      writes: 0,
      read: () => kept.text,
      write: (written: string) => {
        kept.text = written;
        kept.writes += 1;
      },
    };
    return kept;
  }

  test("unchanged programs are not asked for their version again", async () => {
    const { find, runs } = await machine();
    const kept = memory();
    const first = await find({ memory: kept });
    expect(await find({ memory: kept })).toEqual(first);
    expect([runs(), kept.writes]).toEqual([["Xvnc", "openbox"], 1]);
  });

  test("a program whose size or time has changed is asked for its version again", async () => {
    const { add, bin, find, runs } = await machine();
    const kept = memory();
    await find({ memory: kept });
    await add("Xvnc", "echo Xvnc TigerVNC 1.10.0");
    expect(await find({ memory: kept })).toMatchObject({ reason: expect.stringContaining("1.10.0") });
    await utimes(join(bin, "openbox"), new Date(), new Date(2030, 1, 1));
    await find({ memory: kept });
    expect(runs()).toEqual(["Xvnc", "openbox", "Xvnc", "openbox"]);
  });

  test("a program that failed is asked for its version again", async () => {
    const { add, bin, find } = await machine({ openbox: "exit 1" });
    const kept = memory();
    await find({ memory: kept });
    await add("openbox", OPENBOX);
    await utimes(join(bin, "openbox"), new Date(), new Date(2030, 1, 1));
    expect(await find({ memory: kept })).toMatchObject({ real: true });
  });

  test.each(["", "{", "null", '[null,1,{"version":2}]'])("a damaged text %j is no memory", async (text) => {
    const { find } = await machine();
    expect(await find({ memory: memory(text) })).toMatchObject({ real: true });
  });

  test("a full disk only makes the next run ask for versions again", async () => {
    const { find } = await machine();
    const full = (): never => {
      throw new Error("the disk is full");
    };
    expect(await find({ memory: { ...memory(), write: full } })).toMatchObject({ real: true });
  });
});

describe("screenFacts", () => {
  const real = { real: true, xvnc: "/usr/bin/Xvnc", openbox: "/usr/bin/openbox" } as const;
  const missing = { real: false, reason: "openbox is not installed", packages: ["openbox"] } as const;
  const confined = Promise.resolve({ confined: true });
  const unconfined = Promise.resolve({ confined: false, reason: "no namespaces" });
  const env = process.env;

  test("screenFacts of a confined browser has the screen of the programs", async () => {
    expect(await screenFacts({ setting: "auto", env, find: async () => real, confinement: confined })).toBe(real);
    expect(await screenFacts({ setting: "real", env, find: async () => missing, confinement: confined })).toBe(missing);
  });

  test("screenFacts of a browser without a container has no screen", async () => {
    await ensureDebianPackage("bubblewrap", "bwrap");
    const reason = "browsers do not run in a container: no namespaces";
    const facts = (find: typeof real | typeof missing, path = env["PATH"]) =>
      screenFacts({ setting: "auto", env: { PATH: path }, find: async () => find, confinement: unconfined });
    expect(await facts(real)).toEqual({ real: false, reason, packages: [] });
    expect(await facts(real, "/nowhere")).toEqual({ real: false, reason, packages: ["bubblewrap"] });
    expect(await facts(missing, "/nowhere")).toEqual({
      real: false,
      reason: `openbox is not installed; ${reason}`,
      packages: ["openbox", "bubblewrap"],
    });
  });

  test("screenFacts of a platform without displays has one reason", async () => {
    const mac = { real: false, reason: "macOS has no private display, which needs Linux", packages: [] } as const;
    expect(await screenFacts({ setting: "auto", env, find: async () => mac, confinement: unconfined })).toBe(mac);
  });

  test("screenFacts of a headless setting looks for no programs", async () => {
    const find = (): never => {
      throw new Error("it looked");
    };
    expect(await screenFacts({ setting: "headless", env, find, confinement: confined })).toEqual({
      real: false,
      reason: "the service was started without screens",
      packages: [],
    });
  });
});
