import type { Page } from "playwright-core";

/** Address of a small shop that exists only in the browser of the action, so that the app runs without a network. */
const ADDRESS = "http://shop.test/list?page=1";
const goods: readonly (readonly [name: string, price: string])[] = [
  ["Tent", "129.00"],
  ["Lamp", "24.50"],
  ["Stove", "45.00"],
  ["Rope", "18.90"],
  ["Map", "7.50"],
];
const PAGE_SIZE = 2;

/** Serves the pages of the shop to this page, and returns the address of the first one. */
export async function serveSample(page: Page): Promise<string> {
  await page.route("http://shop.test/**", async (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get("page") ?? 1);
    await route.fulfill({ contentType: "text/html; charset=utf-8", body: listPage(number) });
  });
  return ADDRESS;
}

function listPage(number: number): string {
  const shown = goods.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE);
  const items = shown.map(([name, price]) => `<li class="item"><h2>${name}</h2><p class="price">${price} €</p></li>`);
  const next = number * PAGE_SIZE < goods.length ? `<a rel="next" href="/list?page=${number + 1}">Next</a>` : "";
  return `<!doctype html><title>Shop, page ${number}</title><ul>${items.join("")}</ul>${next}`;
}
