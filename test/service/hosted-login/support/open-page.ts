import axe from "axe-core";
import type { ConsoleMessage, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import type { FakeLogin } from "./hosted-server.ts";
import { opened } from "./page-requests.ts";

/** Context of a tab as narrow as a page can be. */
export const narrow = { viewport: { width: 320, height: 640 }, reducedMotion: "reduce" } as const;

/** Opens the page of a login in a tab by its link, with the cookie of this login alone. */
export async function openPage(tab: Page, login: FakeLogin): Promise<Page> {
  await tab.context().clearCookies();
  watchProblems(tab);
  await tab.goto(login.link().url);
  return tab;
}

/** Fails the test for errors of the page's script, and for violations of its policy. */
export function watchProblems(page: Page): void {
  const problems: string[] = [];
  const onMessage = (message: ConsoleMessage): void => {
    if (message.text().includes("Content Security Policy")) problems.push(message.text());
  };
  const onError = (error: Error): void => void problems.push(String(error));
  page.on("console", onMessage).on("pageerror", onError);
  onTestFinished(() => {
    page.off("console", onMessage).off("pageerror", onError);
    expect(problems).toEqual([]);
  });
}

/** Violations of WCAG and of best practices, as text. */
export async function violations(page: Page): Promise<string[]> {
  // The policy of the page forbids a script element, but not the debugging protocol.
  await page.evaluate(axe.source);
  return violationsOf(page);
}

/** Violations that axe finds in the page; only of some rules when they are given. */
async function violationsOf(page: Page, runOnly?: string[]): Promise<string[]> {
  const { violations: found } = await page.evaluate(
    (rules) => (globalThis as unknown as { axe: typeof axe }).axe.run(rules ? { runOnly: rules } : {}),
    runOnly,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)}`);
}

/** Checks the page of a login in its current state, in light and dark colors and a narrow tab. */
export async function hasNoBarrier(tab: Page, login: FakeLogin, reach: (login: FakeLogin) => unknown): Promise<void> {
  const [name = "", value = ""] = (await opened(login)).split("=");
  reach(login);
  await tab.context().clearCookies();
  await tab.context().addCookies([{ name, value, url: login.page, httpOnly: true, sameSite: "Strict" }]);
  watchProblems(tab);
  await tab.emulateMedia({ colorScheme: "light" });
  await tab.goto(login.page);
  for (const summary of await tab.locator("summary").all()) await summary.click();
  expect(await violations(tab)).toEqual([]);
  await tab.emulateMedia({ colorScheme: "dark" });
  expect(await violationsOf(tab, ["color-contrast"])).toEqual([]);
  expect(await tab.evaluate("document.documentElement.scrollWidth")).toBe(320);
}
