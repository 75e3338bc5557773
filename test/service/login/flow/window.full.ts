import { expect, test } from "vitest";
import { hasDisplay } from "../../../support/screen/x-display.ts";
import { totp } from "../support/login-flow.ts";
import { logsInWithWindow } from "../support/window-login.ts";

test.skipIf(!hasDisplay)("a browser with a window logs in with a code in six boxes", async () => {
  await logsInWithWindow("/boxes", { totp }, expect);
});
