import { rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { CliError } from "../../../src/core/errors.ts";
import type { ServeOptions } from "../../../src/service/lifecycle/serve.ts";
import { ChangingBrowser } from "../../support/browser/fake-browser.ts";
import { pathWith } from "../../support/cli/program-path.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { type Answer, startService, type TestService, tempDir } from "../../support/service/service.ts";

const sudo = process.getuid?.() === 0 ? "" : "sudo ";
const MISSING = "Xvnc (TigerVNC) is not installed; openbox is not installed";
const INSTALL = `${sudo}apt-get update && ${sudo}apt-get install --yes --no-install-recommends tigervnc-standalone-server openbox`;

/** A stand-in only, but for the one session whose start page is opened. */
const browser = new ChangingBrowser();

/** A service that is stopped when the test has finished. */
async function started(options: Partial<ServeOptions>): Promise<TestService> {
  const service = await startService({ browser: browser.path, ...options });
  onTestFinished(() => service.stop());
  return service;
}

/** Error of a service that must not start; it leaves nothing that would disturb the next start. */
async function failure(options: Partial<ServeOptions>): Promise<unknown> {
  const stateDir = await tempDir();
  onTestFinished(() => rm(stateDir, { recursive: true, force: true }));
  const error = await startService({ browser: browser.path, ...options, stateDir }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CliError);
  await (await startService({ browser: browser.path, stateDir })).stop();
  return error;
}

/** Environment of a machine with containers and apt, and without the programs of a screen. */
const withoutScreen = async (): Promise<NodeJS.ProcessEnv> => {
  await ensureDebianPackage("bubblewrap", "bwrap");
  return { ...process.env, BROWSERCTL_SCREEN: "", PATH: await pathWith("apt-get", "dpkg") };
};

const screenOf = async (service: TestService): Promise<unknown> =>
  (await service.api("GET", "/_local/status")).body.screen;

const noticeOf = ({ headers }: Answer): string | undefined => {
  const notice = headers.get("x-browserctl-notice");
  return notice === null ? undefined : decodeURIComponent(notice);
};

test("auto: the status and a notice name the missing programs and the command; a start page that does not open is named too", async () => {
  const service = await started({ screen: "auto", env: await withoutScreen() });
  expect(await screenOf(service)).toEqual({ kind: "headless", reason: MISSING, install: INSTALL, setting: "auto" });
  const create = (json: Record<string, unknown>) => service.api("POST", "/browsers", { json });
  const headless = await create({ headless: true });
  expect(noticeOf(headless)).toBeUndefined();
  const local = await service.api("GET", `/_local/browsers/${headless.body.session_id}`);
  expect(local.body.screen).toEqual({ kind: "headless", reason: expect.any(String) });
  browser.useChromium();
  const first = await create({ start_url: "http://127.0.0.1:1/" });
  browser.useStandIn();
  expect([first.status, noticeOf(first)]).toEqual([
    200,
    expect.stringContaining(
      `this session has no real screen: ${MISSING}; the session is ready, but its start page did not open: net::ERR_UNSAFE_PORT`,
    ),
  ]);
  expect(noticeOf(await create({}))).toBeUndefined();
});

test("auto and real: the status shows a real screen if the machine has the programs", async () => {
  await ensureDebianPackage("bubblewrap", "bwrap");
  await ensureDebianPackage("tigervnc-standalone-server", "Xvnc");
  await ensureDebianPackage("openbox");
  const auto = await started({ screen: "auto" });
  expect(await screenOf(auto)).toEqual({ kind: "real", setting: "auto" });
  const real = await started({ screen: "real" });
  expect(await screenOf(real)).toEqual({ kind: "real", setting: "real" });
});

test("real: the service does not start without the programs, and says how to install them", async () => {
  expect(await failure({ screen: "real", env: await withoutScreen() })).toMatchObject({
    exit: "failed",
    code: "screen_missing",
    message: `sessions cannot have a real screen: ${MISSING}`,
    options: { hint: INSTALL },
  });
});

test("real: without a known package manager the hint is a start without it", async () => {
  const env = { ...(await withoutScreen()), PATH: await pathWith() };
  const error = await failure({ screen: "real", env });
  expect(error).toMatchObject({ options: { hint: "browserctl local start --screen auto" } });
});

test("headless: sessions have no screen on purpose, without a notice", async () => {
  const service = await started({ screen: "headless", env: await withoutScreen() });
  const reason = "the service was started without screens";
  expect(await screenOf(service)).toEqual({ kind: "headless", reason, setting: "headless" });
  expect(noticeOf(await service.api("POST", "/browsers", { json: {} }))).toBeUndefined();
});

test("a setting is kept for the next start; BROWSERCTL_SCREEN decides for one start", async () => {
  const stateDir = await tempDir();
  const settingOf = async (options: Partial<ServeOptions>, last = false): Promise<unknown> => {
    const service = await startService({ browser: browser.path, ...options, stateDir, keepDir: !last });
    const screen = await screenOf(service);
    await service.stop();
    return (screen as { setting: string }).setting;
  };
  const env = await withoutScreen();
  expect(await settingOf({ screen: undefined, env })).toBe("auto");
  expect(await settingOf({ screen: "headless", env })).toBe("headless");
  expect(await settingOf({ screen: undefined, env })).toBe("headless");
  expect(await settingOf({ screen: undefined, env: { ...env, BROWSERCTL_SCREEN: "auto" } })).toBe("auto");
  expect(await settingOf({ screen: undefined, env })).toBe("headless");
  expect(await settingOf({ screen: "auto", env: { ...env, BROWSERCTL_SCREEN: "headless" } }, true)).toBe("auto");
});

test("BROWSERCTL_SCREEN with another value is refused with the values", async () => {
  const env = { ...process.env, BROWSERCTL_SCREEN: "window" };
  expect(await failure({ screen: undefined, env })).toMatchObject({
    exit: "usage",
    message: 'BROWSERCTL_SCREEN must be one of auto, real, headless, not "window"',
  });
});
