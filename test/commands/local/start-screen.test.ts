import { expect, test } from "vitest";
import { localHome } from "../../support/cli/local-home.ts";
import { pathWith } from "../../support/cli/program-path.ts";
import { jsonError } from "../../support/cli/run-cli.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";

const sudo = process.getuid?.() === 0 ? "" : "sudo ";
const MISSING = "Xvnc (TigerVNC) is not installed; openbox is not installed";
const INSTALL = `${sudo}apt-get update && ${sudo}apt-get install --yes --no-install-recommends tigervnc-standalone-server openbox`;
const NOTE = `note: sessions have no real screen: ${MISSING}. To install what is missing: ${INSTALL}`;

/** Environment of a machine with containers and apt, and without the programs of a screen. */
const withoutScreen = async (): Promise<Record<string, string>> => {
  await ensureDebianPackage("bubblewrap", "bwrap");
  return { BROWSERCTL_SCREEN: "", PATH: await pathWith("apt-get") };
};

test("a start without a real screen names the reason and the command, and so do a second one and the status", async () => {
  const home = localHome({ fakeBrowser: true });
  const env = await withoutScreen();
  const first = await home.cli(["local", "start"], { env });
  expect([first.code, first.stderr]).toEqual([0, expect.stringContaining(NOTE)]);
  expect((await home.cli(["local", "start"], { env })).stderr).toContain(NOTE);
  const { stdout } = await home.cli(["local", "status", "-o", "table"]);
  expect(stdout).toMatch(/^screen\.kind +headless$/m);
  expect(stdout).toContain(MISSING);
  expect(stdout).toMatch(/^screen\.setting +auto$/m);
  const other = await home.cli(["local", "start", "--screen", "headless", "-o", "json"]);
  expect(jsonError(other)).toMatchObject({
    code: "already_running",
    message: "the local service is already running, with screen auto",
    hint: "browserctl local stop && browserctl local start --screen headless",
  });
});

test("--screen headless starts without a note, also the next time", async () => {
  const home = localHome({ fakeBrowser: true });
  const env = await withoutScreen();
  expect((await home.cli(["local", "start", "--screen", "headless"], { env })).stderr).not.toContain("screen");
  await home.cli(["local", "stop"]);
  expect((await home.cli(["local", "start"], { env })).stderr).not.toContain("screen");
  expect(await home.json(["local", "status"])).toMatchObject({ screen: { kind: "headless", setting: "headless" } });
});

test("--screen real does not start the service where it is not possible", async () => {
  const home = localHome({ fakeBrowser: true });
  const env = await withoutScreen();
  const result = await home.cli(["local", "start", "--screen", "real", "-o", "json"], { env });
  expect(result.code).toBe(1);
  expect(jsonError(result)).toMatchObject({
    code: "screen_missing",
    message: `sessions cannot have a real screen: ${MISSING}`,
    hint: INSTALL,
  });
});

test("--screen with another value is refused with the values", async () => {
  const result = await localHome().cli(["local", "start", "--screen", "window"]);
  expect([result.code, result.stderr]).toEqual([
    2,
    expect.stringContaining("--screen: must be one of auto, real, headless"),
  ]);
});
