import { expect, test } from "vitest";
import { demoSite } from "../../../src/demo-site/demo-site.ts";
import { checkLogin } from "../../../src/service/login/check-login.ts";
import { openLoginPage } from "../../../src/service/login/open-login-page.ts";
import { withHeadedChromium } from "../../support/headed-chromium.ts";
import { never } from "../../support/login-browser.ts";
import { hasDisplay, withXDisplay } from "../../support/x-display.ts";
import { choose, logInOn, type RunOptions, stored, totp } from "./support/login-flow.ts";

const steps: readonly [string, RunOptions?][] = [
  ["/boxes", { totp }],
  ["/sso", { answers: [choose("Sign in with Keycloak")] }],
];

test.skipIf(!hasDisplay)("a browser with a window logs in, and finds that it is", async () => {
  await using stack = new AsyncDisposableStack();
  const site = await demoSite({ now: Date.now });
  stack.defer(() => site.close());
  const { connection } = await withHeadedChromium(await withXDisplay());
  for (const [path, options] of steps) {
    site.expireSessions();
    const page = await openLoginPage(connection);
    const url = site.on("main", path);
    const { result } = await logInOn(page, url, { values: stored, ...options });
    expect([path, result.postLoginUrl]).toEqual([path, site.on("main", "/home")]);
    expect(await checkLogin(page, { url, signature: result.signature }, never)).toBe("logged-in");
    page.close();
  }
});
