import type { Page } from "playwright-core";

/** Fails a check when the condition is false. */
function expect(condition: boolean, message: string): void {
  if (!condition) throw new Error(message);
}

/** The checks of a page by their names, in the order in which they run. Each one that throws has failed. */
export const checks: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "has a title": async (page) => {
    expect((await page.title()).trim() !== "", "the title is empty");
  },
  "has one main heading": async (page) => {
    const count = await page.locator("h1").count();
    expect(count === 1, `there are ${count} headings of level 1`);
  },
  "every image has a text": async (page) => {
    const count = await page.locator("img:not([alt])").count();
    expect(count === 0, `${count} images have no text`);
  },
};
