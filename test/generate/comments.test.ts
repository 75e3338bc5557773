import { expect, test } from "vitest";
import { misnamedMaxima, projectComments, vagueComments } from "../../src/generate/lint/comments.ts";

const startsOf = (text: string): string[] =>
  vagueComments("src/x/a.ts", text).map(({ line, start }) => `${line} ${start}`);

test.each(["What", "Who", "Whether", "Says", "Tells", "One that"])("a comment that starts with %s is found", (word) => {
  expect(startsOf(`const a = 1;\n/** ${word} is none. */\nexport const b = a;\n`)).toEqual([`2 ${word}`]);
  expect(startsOf(`export class A {\n  /**\n   * ${word} is none.\n   */\n  b = 1;\n}\n`)).toEqual([`2 ${word}`]);
  expect(startsOf(`const a = 1;\n// ${word} is none.\nexport const b = a; // ${word} is more.\n`)).toEqual([
    `2 ${word}`,
    `3 ${word}`,
  ]);
});

test("words inside of a comment and texts are not comments that start with a question word", () => {
  expect(startsOf("/** Filters what is new. Whether it helps is open. */\nexport const a = 1;\n")).toEqual([]);
  expect(startsOf("/** Whatever: a name. */\nexport const a = 1;\n")).toEqual([]);
  expect(startsOf("/* What it is. */\nexport const a = 1;\n")).toEqual([]);
  expect(startsOf("  // A sentence about\n  // What it is.\nexport const a = 1;\n")).toEqual([]);
  expect(startsOf("// A sentence.\n\n// What it is.\nexport const a = 1;\n")).toEqual(["3 What"]);
  expect(startsOf('export const a = "/** What it is. */"; const b = "// What";\n')).toEqual([]);
});

test.each([
  ["/** Maximum size, in bytes. */\nconst SIZE = 5;\n", ["SIZE"]],
  ["/**\n * Longest line.\n */\nexport const line = 2 ** 4;\n", ["line"]],
  ["/** Maximum size, in bytes. */\nexport const MAX_SIZE = 5;\n", []],
  ["/** Maximum wait. */\nconst WAIT_MS = 5;\n", []],
  ["/** Maximum of each. */\nconst sizes = { a: 1 };\n", []],
  ["/** Size. */\nconst SIZE = 5;\n", []],
])("a maximum is named MAX_ or is a time: %j", (text, names) => {
  expect(misnamedMaxima("src/x/a.ts", text).map(({ start }) => start)).toEqual(names);
});

test("every comment of the project names the thing first, and every maximum is named so", async () => {
  expect(await projectComments()).toEqual([]);
});
