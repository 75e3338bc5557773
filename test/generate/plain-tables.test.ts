import { expect, test } from "vitest";
import { plainLookups, projectTableProblems } from "../../src/generate/lint/plain-tables.ts";

test("no table is a plain object that is asked for computed words", async () => {
  expect(await projectTableProblems()).toEqual([]);
});

test.each([
  ["a constant", "const roles: Record<string, string> = {};"],
  ["a read-only one", "export const roles: Readonly<Record<string, string>> = {};"],
  ["a partial one", "const roles: Readonly<Partial<Record<string, string>>> = {};"],
])("the look-up of a computed word in %s is found with its line", (_what, declaration) => {
  expect(plainLookups("a.ts", `${declaration}\nfunction roleOf(word: string) {\n  return roles[word];\n}`)).toEqual([
    { line: 3, table: "roles" },
  ]);
});

test.each([
  ["a literal word", "const roles: Record<string, string> = {};\nroles['a'];"],
  ["a known key", "const roles: Record<'a' | 'b', string> = { a: '', b: '' };\nroles[key];"],
  ["a table", "const roles = table<string>({});\nroles.get(word);"],
])("a look-up by %s is no problem", (_what, text) => {
  expect(plainLookups("a.ts", text)).toEqual([]);
});
