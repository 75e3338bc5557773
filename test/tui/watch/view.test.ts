import { expect, test } from "vitest";
import { driverViews, expectRestored, resultOf } from "../support/kit-views.ts";
import { keys } from "../support/log-views.ts";

const open = driverViews("watch-driver.ts", "DRIVER_RESULTS");
const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `row ${at}`).join("\n");

test("a watched result marks what has changed, and q leaves the terminal as it was", async () => {
  const view = await open(JSON.stringify(["cart\nshop", "cart\nsold"]), "changed at");
  expect(view.screen()[0]).toMatch(/^Every 1s: a command/);
  expect(view.screen()).toContain("  cart");
  expect(view.screen().some((row) => /^[+~] sold$/.test(row))).toBe(true);
  view.type("q");
  await expectRestored(view);
  expect(resultOf(view)).toBe("left");
});

test("a watched result that is longer than the screen scrolls, and a resize keeps it in sight", async () => {
  const view = await open(JSON.stringify([numbered(60)]), "more below", { rows: 12 });
  view.type(keys.end);
  await view.shows("row 59");
  view.resize(60, 20);
  await view.shows("row 59");
  view.type(keys.home);
  await view.shows("row 0");
  view.type("q");
  await expectRestored(view);
});

test("a watched command with a screen reader draws nothing and ends with q", async () => {
  const view = await open("[]", "reading keys", { env: { INK_SCREEN_READER: "true" } });
  view.type("xq");
  await expectRestored(view);
  expect([resultOf(view), view.output.includes("Every 1s")]).toEqual([0, false]);
});
