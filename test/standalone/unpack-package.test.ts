import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { chmod, chown, lchown, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { packageDirectories } from "../../src/standalone/package-directories.ts";
import { type Package, UnpackError, unpackPackage as unpackInto } from "../../src/standalone/unpack-package.ts";
import { temporaryDirectory } from "../support/browser/chromium.ts";

const files = { "package.json": "{}", "bin/run.js": "run()", "dist/chunks/one.cjs": "one", "dist/empty.txt": "" };

/** A package that counts how often its contents are read. */
function packageOf(id: string, contents: Record<string, string> = files): Package & { reads: number } {
  return {
    id,
    files: Object.entries(contents).map(([path, text]) => [path, text.length]),
    reads: 0,
    read() {
      this.reads += 1;
      return Buffer.from(Object.values(contents).join(""));
    },
  };
}

function unpackPackage(contents: Package, directories: readonly string[], at: number): string {
  return unpackInto(
    contents,
    directories.map((directory) => () => directory),
    at,
  );
}

function contentsOf(directory: string): Record<string, string> {
  return Object.fromEntries(Object.keys(files).map((path) => [path, readFileSync(join(directory, path), "utf8")]));
}

const hour = 3_600_000;
const now = Date.now();

test("the first start unpacks every file, readable by the user alone; the second reads nothing", async () => {
  const base = join(await temporaryDirectory(), "cache/browserctl");
  const contents = packageOf("1-a");
  const directory = unpackPackage(contents, [base], now);
  expect(directory).toBe(join(base, "1-a"));
  expect(contentsOf(directory)).toEqual(files);
  expect(statSync(base).mode & 0o777).toBe(0o700);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, "bin/run.js")).mode & 0o777).toBe(0o600);
  expect(unpackPackage(contents, [base], now)).toBe(directory);
  expect(contents.reads).toBe(1);
  expect(readdirSync(base)).toEqual(["1-a"]);
});

test("a file or a directory that is gone is unpacked again, and nothing else", async () => {
  const base = await temporaryDirectory();
  const contents = packageOf("1-a");
  const directory = unpackPackage(contents, [base], now);
  const kept = statSync(join(directory, "bin/run.js")).ino;
  for (const broken of ["dist/chunks/one.cjs", "dist/chunks", "dist", "package.json"]) {
    rmSync(join(directory, broken), { recursive: true });
    unpackPackage(contents, [base], now);
    expect(contentsOf(directory), broken).toEqual(files);
  }
  expect(statSync(join(directory, "bin/run.js")).ino).toBe(kept);
  expect(contents.reads).toBe(5);
  unpackPackage(contents, [base], now);
  expect(contents.reads).toBe(5);
  expect(readdirSync(base)).toEqual(["1-a"]);
});

test("the second of two first starts at once uses what the first has unpacked", async () => {
  const base = await temporaryDirectory();
  const contents = packageOf("1-a");
  const slower: Package = {
    ...contents,
    read: () => {
      unpackPackage(contents, [base], now);
      return contents.read();
    },
  };
  expect(contentsOf(unpackPackage(slower, [base], now))).toEqual(files);
  expect(readdirSync(base)).toEqual(["1-a"]);
});

test("a file that somebody added makes only the next start look at every file", async () => {
  const base = await temporaryDirectory();
  const contents = packageOf("1-a");
  const directory = unpackPackage(contents, [base], now);
  writeFileSync(join(directory, "dist/notes.txt"), "");
  const changed = statSync(join(directory, "dist")).mtimeMs;
  unpackPackage(contents, [base], now);
  expect(statSync(join(directory, "dist")).mtimeMs).toBeLessThan(changed);
  expect(contents.reads).toBe(1);
});

test("a directory in the place of a file is replaced", async () => {
  const base = await temporaryDirectory();
  const contents = packageOf("1-a");
  const directory = unpackPackage(contents, [base], now);
  rmSync(join(directory, "dist/empty.txt"));
  mkdirSync(join(directory, "dist/empty.txt/more"), { recursive: true });
  unpackPackage(contents, [base], now);
  expect(contentsOf(directory)).toEqual(files);
});

test("a file that was cut off, as in a crash, is found an hour later", async () => {
  const base = await temporaryDirectory();
  const contents = packageOf("1-a");
  const directory = unpackPackage(contents, [base], now);
  writeFileSync(join(directory, "bin/run.js"), "");
  unpackPackage(contents, [base], now + 2 * hour);
  expect(contentsOf(directory)).toEqual(files);
});

test("an unpacked package works in a directory that nobody can write to", async () => {
  const base = await temporaryDirectory();
  const contents = packageOf("1-a");
  const directory = unpackPackage(contents, [base], now);
  // Root writes to any directory.
  rmSync(join(directory, ".last-used"));
  mkdirSync(join(directory, ".last-used"));
  expect(unpackPackage(contents, [base], now + 2 * hour)).toBe(directory);
  expect(contents.reads).toBe(1);
});

test("the next directory is used when one cannot be made, and all are named when none can", async () => {
  const base = await temporaryDirectory();
  writeFileSync(join(base, "file"), "");
  const [bad, good] = [join(base, "file/cache"), join(base, "good")];
  expect(unpackPackage(packageOf("1-a"), [bad, good], now)).toBe(join(good, "1-a"));
  const problem = failure(() => unpackPackage(packageOf("1-a"), [bad, join(base, "file")], now));
  expect(problem.message).toContain(`${base}/file: is not a directory; ${base}/file: is not a directory`);
  expect(problem.hint).toBe(
    "give a directory of your own with 1 MB of space: XDG_CACHE_HOME=<directory>, or TMPDIR=<directory>",
  );
  expect(readdirSync(base).toSorted()).toEqual(["file", "good"]);
});

test("a directory that others can write to is refused", async () => {
  const base = await temporaryDirectory();
  await chmod(base, 0o777);
  expect(failure(() => unpackPackage(packageOf("1-a"), [base], now)).message).toContain("other users may write to it");
});

test("root runs no files of another user, and makes none in that user's home", async () => {
  const home = await temporaryDirectory();
  if (process.getuid?.() === 0) await chown(home, 1000, 1000);
  // Only root can give a directory away: for others this process is somebody else.
  else vi.spyOn(process, "geteuid").mockReturnValue(1_000_000);
  onTestFinished(() => void vi.restoreAllMocks());
  const link = join(await temporaryDirectory(), "link");
  await symlink(home, link);
  for (const base of [home, join(home, ".cache/browserctl"), join(link, "browserctl")]) {
    const { message } = failure(() => unpackPackage(packageOf("1-a"), [base], now));
    expect(message).toContain("belongs to another user");
  }
  expect(readdirSync(home)).toEqual([]);
});

test("another version removes those that were not used for 30 days, unless a process runs from one", async () => {
  const base = await temporaryDirectory();
  const days = (count: number): number => now / 1000 - count * 24 * 3600;
  for (const [id, age] of [
    ["1-old", 31],
    ["1-new", 29],
    ["1-running", 31],
  ] as const) {
    const directory = unpackPackage(packageOf(id), [base], now);
    utimesSync(join(directory, ".last-used"), days(age), days(age));
  }
  const sleep = join(base, "1-running/sleep");
  copyFileSync("/bin/sleep", sleep);
  const child: ChildProcess = spawn(sleep, ["600"]);
  onTestFinished(() => void child.kill());
  await once(child, "spawn");
  for (const [name, age] of [
    [".new-abandoned", 1],
    [".new-fresh", 0],
  ] as const) {
    mkdirSync(join(base, name));
    utimesSync(join(base, name), days(age), days(age));
  }
  unpackPackage(packageOf("2-a"), [base], now);
  expect(readdirSync(base).toSorted()).toEqual([".new-fresh", "1-new", "1-running", "2-a"]);
  // A command of the same version later on.
  unpackPackage(packageOf("2-a"), [base], now + 2 * hour);
  expect(readdirSync(base).toSorted()).toEqual(["1-new", "1-running", "2-a"]);
});

test("contents that end early leave nothing", async () => {
  const base = await temporaryDirectory();
  const broken: Package = {
    ...packageOf("1-a"),
    read: () => {
      throw new Error("checksum");
    },
  };
  expect(failure(() => unpackPackage(broken, [base], now)).message).toContain("checksum");
  expect(readdirSync(base)).toEqual([]);
});

test("the user's cache directory comes first, then one of the user's own for temporary files", async () => {
  const temporary = await temporaryDirectory();
  const at = (platform: NodeJS.Platform, env: Record<string, string>): (string | undefined)[] =>
    packageDirectories(env, platform, temporary).map((directory) => directory());
  expect(at("linux", { XDG_CACHE_HOME: "/cache" })[0]).toBe("/cache/browserctl/standalone");
  expect(at("linux", { XDG_CACHE_HOME: "relative" })[0]).toMatch(/\/\.cache\/browserctl\/standalone$/);
  expect(at("darwin", { XDG_CACHE_HOME: "/cache" })[0]).toMatch(/\/Library\/Caches\/browserctl\/standalone$/);
  const [own, ...more] = at("win32", {});
  expect(more).toEqual([]);
  expect(readdirSync(temporary).map((name) => join(temporary, name))).toEqual([own]);
  // The next start finds it again.
  expect(at("win32", {})).toEqual([own]);
});

test.runIf(process.getuid?.() === 0)(
  "a name that another user took in the shared directory is passed over",
  async () => {
    const temporary = await temporaryDirectory();
    await chmod(temporary, 0o1777);
    const [taken, link] = ["0", "1"].map((end) => join(temporary, `browserctl-unpacked-${end}`)) as [string, string];
    mkdirSync(taken, { mode: 0o777 });
    await chown(taken, 1000, 1000);
    await symlink("/etc", link);
    await lchown(link, 1000, 1000);
    writeFileSync(join(temporary, "browserctl-unpacked-2"), "");
    const directory = unpackInto(packageOf("1-a"), packageDirectories({}, "win32", temporary), now);
    expect(contentsOf(directory)).toEqual(files);
    expect([taken, link]).not.toContain(dirname(directory));
    expect(readdirSync(taken)).toEqual([]);
  },
);

test.runIf(process.getuid?.() === 0)(
  "a link of another user on the way is not followed, one of root's is",
  async () => {
    const shared = await temporaryDirectory();
    await chmod(shared, 0o1777);
    const [target, link] = [await temporaryDirectory(), join(shared, "link")];
    await symlink(target, link);
    expect(unpackPackage(packageOf("1-a"), [join(link, "cache")], now)).toBe(join(link, "cache/1-a"));
    await lchown(link, 1000, 1000);
    const { message } = failure(() => unpackPackage(packageOf("1-a"), [join(link, "cache")], now));
    expect(message).toContain(`${link}: belongs to another user`);
  },
);

test("a directory that others could exchange is refused, and one that others can read is closed to them", async () => {
  const parent = await temporaryDirectory();
  const base = join(parent, "base");
  mkdirSync(base);
  await chmod(base, 0o755);
  unpackPackage(packageOf("1-a"), [base], now);
  expect(statSync(base).mode & 0o777).toBe(0o700);
  await chmod(parent, 0o777);
  const { message } = failure(() => unpackPackage(packageOf("1-a"), [base], now));
  expect(message).toContain(`${parent}: other users may write to it`);
});

function failure(act: () => unknown): UnpackError {
  try {
    act();
  } catch (error) {
    if (error instanceof UnpackError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}
