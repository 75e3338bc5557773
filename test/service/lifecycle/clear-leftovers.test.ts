import { existsSync } from "node:fs";
import { chown, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { clearLeftovers } from "../../../src/service/lifecycle/clear-leftovers.ts";
import { storedNames } from "../../../src/service/lifecycle/reset.ts";
import { removeTempRoot } from "../../../src/service/sessions/temp-directories.ts";

async function directory(prefix: string): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

test("directories of sessions are found by their links when the state file is lost", async () => {
  const [stateDir, tempRoot, foreign] = [
    await directory("state-"),
    await directory("bctl-"),
    await directory("foreign-"),
  ];
  await mkdir(join(tempRoot, "1/root"), { recursive: true });
  await writeFile(join(tempRoot, "1/root/large"), "x");
  await writeFile(join(foreign, "kept"), "x");
  await mkdir(join(stateDir, "sessions"));
  await symlink(join(tempRoot, "1"), join(stateDir, "sessions/s1"));
  await symlink(foreign, join(stateDir, "sessions/s2"));
  const lines: string[] = [];
  await clearLeftovers(stateDir, (line) => lines.push(line));
  expect(existsSync(join(tempRoot, "1"))).toBe(false);
  expect(existsSync(join(foreign, "kept"))).toBe(true);
  expect(await readdir(join(stateDir, "sessions"))).toEqual([]);
  expect(lines).toEqual([]);
});

test.runIf(process.getuid?.() === 0)("a directory that another user created under an old name stays", async () => {
  const [stateDir, tempRoot] = [await directory("state-"), await directory("bctl-")];
  await mkdir(join(tempRoot, "1"));
  await chown(tempRoot, 4_321, 4_321);
  const link = join(tmpdir(), `bctl-link-${process.pid}`);
  await symlink(stateDir, link);
  onTestFinished(() => rm(link));
  await mkdir(join(stateDir, "sessions"));
  await symlink(join(tempRoot, "1"), join(stateDir, "sessions/s1"));
  await clearLeftovers(stateDir, () => {});
  for (const path of [tempRoot, link]) await removeTempRoot(path);
  expect(existsSync(join(tempRoot, "1"))).toBe(true);
  expect(existsSync(join(link, "sessions"))).toBe(true);
  expect(await readdir(join(stateDir, "sessions"))).toEqual([]);
});

test("unfinished files are removed, finished ones stay", async () => {
  const stateDir = await directory("state-");
  for (const path of ["profiles/p1.part", "profiles/p1", "extensions/e1.trial", "extensions/e1", "apps/a1.half"]) {
    await mkdir(join(stateDir, path, ".."), { recursive: true });
    await writeFile(join(stateDir, path), "x");
  }
  await clearLeftovers(stateDir, () => {});
  expect(await readdir(join(stateDir, "profiles"))).toEqual(["p1"]);
  expect(await readdir(join(stateDir, "extensions"))).toEqual(["e1"]);
  expect(await readdir(join(stateDir, "apps"))).toEqual([]);
});

test("the directory of a probe is removed with all its content, and directories of other names stay", async () => {
  const stateDir = await directory("state-");
  await mkdir(join(stateDir, "probe-aB3dE9/root/usr"), { recursive: true });
  await mkdir(join(stateDir, "probe-of-my-own"));
  expect(await storedNames(stateDir)).toEqual(["probe-aB3dE9"]);
  await clearLeftovers(stateDir, () => {});
  expect(await readdir(stateDir)).toEqual(["probe-of-my-own"]);
});
