import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("every test that SECURITY.md names for a promise exists", () => {
  const rows = readFileSync(join(root, "SECURITY.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| Promise"));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const tests = [...row.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path = ""]) => path);
    expect(tests, row).not.toEqual([]);
    for (const path of tests) expect(existsSync(join(root, path)), path).toBe(true);
  }
});
