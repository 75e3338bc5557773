import type { RequestListener } from "node:http";
import type { TestContext } from "vitest";
import { checkLogin, type LoginCheck } from "../../../../src/service/login/flow/check-login.ts";
import type { LoginFlowErrorKind } from "../../../../src/service/login/flow/flow-error.ts";
import { unattendedDialog } from "../../../../src/service/login/flow/unattended.ts";
import { withServer } from "../../../support/browser/chromium.ts";
import { type LoginBrowser, never } from "../../../support/browser/login-browser.ts";
import { logInOn } from "./login-flow.ts";

const values = { username: "ann@example.com", password: "Not-the-one 7" };

export const form = `<form id="f" method="post"><label>User name <input name="user"></label>
<label>Password <input type="password" name="pw"></label><button>Sign in</button></form>`;

/** Page of a website, or its server, and the failures that a login on it may have. */
export interface HostileSite {
  readonly site: string | RequestListener;
  readonly kinds: readonly LoginFlowErrorKind[];
  /** Words of the message. */
  readonly says?: RegExp;
  /** Results of a health check; `unknown` where a page cannot be read. */
  readonly checks?: readonly LoginCheck[];
}

/** Expects that a login on a website ends with a failure that names the website as the cause, and so does a check. */
export async function expectNamed(
  browser: LoginBrowser,
  { site, kinds, says = /login_url|credential|log in/, checks = ["unknown", "logged-out"] }: HostileSite,
  { expect, onTestFinished }: Pick<TestContext, "expect" | "onTestFinished">,
): Promise<void> {
  const listener: RequestListener =
    typeof site === "string"
      ? (_request, response) => void response.setHeader("content-type", "text/html; charset=utf-8").end(site)
      : site;
  const { url } = await withServer(listener, onTestFinished);
  const address = url.replace("127.0.0.1", "localhost");
  const page = await browser.page();
  const dialog = unattendedDialog(() => {});
  const failure: unknown = await logInOn(page, address, { dialog, values }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "LoginFlowError", message: expect.stringMatching(says) });
  expect(kinds).toContain((failure as { kind: string }).kind);
  expect(checks).toContain(await checkLogin(page, { url: address }, never));
}
