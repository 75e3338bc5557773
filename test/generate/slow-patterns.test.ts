import { expect, test } from "vitest";
import { projectPatternProblems, slowPatterns } from "../../src/generate/lint/slow-patterns.ts";

test("no regular expression that reads texts from outside is slow for long ones", async () => {
  expect(await projectPatternProblems()).toEqual([]);
});

test.each([
  ["a run at the end", "/[\\s:*]+$/u"],
  ["two repetitions that share characters", "/^\\d*\\d*x$/"],
  ["a repetition of a repetition", "/^(?:a+)+$/"],
])("%s is found with its line", (_what, pattern) => {
  expect(slowPatterns("a.ts", `const fast = /^a+$/;\nconst slow = ${pattern};`)).toEqual([{ line: 2, pattern }]);
});

test.each(["/^[\\s:*]+$/u", "/(?<![\\s:*])[\\s:*]+$/u", "/\\d{4}/", "/^(?:a|b)+$/"])("%s is no problem", (pattern) => {
  expect(slowPatterns("a.ts", `const fast = ${pattern};`)).toEqual([]);
});
