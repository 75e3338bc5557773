import { defineApp } from "browserctl/app";
import { chromium, type Page } from "playwright-core";
import { serveSample } from "./sample.ts";

interface Payload {
  readonly url?: string;
  readonly item?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly next?: string;
  readonly max_pages?: number;
}

type Item = Readonly<Record<string, string | null>>;

const selector = (description: string) => ({ type: "string", minLength: 1, description });

export default defineApp({
  name: "example-app",
  actions: {
    scrape: {
      input_schema: {
        type: "object",
        properties: {
          url: selector("First page of the list; a sample shop when left out"),
          item: selector("CSS selector of an item, .item by default"),
          fields: {
            type: "object",
            additionalProperties: selector("CSS selector inside of the item"),
            description: "Fields of an item by their names; name and price by default",
          },
          next: selector("CSS selector of the link to the next page, a[rel=next] by default"),
          max_pages: { type: "integer", minimum: 1, maximum: 100, description: "10 by default" },
        },
        additionalProperties: false,
      },
      run: async (context, payload: Payload | undefined) => {
        const { item = ".item", next = "a[rel=next]", max_pages: maxPages = 10 } = payload ?? {};
        const fields = payload?.fields ?? { name: "h2", price: ".price" };
        const session = await context.createBrowser({ headless: true });
        const browser = await chromium.connectOverCDP(session.cdp_ws_url);
        try {
          const page = browser.contexts()[0]?.pages()[0] ?? (await browser.newPage());
          await page.goto(payload?.url ?? (await serveSample(page)));
          const items: Item[] = [];
          // A list whose last page links to an earlier one ends all the same.
          const seen = new Set<string>();
          while (!seen.has(page.url())) {
            seen.add(page.url());
            const found = await itemsOf(page, item, fields);
            items.push(...found);
            console.log(`page ${seen.size}: ${found.length} items`);
            const link = page.locator(next).first();
            if (seen.size >= maxPages || (await link.count()) === 0) break;
            const href = await link.getAttribute("href");
            if (href === null) break;
            await page.goto(new URL(href, page.url()).href);
          }
          return { pages: seen.size, items };
        } finally {
          await browser.close();
        }
      },
    },
  },
});

/** Text of each field of each item on the page; null for a field that an item does not have. */
async function itemsOf(page: Page, item: string, fields: Readonly<Record<string, string>>): Promise<Item[]> {
  const items: Item[] = [];
  for (const row of await page.locator(item).all()) {
    const values = Object.entries(fields).map(async ([name, css]) => {
      const field = row.locator(css).first();
      return [name, (await field.count()) === 0 ? null : (await field.innerText()).trim()] as const;
    });
    items.push(Object.fromEntries(await Promise.all(values)));
  }
  return items;
}
