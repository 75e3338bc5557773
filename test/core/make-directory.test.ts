import { mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDirectory } from "../../src/core/make-directory.ts";
import { temporaryDirectory } from "../support/browser/chromium.ts";
import { jsonError, runCli } from "../support/cli/run-cli.ts";

test("makeDirectory creates every missing directory with the mode, and returns the first", async () => {
  const base = await temporaryDirectory();
  expect(makeDirectory(join(base, "a/b/c"), 0o700)).toBe(join(base, "a"));
  for (const path of ["a", "a/b", "a/b/c"]) expect(statSync(join(base, path)).mode & 0o777).toBe(0o700);
  expect(makeDirectory(join(base, "a/b/d/"))).toBe(join(base, "a/b/d/"));
  expect(makeDirectory(join(base, "a/b/c"))).toBeUndefined();
  expect(makeDirectory("/")).toBeUndefined();
});

test("makeDirectory accepts a link to a directory", async () => {
  const base = await temporaryDirectory();
  mkdirSync(join(base, "real"));
  symlinkSync(join(base, "real"), join(base, "link"));
  expect(makeDirectory(join(base, "link"))).toBeUndefined();
  expect(makeDirectory(join(base, "link/new"))).toBe(join(base, "link/new"));
});

test.each([
  ["file", "EEXIST"],
  ["file/below", "ENOTDIR"],
  ["dangling", "EEXIST"],
])("makeDirectory below %s is %s", async (path, code) => {
  const base = await temporaryDirectory();
  writeFileSync(join(base, "file"), "");
  symlinkSync(join(base, "nowhere"), join(base, "dangling"));
  expect(() => makeDirectory(join(base, path))).toThrow(expect.objectContaining({ code }));
});

/** /proc answers ENOENT to whoever makes a directory there, from which Node's `recursive` never returns. */
test.runIf(process.platform === "linux").each([
  ["config set", { BROWSERCTL_CONFIG_DIR: "/proc/x" }, ["config", "set", "output", "json"], "/proc/x"],
  ["local start", { BROWSERCTL_STATE_DIR: "/proc/x/y" }, ["local", "start"], "/proc/x/y"],
  ["local setup", { BROWSERCTL_STATE_DIR: "/proc/x" }, ["local", "setup", "--check"], "/proc/x"],
  ["completion install", { XDG_DATA_HOME: "/proc/x" }, ["completion", "install", "bash"], "/proc/x/bash-completion"],
  ["apps init", {}, ["apps", "init", "/proc/x/y"], "/proc/x/y"],
])("%s below a directory that takes no others is exit 10 and names it", async (_name, env, words, path) => {
  const error = jsonError(await runCli([...words, "-o", "json"], { env }));
  expect(error).toMatchObject({ exit_code: 10, message: expect.stringContaining(`"${path}`) });
  expect(error.message).toMatch(/: no directory can be made in "\/proc"$/);
});

test.runIf(process.platform === "linux")("a temporary directory that cannot be made keeps no command", async () => {
  for (const env of [{ TMPDIR: "/proc/x" }, { TMPDIR: "/proc" }])
    expect((await runCli(["config", "path"], { env })).code).toBe(0);
  const { code, stdout } = await runCli(["__complete", "contexts", "", "--"], { env: { TMPDIR: "/proc/x" } });
  expect([code, stdout]).toEqual([0, ""]);
});
