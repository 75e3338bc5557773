import { expect, test } from "vitest";
import { isSameRecord } from "../../src/page-agent/act/same-record.ts";

test.for([
  ["9.95 €", "USD 5.00", false],
  ["9.95 EUR", "1,203.50 EUR", true],
  ["12:30 a.m.", "1:05 pm", true],
  ["5 %", "+3", true],
  ["12", "13", false],
  ["in 5.5 days", "in 6.5 days", false],
] as const)("a row with %j is the same with %j: %j", ([before, now, isSame]) => {
  expect(isSameRecord(["Anna", before], ["Anna", now], [])).toBe(isSame);
});

test("rows of long texts of signs and digits are compared in one pass", () => {
  const texts = ["Anna", ...Array<string>(30).fill(`${"1.".repeat(50_000)}é`)];
  expect(isSameRecord(texts, texts, [])).toBe(true);
});
