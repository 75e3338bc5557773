import { expect, test } from "vitest";
import { projectDocstrings, vagueDocstrings } from "../../src/generate/lint/docstrings.ts";

const startsOf = (text: string): string[] =>
  vagueDocstrings("src/x/a.ts", text).map(({ line, start }) => `${line} ${start}`);

test.each(["What", "Who", "Whether", "Says", "Tells", "One that"])(
  "a docstring that starts with %s is found",
  (word) => {
    expect(startsOf(`const a = 1;\n/** ${word} is none. */\nexport const b = a;\n`)).toEqual([`2 ${word}`]);
    expect(startsOf(`export class A {\n  /**\n   * ${word} is none.\n   */\n  b = 1;\n}\n`)).toEqual([`2 ${word}`]);
  },
);

test("words inside of a docstring, other comments and texts are not docstrings that start with a question word", () => {
  expect(startsOf("/** Filters what is new. Whether it helps is open. */\nexport const a = 1;\n")).toEqual([]);
  expect(startsOf("/** Whatever: a name. */\nexport const a = 1;\n")).toEqual([]);
  expect(startsOf("/* What it is. */\n// Whether it is.\nexport const a = 1;\n")).toEqual([]);
  expect(startsOf('export const a = "/** What it is. */";\n')).toEqual([]);
});

test("every docstring of the project names the thing first", async () => {
  expect(await projectDocstrings()).toEqual([]);
});
