import { type ExpectStatic, onTestFinished } from "vitest";
import { demoSite } from "../../../../src/demo-site/demo-site.ts";
import { openLoginPage } from "../../../../src/service/login/drive/open-login-page.ts";
import { checkLogin } from "../../../../src/service/login/flow/check-login.ts";
import { withHeadedChromium } from "../../../support/browser/headed-chromium.ts";
import { never } from "../../../support/browser/login-browser.ts";
import { withXDisplay } from "../../../support/screen/x-display.ts";
import { logInOn, type RunOptions, stored } from "./login-flow.ts";

/** Logs in at a path of the demo site in a browser with a window, and checks that it is logged in. */
export async function logsInWithWindow(path: string, options: RunOptions, expect: ExpectStatic): Promise<void> {
  const site = await demoSite({ now: Date.now });
  onTestFinished(() => site.close());
  const { connection } = await withHeadedChromium(await withXDisplay());
  const page = await openLoginPage(connection, never);
  const url = site.on("main", path);
  const { result } = await logInOn(page, url, { values: stored, ...options });
  expect(result.postLoginUrl).toBe(site.on("main", "/home"));
  expect(await checkLogin(page, { url, signature: result.signature }, never)).toBe("logged-in");
  page.close();
}
