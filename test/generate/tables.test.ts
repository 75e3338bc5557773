import { expect, test } from "vitest";
import { netErrorTable } from "../../src/contract/net-error-table.ts";
import {
  netErrorModule,
  netErrorProblems,
  netErrorsOf,
  projectNetErrorProblems,
} from "../../src/generate/net-errors.ts";
import { findChromium } from "../../src/service/chromium/find.ts";

test("the Chromium at hand has the table's numbers for the names that both know, and lists hundreds", async () => {
  const { path } = await findChromium({ env: process.env });
  const errors = await netErrorsOf(path);
  const known = Object.entries(netErrorTable).filter(([name]) => name in errors);
  expect(Object.fromEntries(known)).toEqual(Object.fromEntries(known.map(([name]) => [name, errors[name]])));
  expect(known.length).toBeGreaterThan(200);
});

test("a table of another Chromium than the client's, or of none, is a problem that names both and the way out", async () => {
  const text = netErrorModule("156.0.8078.79", { ERR_FAILED: -2, OK: 0 });
  expect(text).toContain("  ERR_FAILED: -2,\n}");
  expect(text).not.toContain("OK");
  expect(netErrorProblems(text, "156.0.1.2")).toEqual([]);
  expect(netErrorProblems(text, "157.0.1.2")).toEqual([
    expect.stringMatching(
      /is of Chromium 156, puppeteer-core of Chromium 157\.0\.1\.2; run npm run generate:net-errors/,
    ),
  ]);
  expect(netErrorProblems("export const netErrorTable = {};", "157.0.1.2")).toEqual([
    expect.stringContaining("is of no known version"),
  ]);
  expect(await projectNetErrorProblems()).toEqual([]);
});
