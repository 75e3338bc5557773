import type { LoginPage } from "../../../../src/service/login/drive/login-page.ts";
import type { CheckedSite } from "../../../../src/service/login/flow/check-login.ts";
import type { LoginQuestion } from "../../../../src/service/login/flow/flow-types.ts";
import { unattendedDialog } from "../../../../src/service/login/flow/unattended.ts";
import { alice, type LoginTest } from "../../../support/browser/login-browser.ts";
import { give, logInAt, logInOn, type RunOptions, stored } from "./login-flow.ts";

/** Page after a login, and what a later check of the login needs. */
interface LoggedIn {
  readonly page: LoginPage;
  readonly site: CheckedSite;
}

/** Name of a test, path of the demo site, and what the run needs beside user name and password. */
export type StoredLogin = [name: string, path: string, options?: RunOptions];

/** Logs in at a path with a stored credential: to the logged-in page, without a question. */
export async function logsInAlone([, path, options]: StoredLogin, { browser, expect }: LoginTest): Promise<void> {
  await logInStored(path, options, { browser, expect });
}

/** As {@link logsInAlone}; gives what a later check of the login needs. */
export async function logInStored(
  path: string,
  options: RunOptions | undefined,
  { browser, expect }: LoginTest,
): Promise<LoggedIn> {
  const page = await browser.page();
  const url = browser.site.on("main", path);
  const { result, dialog } = await logInOn(page, url, { values: stored, ...options });
  const staysThere = ["/spa", "/frame", "/cross-frame"].includes(path);
  expect(result.postLoginUrl).toBe(staysThere ? url : browser.site.on("main", "/home"));
  expect(result).toMatchObject({ planState: "replayable", values: {} });
  // A reloaded frame asks again on this site, so that its logged-in page looks like the logged-out one.
  expect(result.signature === undefined).toBe(path.endsWith("frame"));
  expect(dialog.steps).toEqual(["DISCOVERING", "SUBMITTING"]);
  return { page, site: { url, signature: result.signature } };
}

/** Name of a test, path of the demo site, and the website's text for a wrong password. */
export type Refusal = [name: string, path: string, text: string | undefined];

/** Logs in with a stored password that is outdated, and with the values of a person after its refusal. */
export async function asksOnceMore([, path, text]: Refusal, { browser, expect }: LoginTest): Promise<void> {
  const answers = [give({ identifier: alice.name, password: alice.password })];
  const { result, dialog } = await logInAt(browser, path, { values: { ...stored, password: "outdated" }, answers });
  expect(dialog.questions.map(asked)).toEqual([["identifier rejected", "password rejected"]]);
  const [{ websiteError } = {}] = dialog.questions;
  expect(websiteError).toBe(text);
  expect(result).toMatchObject({ planState: "unchecked", values: stored });
}

/** Logs in on the page with a list of directories, whose stored value is one of the list, without a question. */
export async function choosesStored(directory: string, { browser, expect }: LoginTest): Promise<void> {
  const dialog = unattendedDialog(() => {});
  const { result } = await logInAt(browser, "/directory", { values: { ...stored, directory }, dialog });
  expect(result.planState).toBe("replayable");
  expect(result.requirements).toContainEqual({ kind: "customer_input", key: "directory" });
}

/** Fields of a question as `type reason`. */
function asked({ fields }: LoginQuestion): string[] {
  return fields.map(({ type, reason }) => `${type} ${reason}`);
}
