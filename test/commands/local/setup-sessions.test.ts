import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CHROMIUM, temporaryDirectory } from "../../support/browser/chromium.ts";
import { runCli } from "../../support/cli/run-cli.ts";

/** A machine with a browser and a package manager of the test's own. */
async function machine(install: string): Promise<{ env: Record<string, string>; calls: () => Promise<string[]> }> {
  const bin = await temporaryDirectory();
  const log = join(bin, "calls");
  await writeFile(log, "");
  const scripts = {
    "apt-get": `echo "$*" >> ${log}\n${install}`,
    sudo: 'shift; [ "$1" = true ] || { shift; exec /usr/bin/env "$@"; }',
  };
  for (const [name, lines] of Object.entries(scripts)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${lines}\n`);
    await chmod(join(bin, name), 0o755);
  }
  const calls = async (): Promise<string[]> => (await readFile(log, "utf8")).trim().split("\n");
  return { env: { PATH: bin, BROWSERCTL_CHROMIUM: CHROMIUM }, calls };
}

const installLine = (...names: string[]): string => `install --yes --no-install-recommends ${names.join(" ")}`;

test("local setup installs what containers and screens need with one call", async () => {
  const { env, calls } = await machine("");
  const { code, stderr, stdout } = await runCli(["local", "setup", "-o", "json"], { env });
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining("note: sessions have no real screen: Xvnc (TigerVNC) is"),
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ container: { available: false }, screen: { available: false } });
  expect(await calls()).toEqual(["update", installLine("bubblewrap", "tigervnc-standalone-server", "openbox")]);
});

test("a package that cannot be installed keeps no other from it, and is no failure", async () => {
  const failing = 'case "$*" in *openbox*) echo "E: Unable to locate package openbox" >&2; exit 100;; esac';
  const { env, calls } = await machine(failing);
  const { code, stdout } = await runCli(["local", "setup", "-o", "json"], { env });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    container: { available: false, reason: expect.stringContaining("bubblewrap is not installed") },
    screen: { available: false, reason: expect.stringContaining("E: Unable to locate package openbox") },
  });
  expect(await calls()).toEqual([
    "update",
    installLine("bubblewrap", "tigervnc-standalone-server", "openbox"),
    installLine("bubblewrap"),
    installLine("tigervnc-standalone-server", "openbox"),
  ]);
});

test("local setup --check installs nothing and reports the same", async () => {
  const { env, calls } = await machine("");
  const { code, stdout } = await runCli(["local", "setup", "--check", "-o", "json"], { env });
  expect([code, await calls()]).toEqual([0, [""]]);
  expect(JSON.parse(stdout).screen).toEqual({
    available: false,
    reason: "Xvnc (TigerVNC) is not installed; openbox is not installed",
  });
});
