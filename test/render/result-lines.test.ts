import { describe, expect, test } from "vitest";
import { plain } from "../../src/render/palette.ts";
import type { RenderOptions } from "../../src/render/render-options.ts";
import { markChanges, resultLines } from "../../src/render/result-lines.ts";

const options: RenderOptions = {
  format: "text",
  columns: [{ path: "id" }, { path: "name" }, { path: "created_at", title: "created", as: "age" }],
  terminal: true,
  width: 80,
  palette: plain,
  now: Date.parse("2026-01-01T00:01:00Z"),
};

async function marks(before: unknown, now: unknown, more: Partial<RenderOptions> = {}): Promise<string[]> {
  const later = { ...options, now: options.now + 5_000, ...more };
  const lines = markChanges(await resultLines(before, { ...options, ...more }), await resultLines(now, later));
  return lines.map(({ mark, text }) => `${mark ?? " "} ${text}`.trimEnd());
}

const item = (id: string, name: string) => ({ id, name, created_at: "2026-01-01T00:00:00Z" });

describe("changes of a list", () => {
  test("new, changed and gone items are marked, however the columns move; older ages are no change", async () => {
    const now = [item("a", "cart"), item("b", "a longer name"), item("d", "new")];
    expect(await marks([item("a", "cart"), item("b", "x"), item("c", "old")], now)).toEqual([
      "  ID  NAME           CREATED",
      "  a   cart           1m 5s ago",
      "~ b   a longer name  1m 5s ago",
      "+ d   new            1m 5s ago",
      "- c   old   1m ago",
    ]);
  });
  test("without room for a table, the changed value is marked", async () => {
    expect(await marks([item("a", "cart")], [item("a", "shop")], { width: 8 })).toEqual([
      "  ID a",
      "~ NAME shop",
      "  CREATED 1m 5s ago",
    ]);
  });
});

test("changed, new and gone values of a record are marked", async () => {
  const more = { columns: undefined };
  expect(await marks({ id: "a", x: 1, old: true }, { id: "a", x: 2, own: [1] }, more)).toEqual([
    "  id   a",
    "~ x    2",
    "+ own  1",
    "- old  true",
  ]);
});

test("lines of JSON that were not there before are marked", async () => {
  const lines = await marks({ id: "a", x: 1 }, { id: "a", x: 2 }, { format: "json" });
  expect(lines).toEqual(["  {", '    "id": "a",', '~   "x": 2', "  }"]);
});
