import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plainHost } from "../../../src/service/chromium/browser-host.ts";
import { BrowserVersions } from "../../../src/service/chromium/browser-version.ts";
import { Clock } from "../../../src/service/clock.ts";
import { createLog } from "../../../src/service/log.ts";
import { prepareSessionRoot } from "../../../src/service/processes/session-root.ts";
import { hookContext, SessionBrowsers, TEMPORARY_DIRECTORY } from "../../../src/service/sessions/session-browsers.ts";
import { CHROMIUM, processesOf, temporaryDirectory } from "../../support/chromium.ts";
import { until } from "../../support/until.ts";

test("a browser whose directory for downloads cannot be made does not stay behind", async () => {
  const dir = await temporaryDirectory();
  await prepareSessionRoot(dir);
  const session = hookContext("a-session", dir);
  for (const path of [session.userDataDir, join(dir, TEMPORARY_DIRECTORY)]) await mkdir(path);
  await writeFile(join(dir, "downloads"), "in the way");
  const browsers = new SessionBrowsers({
    stateDir: await temporaryDirectory(),
    executable: CHROMIUM,
    env: process.env,
    versions: new BrowserVersions(),
    log: createLog({ write: () => {} }, new Clock()),
  });
  const settings = {
    headless: true,
    stealth: false,
    timeout_seconds: 60,
    viewport: { width: 800, height: 600 },
    telemetry: null,
  };
  const { signal } = new AbortController();
  const host = plainHost(session.userDataDir);
  await expect(browsers.start({ session, host, display: "", settings, hooks: [], signal })).rejects.toMatchObject({
    code: "EEXIST",
  });
  await until(async () => (await processesOf(dir)).length === 0, { what: "the end of all processes" });
});
