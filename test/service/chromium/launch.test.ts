import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { BrowserVersions } from "../../../src/service/chromium/browser-version.ts";
import { CdpClosedError } from "../../../src/service/chromium/cdp.ts";
import { ChromiumStartError, launchChromium } from "../../../src/service/chromium/launch.ts";
import {
  CHROMIUM,
  evaluate,
  launchOptions,
  openPage,
  processesOf,
  temporaryDirectory,
  withChromium,
  withServer,
} from "../../support/browser/chromium.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { until } from "../../support/until.ts";

async function script(text: string, mode = 0o755): Promise<string> {
  const file = join(await temporaryDirectory(), "browser");
  await writeFile(file, text);
  await chmod(file, mode);
  return file;
}

async function startError(options: Parameters<typeof launchOptions>[0]): Promise<ChromiumStartError> {
  const all = await launchOptions(options);
  const error = await launchChromium(all).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ChromiumStartError);
  await until(async () => (await processesOf(all.userDataDir)).length === 0, { what: "every process to end" });
  return error as ChromiumStartError;
}

/** Directory for a profile whose path has `more` more characters. */
async function longPath(more: number): Promise<string> {
  const directory = join(await temporaryDirectory(), "x".repeat(more));
  await mkdir(directory);
  return directory;
}

/** Directory with the lock of a running browser. */
async function lockOf(userDataDir: string): Promise<string> {
  return dirname(await readlink(join(userDataDir, "SingletonSocket")));
}

/** Expects a browser to lead a process group and session, without a debugging port and variables of the service. */
async function expectOwnGroup(pid: number): Promise<void> {
  expect(await readFile(`/proc/${pid}/environ`, "utf8")).not.toMatch(/BROWSERCTL_|secret/);
  expect(await readFile(`/proc/${pid}/cmdline`, "utf8")).not.toContain("remote-debugging-port");
  await ensureDebianPackage("procps", "ps");
  const { stdout } = spawn("ps", ["-o", "pgid=,sid=", "-p", String(pid)]);
  const text = (await stdout.toArray()).join("");
  expect(text.trim().split(/\s+/)).toEqual([String(pid), String(pid)]);
}

describe("launchChromium", () => {
  test("launchChromium starts, answers, leads its own group without our variables, and leaves no process", async () => {
    const env = { ...process.env, TMPDIR: await temporaryDirectory(), BROWSERCTL_TOKEN: "secret", BROWSERCTL_X: "y" };
    const options = await launchOptions({ env });
    const lines: string[] = [];
    const chromium = await launchChromium({ ...options, log: (line) => lines.push(line) });
    expect(chromium.version.product).toMatch(/^Chrome\/\d+\./);
    expect(chromium.version.protocol).toBe("1.3");
    expect(chromium.sandboxed).toBe(process.getuid?.() !== 0);
    expect(await processesOf(options.userDataDir)).toContain(chromium.pid);
    await expectOwnGroup(chromium.pid);
    await chromium.close();
    expect(await chromium.exited).toEqual({
      code: 0,
      signal: null,
      reason: "Chromium was closed",
      expected: true,
      clean: true,
    });
    await until(async () => (await processesOf(options.userDataDir)).length === 0, { what: "every process to end" });
    await chromium.close();
    chromium.kill();
  });

  test("pages of every tab and frame see a mouse that hovers, also with extra settings and until touch is emulated", async () => {
    const media =
      "[matchMedia('(hover: hover) and (pointer: fine)').matches, matchMedia('(pointer: coarse)').matches].join()";
    const { url } = await withServer((_, response) => {
      response
        .setHeader("content-type", "text/html")
        .end(
          `<!doctype html><title>t</title><p>text<iframe srcdoc="<script>parent.frame = ${media}</script>"></iframe>`,
        );
    });
    const { connection } = await withChromium({ extraArgs: ["--blink-settings=defaultFontSize=30"] });
    for (const newWindow of [false, true]) {
      const { session } = await openPage(connection, url, { newWindow });
      await until(() => evaluate(session, "globalThis.frame !== undefined"), { what: "the frame" });
      expect(await evaluate(session, `[${media}, frame]`)).toEqual(["true,false", "true,false"]);
      expect(await evaluate(session, "getComputedStyle(document.querySelector('p')).fontSize")).toBe("30px");
      await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
      expect(await evaluate(session, media)).toBe("false,true");
    }
  });

  test("kill -9 of Chromium: exited says so, pending commands fail, and one other can use the profile", async () => {
    const options = await launchOptions({ userDataDir: await longPath(150) });
    const chromium = await launchChromium(options);
    const { session } = await openPage(chromium.connection);
    const pending = evaluate(session, "new Promise(() => {})");
    const lock = await lockOf(options.userDataDir);
    expect(existsSync(lock)).toBe(true);
    process.kill(chromium.pid, "SIGKILL");
    await expect(pending).rejects.toBeInstanceOf(CdpClosedError);
    expect(await chromium.exited).toEqual({
      code: null,
      signal: "SIGKILL",
      reason: "Chromium was ended by SIGKILL",
      expected: false,
      clean: false,
    });
    expect(existsSync(lock)).toBe(false);
    await expect(chromium.connection.send("Browser.getVersion")).rejects.toBeInstanceOf(CdpClosedError);
    await until(async () => (await processesOf(options.userDataDir)).length === 0, { what: "the children to end" });
    const again = await withChromium({ userDataDir: options.userDataDir });
    expect(again.pid).not.toBe(chromium.pid);
    const locked = await lockOf(options.userDataDir);
    // The second time too: a start that is refused leaves the lock as it is.
    for (const _ of [1, 2]) {
      const error = await launchChromium(options).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: "ChromiumStartError", failure: "profile_in_use", exitCode: 21 });
      expect(existsSync(locked)).toBe(true);
    }
    expect((await again.connection.send("Browser.getVersion")).protocolVersion).toBe("1.3");
    again.kill();
    expect(await again.exited).toMatchObject({ reason: "Chromium was killed", expected: true });
  });

  test("close kills a Chromium that does not answer, in a directory that goes through a link", async () => {
    const link = join(await temporaryDirectory(), "link");
    await symlink(await longPath(30), link);
    const options = await launchOptions({ userDataDir: link });
    const chromium = await launchChromium(options);
    const lock = await lockOf(link);
    process.kill(chromium.pid, "SIGSTOP");
    await chromium.close(100);
    expect((await chromium.exited).signal).toBe("SIGKILL");
    expect(existsSync(lock)).toBe(false);
    await until(async () => (await processesOf(options.userDataDir)).length === 0, { what: "the children to end" });
  });

  test("kill -9 of the parent leaves no Chromium, renderers and zygotes included", async () => {
    const userDataDir = await temporaryDirectory();
    const launch = new URL("../../../src/service/chromium/launch.ts", import.meta.url).href;
    const code = `
      const { launchChromium } = await import(${JSON.stringify(launch)});
      const chromium = await launchChromium({ executable: ${JSON.stringify(CHROMIUM)}, userDataDir: ${JSON.stringify(userDataDir)},
        viewport: { width: 800, height: 600 }, stealth: false, env: { ...process.env, TMPDIR: ${JSON.stringify(await temporaryDirectory())} } });
      await chromium.connection.send("Target.createTarget", { url: "data:text/html,<script>for(;;);</script>" });
      console.log("ready");`;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", code], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(parent.stdout, "data");
    expect((await processesOf(userDataDir)).length).toBeGreaterThan(3);
    parent.kill("SIGKILL");
    await once(parent, "exit");
    await until(async () => (await processesOf(userDataDir)).length === 0, { what: "Chromium to end" });
  });

  test("a browser that cannot start says why", async () => {
    expect(await startError({ executable: "/nowhere/chromium" })).toMatchObject({
      failure: "missing",
      message: expect.stringContaining('"/nowhere/chromium"'),
    });
    expect(await startError({ executable: await script("#!/bin/sh\n", 0o644) })).toMatchObject({
      failure: "not_executable",
    });
    const failing = await startError({ executable: await script("#!/bin/sh\necho no luck >&2\nexit 1\n") });
    expect(failing).toMatchObject({ failure: "ended", exitCode: 1, message: expect.stringContaining("no luck") });
    const library = "echo 'error while loading shared libraries: libnss3.so: cannot open' >&2; exit 127";
    expect(await startError({ executable: await script(`#!/bin/sh\n${library}\n`) })).toMatchObject({
      failure: "missing_library",
      message: expect.stringContaining("libnss3.so"),
    });
  });

  test("a start that hangs ends at the start timeout, with its children", async () => {
    const executable = await script(
      "#!/bin/sh\necho still thinking >&2\nsh -c 'while :; do sleep 1; done' \"$@\" &\nwait\n",
    );
    const error = await startError({ executable, startTimeoutMs: 300 });
    expect(error).toMatchObject({ failure: "timeout", message: expect.stringContaining("still thinking") });
  });

  test("an aborted start leaves nothing and rejects with the signal's reason", async () => {
    const options = await launchOptions();
    const reason = new Error("enough");
    const abort = new AbortController();
    const starting = launchChromium({ ...options, signal: abort.signal });
    await until(async () => (await processesOf(options.userDataDir)).length > 0, { what: "a process" });
    abort.abort(reason);
    await expect(starting).rejects.toBe(reason);
    await until(async () => (await processesOf(options.userDataDir)).length === 0, { what: "every process to end" });
    await expect(launchChromium({ ...options, signal: abort.signal })).rejects.toBe(reason);
  });

  test("a stealth start corrects a version that a wrapper script got wrong", async () => {
    const wrapper = await script(
      `#!/bin/sh\nif [ "$1" = --version ]; then echo Chromium 99.0.1.2; else exec ${CHROMIUM} "$@"; fi\n`,
    );
    const versions = new BrowserVersions();
    const chromium = await withChromium({ executable: wrapper, stealth: true, versions });
    const major = /\/(\d+)\./.exec(chromium.version.product)?.[1];
    expect(chromium.version.userAgent).toContain(` Chrome/${major}.0.0.0 `);
    expect((await versions.get(wrapper, {})).major).toBe(Number(major));
  });
});
