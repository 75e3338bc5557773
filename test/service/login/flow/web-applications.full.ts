import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Chromium } from "../../../../src/service/chromium/launch.ts";
import { activePage } from "../../../../src/service/chromium/pages.ts";
import { openLoginPage } from "../../../../src/service/login/drive/open-login-page.ts";
import { checkLogin } from "../../../../src/service/login/flow/check-login.ts";
import { unattendedDialog } from "../../../../src/service/login/flow/unattended.ts";
import { sessionCookies, setCookies } from "../../../../src/service/profiles/browser-state.ts";
import { evaluate, temporaryDirectory, withChromium } from "../../../support/browser/chromium.ts";
import { never } from "../../../support/browser/login-browser.ts";
import { give, logInOn } from "../support/login-flow.ts";
import { webApplications, withApplication } from "../support/web-applications.ts";

vi.setConfig({ testTimeout: 400_000 });

const alone = { dialog: unattendedDialog(() => {}) };

/** Runs a script in the shown page. */
async function runInPage({ connection }: Chromium, script: string): Promise<void> {
  const { targetId } = await activePage(connection);
  const { sessionId } = await connection.send("Target.attachToTarget", { targetId, flatten: true });
  await evaluate(connection.session(sessionId), script);
}

test.each(webApplications)(
  "$name refuses a wrong password, and keeps the login with the right one",
  async (application) => {
    const { values, refusal, logOut } = application;
    const url = await withApplication(application);
    const userDataDir = join(await temporaryDirectory(), "profile");
    const first = await withChromium({ userDataDir });
    const page = await openLoginPage(first.connection, never);

    const outdated = { ...values, password: "outdated" };
    const refused = logInOn(page, url, { values: outdated, ...alone });
    await expect(refused).rejects.toMatchObject({
      kind: "credentials_invalid",
      websiteError: expect.stringMatching(refusal),
    });

    const { username: identifier = "", password = "" } = values;
    const answers = [give({ identifier, password })];
    const { result, dialog } = await logInOn(page, url, { values: outdated, answers });
    expect(dialog.questions).toMatchObject([{ websiteError: expect.stringMatching(refusal) }]);
    expect(result.values).toMatchObject({ password });
    const site = { url, signature: result.signature };
    const kept = logOut === undefined ? "logged-out" : "logged-in";
    expect(await checkLogin(page, site, never)).toBe(kept);
    page.close();
    const cookies = await sessionCookies(first);
    await first.close();

    const second = await withChromium({ userDataDir });
    await setCookies(second, cookies);
    const next = await openLoginPage(second.connection, never);
    expect(await checkLogin(next, site, never)).toBe(kept);
    if (logOut !== undefined) await runInPage(second, logOut);
    expect(await checkLogin(next, site, never)).toBe("logged-out");
    const again = await logInOn(next, url, { values, plan: result.plan, ...alone });
    expect(again.result.planState).toBe("replayable");
    next.close();
  },
);
