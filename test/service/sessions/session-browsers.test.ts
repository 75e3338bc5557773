import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plainHost } from "../../../src/service/chromium/browser-host.ts";
import { BrowserVersions } from "../../../src/service/chromium/browser-version.ts";
import { Clock } from "../../../src/service/clock.ts";
import { createLog } from "../../../src/service/log.ts";
import { prepareSessionRoot } from "../../../src/service/processes/session-root.ts";
import type { Display } from "../../../src/service/screen/display.ts";
import { DisplayError } from "../../../src/service/screen/display-error.ts";
import { hookContext, SessionBrowsers, TEMPORARY_DIRECTORY } from "../../../src/service/sessions/session-browsers.ts";
import { CHROMIUM, processesOf, temporaryDirectory } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";

const settings = {
  headless: true,
  stealth: false,
  timeout_seconds: 60,
  viewport: { width: 800, height: 600 },
  telemetry: null,
};

async function attempt() {
  const dir = await temporaryDirectory();
  await prepareSessionRoot(dir);
  const session = hookContext("a-session", dir);
  for (const path of [session.userDataDir, join(dir, TEMPORARY_DIRECTORY)]) await mkdir(path);
  const browsers = new SessionBrowsers({
    stateDir: await temporaryDirectory(),
    executable: CHROMIUM,
    env: process.env,
    versions: new BrowserVersions(),
    log: createLog({ write: () => {} }, new Clock()),
  });
  const { signal } = new AbortController();
  const options = { session, host: plainHost(session.userDataDir), settings, hooks: [], signal };
  const gone = () => until(async () => (await processesOf(dir)).length === 0, { what: "the end of all processes" });
  return { dir, gone, start: (display: Promise<Display> | string) => browsers.start({ ...options, display }) };
}

test("a browser whose directory for downloads cannot be created is not left behind", async () => {
  const { dir, gone, start } = await attempt();
  await writeFile(join(dir, "downloads"), "in the way");
  await expect(start("")).rejects.toMatchObject({ code: "EEXIST" });
  await gone();
});

test("a browser whose display does not start fails with the reason of the display, and is not left behind", async () => {
  const { gone, start } = await attempt();
  const error = new DisplayError("not-started", "the screen of 800x600 did not start: Xvnc was ended by SIGKILL");
  const display = Promise.reject<Display>(error);
  display.catch(() => {});
  await expect(start(display)).rejects.toBe(error);
  await gone();
});
