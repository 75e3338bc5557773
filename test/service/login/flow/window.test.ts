import { expect, test } from "vitest";
import { hasDisplay } from "../../../support/screen/x-display.ts";
import { choose } from "../support/login-flow.ts";
import { logsInWithWindow } from "../support/window-login.ts";

// A code in six boxes in window.full.ts.
test.skipIf(!hasDisplay)("a browser with a window logs in by a popup, and finds that it is logged in", async () => {
  await logsInWithWindow("/sso", { answers: [choose("Sign in with Keycloak")] }, expect);
});
