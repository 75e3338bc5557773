import { describe, expect, test } from "vitest";
import { CursorError } from "../../../src/service/store/list-cursor.ts";
import { opened, useStateDirectory } from "./machines.ts";

useStateDirectory();

const names = ({ items }: { items: readonly { name: string | null }[] }) => items.map(({ name }) => name);

describe("a list", () => {
  const filled = () => {
    const made = opened();
    const { rows, projectId } = made;
    const insert = (name: string, more: object = {}) =>
      rows.insert({ projectId, serial: `serial-${name}`, name, ...more });
    insert("Zürich", { rank: 3, settings: { region: "eu", tags: { team: "shop", "odd.key\"'": "1" } } });
    insert("Bern", { rank: 1, status: "on", finishedAt: 10, settings: { tags: { team: "bank" } } });
    insert("zug", { rank: 2, manual: "x".repeat(1_000), settings: { region: "us" } });
    rows.insert({ projectId, serial: "nameless" });
    return made;
  };

  test("a list returns the newest rows first, without large columns", () => {
    const { own } = filled();
    const page = own.list();
    expect(names(page)).toEqual([null, "zug", "Bern", "Zürich"]);
    expect(page).toMatchObject({ hasMore: false, nextOffset: 0 });
    for (const item of page.items) expect(item).not.toHaveProperty("manual");
    expect(own.find("zug")?.manual).toHaveLength(1_000);
  });

  test.each([
    [{ where: { status: "on" as const } }, ["Bern"]],
    [{ where: { status: ["on", "off"] as const, rank: { atLeast: 2 } } }, ["zug", "Zürich"]],
    [{ where: { rank: { atLeast: 1, below: 3 } } }, ["zug", "Bern"]],
    [{ where: { rank: null } }, [null]],
    [{ where: { rank: { not: null } } }, ["zug", "Bern", "Zürich"]],
    [{ where: { rank: { not: 2 } } }, [null, "Bern", "Zürich"]],
    [{ where: { broken: true } }, []],
    [{ where: { broken: false, status: undefined } }, [null, "zug", "Bern", "Zürich"]],
    [{ where: { region: "eu" } }, ["Zürich"]],
    [{ where: { tags: { members: { team: "shop" } } } }, ["Zürich"]],
    [{ where: { tags: { members: { team: "shop", "odd.key\"'": "1" } } } }, ["Zürich"]],
    [{ where: { tags: { members: { team: "shop", other: "1" } } } }, []],
    [{ query: "ZUR" }, ["Zürich"]],
    [{ query: "zür" }, ["Zürich"]],
    [{ query: "us" }, ["zug"]],
    [{ query: "serial-Bern" }, ["Bern"]],
    [{ query: "serial-Ber" }, []],
    [{ query: "%" }, []],
    [{ query: "bern\neu" }, []],
    [{ query: "z", where: { region: "us" } }, ["zug"]],
    [{ named: "zurich" }, ["Zürich"]],
    [{ named: "ZUG" }, ["zug"]],
    [{ named: "zu" }, []],
  ])("a list with %j gives %j", (options, expected) => {
    const { own } = filled();
    expect(names(own.list(options as never))).toEqual(expected);
  });

  test("a list is sorted on request, with rows without a value at the end", () => {
    const { own } = filled();
    expect(names(own.list({ sortBy: "rank", direction: "asc" }))).toEqual(["Bern", "zug", "Zürich", null]);
    expect(names(own.list({ sortBy: "rank" }))).toEqual(["Zürich", "zug", "Bern", null]);
    expect(names(own.list({ sortBy: "name", direction: "asc", limit: 2, offset: 1 }))).toEqual(["zug", "Zürich"]);
    expect(names(own.list({ direction: "asc" }))).toEqual(["Zürich", "Bern", "zug", null]);
    // @ts-expect-error lists are not sorted by a column that the table does not declare for it
    expect(own.list({ sortBy: "status" }).items).toHaveLength(4);
  });

  test("a list finds a searched text that has changed, also one inside JSON", () => {
    const { own, rows } = filled();
    const row = own.find("Bern");
    if (!row) throw new Error("no row");
    rows.update(row, { settings: { region: "Österreich" } });
    expect(names(own.list({ query: "osterr" }))).toEqual(["Bern"]);
    rows.update(row, { name: "Wien" });
    expect(names(own.list({ query: "wie" }))).toEqual(["Wien"]);
    expect(names(own.list({ query: "bern" }))).toEqual([]);
  });

  test("a list pages by offset and by cursor over rows of one millisecond, each once", () => {
    const { rows, own, projectId } = opened();
    for (let count = 0; count < 25; count++) rows.insert({ projectId, serial: "s", rank: count });
    const expected = Array.from({ length: 25 }, (_, at) => 24 - at);
    const byOffset: (number | null)[] = [];
    for (let offset = 0, more = true; more; ) {
      const page = own.list({ limit: 7, offset });
      byOffset.push(...page.items.map(({ rank }) => rank));
      more = page.hasMore;
      expect(page.nextOffset).toBe(more ? offset + 7 : 0);
      offset = page.nextOffset;
    }
    expect(byOffset).toEqual(expected);
    const byCursor: (number | null)[] = [];
    for (let after: string | undefined; ; ) {
      const page = own.list({ limit: 7, after });
      byCursor.push(...page.items.map(({ rank }) => rank));
      if (!page.hasMore) break;
      after = page.cursor;
      // Rows that are added at the front or removed before the cursor do not move the next page.
      rows.insert({ projectId, serial: "new", rank: 100 });
      const [first] = page.items;
      if (first) rows.delete(first);
    }
    expect(byCursor).toEqual(expected);
    expect(own.list({ limit: 25 }).items).toHaveLength(25);
  });

  test.each(["", "x", "W10", Buffer.from('[1,"2"]').toString("base64url")])("does not take %j as cursor", (after) => {
    expect(() => opened().own.list({ after })).toThrow(CursorError);
  });

  test("a sorted list does not page by cursor", () => {
    const { own } = filled();
    expect(own.list({ sortBy: "rank" }).cursor).toBeUndefined();
    expect(() => own.list({ sortBy: "rank", after: "W10" })).toThrow("a sorted list pages by offset");
  });
});
