import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, onTestFinished } from "vitest";
import { CHROMIUM } from "../../../support/browser/chromium.ts";

/** Pages in which persons log in, each without the cookies of the others, in one browser for the tests of a file. */
export function persons(): () => Promise<Page> {
  let started: Promise<Browser> | undefined;
  afterAll(async () => await (await started)?.close());
  return async () => {
    started ??= puppeteer.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    const context = await (await started).createBrowserContext();
    onTestFinished(() => context.close());
    return await context.newPage();
  };
}

async function press(page: Page, selector: string): Promise<void> {
  await page.waitForSelector(selector);
  await Promise.all([page.waitForNavigation(), page.click(selector)]);
}

/** Types a name and a password and consents, on the pages of the authorization server. */
export async function logsIn(page: Page): Promise<string> {
  await page.waitForSelector("input[name=login]");
  await page.type("input[name=login]", "ada");
  await page.type("input[name=password]", "correct-horse");
  await press(page, "button[type=submit]");
  await press(page, "button[type=submit]");
  return String(await page.evaluate("document.body.innerText"));
}

/** Leaves the login. */
export async function declines(page: Page): Promise<string> {
  await press(page, 'a[href$="/abort"]');
  return String(await page.evaluate("document.body.innerText"));
}

/** Types the code of a device. */
export async function typesCode(page: Page, code: string): Promise<void> {
  await page.waitForSelector("input[name=user_code]");
  await page.type("input[name=user_code]", code);
  await press(page, "button[type=submit]");
}
