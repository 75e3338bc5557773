import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseBrowserVersion } from "../../../src/service/chromium/browser-version.ts";
import {
  ChromiumMissingError,
  ChromiumUnusableError,
  candidatePaths,
  findChromium,
} from "../../../src/service/chromium/find.ts";
import { CHROMIUM, processesOf, temporaryDirectory } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";

/** Browser that prints a text for --version. */
async function browser(directory: string, name: string, lines: string, mode = 0o755): Promise<string> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, name);
  await writeFile(file, `#!/bin/sh\n${lines}\n`);
  await chmod(file, mode);
  return file;
}

const OLD_AND_NEW = [
  ["Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)", "Chromium", "156.0.8078.79", 156],
  ["Google Chrome 141.0.7390.54 ", "Google Chrome", "141.0.7390.54", 141],
  ["Microsoft Edge 140.0.3485.66 unknown", "Microsoft Edge", "140.0.3485.66", 140],
  ["Brave Browser 139.1.81.131", "Brave Browser", "139.1.81.131", 139],
  ["warning: no bus\n[12:34] ERROR\nChromium 150.0.1.2 snap\n", "Chromium", "150.0.1.2", 150],
] as const;

describe("findChromium", () => {
  test.each(OLD_AND_NEW)("the version is read from %j", (text, product, version, major) => {
    expect(parseBrowserVersion(text)).toEqual({ product, version, major });
  });

  test("no version is read from a text without one", () => {
    expect(parseBrowserVersion("hello\n1.2.3\nthe end")).toBeUndefined();
  });

  test("findChromium finds the real browser, by its path and installed", async () => {
    const explicit = await findChromium({ explicit: CHROMIUM, env: process.env });
    expect(explicit).toMatchObject({ path: CHROMIUM, product: "Chromium", source: "flag" });
    expect(explicit.version).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
    const { BROWSERCTL_CHROMIUM: _one, CHROME_PATH: _two, ...env } = process.env;
    expect(await findChromium({ env })).toMatchObject({ source: "installed", version: explicit.version });
  });

  test("findChromium prefers the flag, BROWSERCTL_CHROMIUM, CHROME_PATH, setup, then PATH", async () => {
    const directory = await temporaryDirectory();
    const make = (name: string) =>
      browser(join(directory, name), "chromium", `echo noise >&2; echo Chromium 150.0.0.1`);
    const [flag, ours, chrome, setup, path] = [
      await make("a"),
      await make("b"),
      await make("c"),
      await make("d"),
      await make("e"),
    ];
    const env: NodeJS.ProcessEnv = {
      PATH: `relative:${join(directory, "e")}:/bin`,
      BROWSERCTL_CHROMIUM: ours,
      CHROME_PATH: chrome,
    };
    const found = async (explicit?: string, remembered?: string) => {
      const { path: at, source } = await findChromium({ explicit, remembered, env });
      return [at, source];
    };
    expect(await found(flag, setup)).toEqual([flag, "flag"]);
    expect(await found("chromium", setup)).toEqual([path, "flag"]);
    expect(await found(undefined, setup)).toEqual([ours, "BROWSERCTL_CHROMIUM"]);
    env["BROWSERCTL_CHROMIUM"] = "";
    expect(await found(undefined, setup)).toEqual([chrome, "CHROME_PATH"]);
    delete env["CHROME_PATH"];
    expect(await found(undefined, setup)).toEqual([setup, "setup"]);
    expect(await found(undefined, "/gone/chromium")).toEqual([path, "installed"]);
  });

  test("findChromium never replaces a browser that the user has chosen", async () => {
    const directory = await temporaryDirectory();
    const error = (explicit: string, timeoutMs?: number) =>
      findChromium({ explicit, env: process.env, ...(timeoutMs ? { timeoutMs } : {}) }).catch(
        (reason: unknown) => reason,
      );
    const message = async (explicit: string, timeoutMs?: number) => {
      const reason = await error(explicit, timeoutMs);
      expect(reason).toBeInstanceOf(ChromiumUnusableError);
      return (reason as Error).message;
    };
    expect(await message("/nowhere/chrome")).toContain('there is no file "/nowhere/chrome"');
    expect(await message("no-such-browser")).toContain('"no-such-browser"');
    expect(await message(await browser(directory, "text", "", 0o644))).toContain("cannot be executed");
    expect(await message(directory)).toContain("cannot be executed");
    expect(await message(await browser(directory, "bad", "echo no display >&2; exit 3"))).toContain("no display");
    expect(await message(await browser(directory, "other", "echo sh 5.2.15"))).toContain("138 or newer is needed");
    const old = await browser(directory, "old", "echo Chromium 120.0.6099.224");
    expect(await message(old)).toContain("is Chromium 120.0.6099.224; 138 or newer is needed");
    const hanging = await browser(directory, "hangs", "sh -c 'while :; do sleep 1; done' \"$0\" & wait");
    expect(await message(hanging, 300)).toContain("within 0.3 s");
    await until(async () => (await processesOf(hanging)).length === 0, { what: "the script to end" });
    const named = await findChromium({ env: { CHROME_PATH: "/nowhere/chrome" } }).catch((reason: unknown) => reason);
    expect(named).toMatchObject({
      source: "CHROME_PATH",
      message: expect.stringMatching(/^CHROME_PATH: there is no file/),
    });
  });

  test("findChromium without a result names the unusable browsers, and the command to run", async () => {
    const error = await findChromium({ env: { PATH: "/nowhere" }, platform: "darwin" }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ChromiumMissingError);
    expect(error).toMatchObject({ hint: "browserctl local setup", looked: [] });
    const directory = await temporaryDirectory();
    await browser(directory, "google-chrome", "echo Google Chrome 100.0.1.2");
    const other = await findChromium({ env: { PATH: directory }, platform: "darwin" }).catch(
      (reason: unknown) => reason,
    );
    expect((other as Error).message).toContain("Google Chrome 100.0.1.2; 138 or newer");
  });

  test("the usual paths of browsers are listed for each platform", () => {
    const linux = candidatePaths("linux", { PATH: "/usr/bin:/usr/bin" });
    expect(linux).toContain("/usr/bin/microsoft-edge");
    expect(linux).toContain("/snap/bin/chromium");
    expect(new Set(linux).size).toBe(linux.length);
    const mac = candidatePaths("darwin", { HOME: "/Users/me", PATH: "" });
    expect(mac[0]).toBe("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");
    expect(mac).toContain("/Users/me/Applications/Brave Browser.app/Contents/MacOS/Brave Browser");
    const windows = candidatePaths("win32", {
      PROGRAMFILES: "C:\\Program Files",
      LOCALAPPDATA: "C:\\Users\\me\\AppData\\Local",
    });
    expect(windows).toContain("C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe");
    expect(windows).toContain("C:\\Users\\me\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe");
  });
});
