import type { ExpectStatic } from "vitest";
import type { LoginQuestion } from "../../../../src/service/login/flow-types.ts";
import { alice, type LoginBrowser } from "../../../support/login-browser.ts";
import { give, logInAt, type RunOptions, stored } from "./login-flow.ts";

interface Context {
  readonly browser: LoginBrowser;
  readonly expect: ExpectStatic;
}

/** Name of a test, path of the demo site, and what the run needs beside user name and password. */
export type StoredLogin = [name: string, path: string, options?: RunOptions];

/** Logs in at a path with a stored credential: to the logged-in page, without a question. */
export async function logsInAlone([, path, options]: StoredLogin, { browser, expect }: Context): Promise<void> {
  const { result, dialog } = await logInAt(browser, path, { values: stored, ...options });
  expect(result.postLoginUrl).toBe(
    browser.site.on("main", ["/spa", "/frame", "/cross-frame"].includes(path) ? path : "/home"),
  );
  expect(result).toMatchObject({ planState: "replayable", values: {} });
  // A frame that is loaded again asks again on this site: its logged-in page cannot be told from the other one.
  expect(result.signature === undefined).toBe(path.endsWith("frame"));
  expect(dialog.steps).toEqual(["DISCOVERING", "SUBMITTING"]);
}

/** Name of a test, path of the demo site, and what the website says of a wrong password. */
export type Refusal = [name: string, path: string, text: string | undefined];

/** Logs in with a stored password that is outdated, and with the values of a person after its refusal. */
export async function asksOnceMore([, path, text]: Refusal, { browser, expect }: Context): Promise<void> {
  const answers = [give({ identifier: alice.name, password: alice.password })];
  const { result, dialog } = await logInAt(browser, path, { values: { ...stored, password: "outdated" }, answers });
  expect(dialog.questions.map(asked)).toEqual([["identifier rejected", "password rejected"]]);
  const [{ websiteError } = {}] = dialog.questions;
  expect(websiteError).toBe(text);
  expect(result).toMatchObject({ planState: "unchecked", values: stored });
}

/** Fields of a question as `type reason`. */
function asked({ fields }: LoginQuestion): string[] {
  return fields.map(({ type, reason }) => `${type} ${reason}`);
}
