import { fieldsOf, type LoginTest, logIn, never } from "../../../support/browser/login-browser.ts";

/** Path of the demo site, its error, and the status of its answer. */
export type RefusedPassword = [path: string, error: string, status: number];

/** Logs in with a wrong password: the same form again, with one line more. */
export async function refusesPassword(
  [path, error, status]: RefusedPassword,
  { browser, expect }: LoginTest,
): Promise<void> {
  const page = await browser.at(path);
  const before = await page.facts(never);
  const watch = page.watchRequests();
  expect(watch.posted).toBe(false);
  const after = await logIn(page, "wrong");
  expect(watch.loginStatus()).toBe(status);
  watch.stop();
  expect(after.lines.filter((line) => !before.lines.includes(line))).toEqual([error]);
  expect(fieldsOf(after)).toEqual(fieldsOf(before));
}
