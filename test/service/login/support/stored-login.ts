import type { ExpectStatic } from "vitest";
import type { LoginBrowser } from "../../../support/login-browser.ts";
import { logInAt, type RunOptions, stored } from "./login-flow.ts";

/** Name of a test, path of the demo site, and what the run needs beside user name and password. */
export type StoredLogin = [name: string, path: string, options?: RunOptions];

/** Logs in at a path with a stored credential: to the logged-in page, without a question. */
export async function logsInAlone(
  [, path, options]: StoredLogin,
  { browser, expect }: { readonly browser: LoginBrowser; readonly expect: ExpectStatic },
): Promise<void> {
  const { result, dialog } = await logInAt(browser, path, { values: stored, ...options });
  expect(result.postLoginUrl).toBe(
    browser.site.on("main", ["/spa", "/frame", "/cross-frame"].includes(path) ? path : "/home"),
  );
  expect(result).toMatchObject({ planState: "replayable", values: {} });
  // A frame that is loaded again asks again on this site: its logged-in page cannot be told from the other one.
  expect(result.signature === undefined).toBe(path.endsWith("frame"));
  expect(dialog.steps).toEqual(["DISCOVERING", "SUBMITTING"]);
}
