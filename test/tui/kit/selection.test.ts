import { expect, test } from "vitest";
import { movedIndex } from "../../../src/tui/kit/selection.tsx";
import { expectRestored, kitViews, resultOf } from "../support/kit-views.ts";
import { ESC, keys } from "../support/log-views.ts";

const opened = kitViews();
const small = { columns: 40, rows: 8 };

test("a list longer than the terminal scrolls with the marked choice and shows its position", async () => {
  const view = await opened("select", "4 of 40", small);
  expect(view.screen()[0]).toBe("Use which context?");
  expect(view.screen()).toContain("> context-3   https://host3.example.com");
  view.type(keys.end);
  await view.shows("40 of 40");
  expect(view.screen()).toContain("> context-39  https://host39.example.com");
  expect(view.screen()[0]).toBe("Use which context?");
  view.type(keys.pageUp);
  await view.shows("34 of 40");
  view.type("k\r");
  await expectRestored(view);
  expect(resultOf(view)).toBe("context-32");
  expect(view.scrollback().join("\n")).not.toContain("Use which context?");
});

test("a list takes a new size of the terminal", async () => {
  const view = await opened("select", "4 of 40", small);
  view.resize(20, 45);
  await view.shows("context-39");
  expect(view.screen()).toContain("> context-3   https…");
});

test.each(["q", ESC])("%j leaves a list without a choice", async (key) => {
  const view = await opened("select", "4 of 40", small);
  view.type(key);
  await expectRestored(view);
  expect(resultOf(view)).toBeNull();
});

test("up and down wrap around, pages and ends do not", () => {
  const from = (index: number, key: Parameters<typeof movedIndex>[1]) => movedIndex(index, key, 10, 4);
  expect([from(0, "up"), from(9, "down"), from(0, { character: "k" }), from(9, { character: "j" })]).toEqual([
    9, 0, 9, 0,
  ]);
  expect([from(2, "pageUp"), from(8, "pageDown"), from(5, "home"), from(5, "end")]).toEqual([0, 9, 0, 9]);
  expect(from(5, "left")).toBeUndefined();
});
