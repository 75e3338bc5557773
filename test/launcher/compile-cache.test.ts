import { execFile } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { chown, lchown, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryDirectory } from "../support/browser/chromium.ts";
import { tempDir } from "../support/service/service.ts";

const root = join(import.meta.dirname, "../..");
/** Ordinary users, without an entry in the list of users. */
const STRANGER = 4_321;
const USER = 4_322;

/** Fields of the head of a cached file, four bytes each: the size and the hash of the source that it stands for. */
const HEAD = [4, 12] as const;

let checkout: string;
let mark: string;
/** A tree of compiled code that runs in place of the program's. */
let planted: string;

/** Runs the launcher of the copy as a user, and gives what it printed. */
async function launch(words: readonly string[], env: Record<string, string>, uid?: number): Promise<string> {
  const as = uid === undefined ? {} : { uid, gid: uid };
  const options = { cwd: checkout, env: { PATH: process.env["PATH"], ...env }, ...as };
  return (await promisify(execFile)(process.execPath, [join(checkout, "bin/browserctl.js"), ...words], options)).stdout;
}

const calls = { "--help": ["--help"], Tab: ["__complete", "bash", "1", "browserctl", "bro"] };
const each = Object.entries(calls);

/** Copy of a directory, as its owner would have made it. */
async function copied(from: string, to: string, owner = process.getuid?.() ?? 0): Promise<void> {
  cpSync(from, to, { recursive: true });
  for (const path of [to, ...readdirSync(to, { recursive: true }).map((name) => join(to, String(name)))])
    await lchown(path, owner, owner);
}

/** A directory that every user may write to. */
async function sharedDirectory(): Promise<string> {
  const directory = await temporaryDirectory();
  chmodSync(directory, 0o1777);
  return directory;
}

/** Names and contents of the cached files of a directory, by their paths below it. */
function cached(directory: string): Map<string, Buffer> {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    paths.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(directory.length + 1), readFileSync(path)];
    }),
  );
}

beforeAll(async () => {
  checkout = await tempDir();
  chmodSync(checkout, 0o755);
  // Of this run alone: whoever runs the planted code can write it.
  mark = join(checkout, "marks/ran");
  mkdirSync(join(mark, ".."));
  chmodSync(join(mark, ".."), 0o777);
  for (const name of ["bin", "package.json"]) cpSync(join(root, name), join(checkout, name), { recursive: true });
  mkdirSync(join(checkout, "dist"));
  const entries = ["main.cjs", "complete.cjs"];
  for (const name of readdirSync(join(root, "dist"))) {
    const path = join(checkout, "dist", name);
    if (name.endsWith(".cjs")) cpSync(join(root, "dist", name), path);
    else symlinkSync(join(root, "dist", name), path);
  }
  // Compiled code is found by the path of its source, and belongs to a text of its length.
  const honest = join(checkout, "honest");
  for (const [, words] of each) await launch(words, { NODE_COMPILE_CACHE: honest });
  const evil = join(checkout, "evil");
  const code = `require("node:fs").appendFileSync(${JSON.stringify(mark)}, "ran");process.exit();`;
  for (const name of entries) {
    const path = join(checkout, "dist", name);
    writeFileSync(path, code.padEnd(readFileSync(path, "utf8").length));
  }
  for (const [, words] of each) await launch(words, { NODE_COMPILE_CACHE: evil });
  for (const name of entries) cpSync(join(root, "dist", name), join(checkout, "dist", name));
  const real = cached(honest);
  planted = join(checkout, "planted");
  for (const [path, bytes] of cached(evil)) {
    const head = real.get(path);
    for (const at of HEAD) head?.copy(bytes, at, at, at + 4);
    mkdirSync(join(planted, path, ".."), { recursive: true });
    writeFileSync(join(planted, path), bytes);
  }
});

afterAll(() => rmSync(checkout, { recursive: true, force: true }));

/** True when the planted code ran since the last question. */
function ran(): boolean {
  const is = existsSync(mark);
  rmSync(mark, { force: true });
  return is;
}

describe.each(each)("%s", (_, words) => {
  test("runs compiled code of the user's own choice, as Node does", async () => {
    await launch(words, { NODE_COMPILE_CACHE: planted });
    expect(ran()).toBe(true);
  });

  describe.runIf(process.getuid?.() === 0)("of another user runs no compiled code", () => {
    test.each([
      ["root", 0],
      ["an ordinary user", USER],
    ])("for %s from the directory for temporary files; its own is closed to all others", async (_who, user) => {
      const [shared, home] = [await sharedDirectory(), await temporaryDirectory()];
      await chown(home, user, user);
      await promisify(execFile)("cp", ["-r", planted, join(shared, "node-compile-cache")], { uid: STRANGER });
      for (const time of ["first", "second"]) {
        await launch(words, { HOME: home, TMPDIR: shared }, user);
        expect(ran(), time).toBe(false);
      }
      const own = join(home, ".cache/browserctl/compiled");
      expect(cached(own).size).toBeGreaterThan(0);
      for (const path of [own, join(own, ".."), join(own, "../..")]) expect(statSync(path).mode & 0o777).toBe(0o700);
    });

    test("from that user's home, or through that user's link", async () => {
      const [home, other] = [await temporaryDirectory(), await sharedDirectory()];
      const cache = join(home, ".cache/browserctl");
      mkdirSync(cache, { recursive: true });
      await copied(planted, join(cache, "compiled"));
      await symlink(home, join(other, "home"));
      await launch(words, { HOME: join(other, "home") });
      // The link is root's own, and so is everything that it leads to.
      expect(ran()).toBe(true);
      await lchown(join(other, "home"), STRANGER, STRANGER);
      await launch(words, { HOME: join(other, "home") });
      expect(ran()).toBe(false);
      await lchown(cache, STRANGER, STRANGER);
      await launch(words, { HOME: home });
      expect(ran()).toBe(false);
    });

    test("from a directory that others may write to", async () => {
      const home = await temporaryDirectory();
      const own = join(home, ".cache/browserctl/compiled");
      mkdirSync(join(own, ".."), { recursive: true });
      await copied(planted, own);
      chmodSync(own, 0o770);
      await launch(words, { HOME: home });
      expect(ran()).toBe(false);
    });

    test.each([
      ["no home", {}],
      ["a home that does not exist", { HOME: "/nonexistent" }],
      ["a relative home", { HOME: "home" }],
      ["a relative cache directory", { XDG_CACHE_HOME: "cache" }],
      ["a file as its cache directory", { XDG_CACHE_HOME: "/etc/passwd" }],
      ["a cache directory that cannot be made", { XDG_CACHE_HOME: "/proc/cache" }],
    ])("with %s, and keeps none", async (_name, env) => {
      const shared = await sharedDirectory();
      await copied(planted, join(shared, "node-compile-cache"), STRANGER);
      const before = [...cached(shared).keys()];
      const usual = await launch(words, { NODE_DISABLE_COMPILE_CACHE: "1", ...env });
      expect(await launch(words, { TMPDIR: shared, ...env })).toBe(usual);
      expect(ran()).toBe(false);
      expect([...cached(shared).keys()]).toEqual(before);
      expect(["/nonexistent", join(checkout, "home"), join(checkout, "cache")].filter(existsSync)).toEqual([]);
    });
  });
});
