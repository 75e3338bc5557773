import { expect, test } from "vitest";
import { projectCommandLineProblems, rawCommandLines } from "../../src/generate/raw-command-lines.ts";

test("every command line of the project with a value in it is made by commandLine", async () => {
  expect(await projectCommandLineProblems()).toEqual([]);
});

test("a value between the words of a command line is found", () => {
  expect(rawCommandLines("say(`Run browserctl mcp uninstall --target ${flags.target} then`)")).toEqual([
    "browserctl mcp uninstall --target ${flags.target",
  ]);
});

test.each([
  "`Run ${commandLine`browsers view ${id}`} then`",
  "`browserctl ${commandLine`browsers view ${id}`}`",
  "`browserctl ${spec.words} --help`",
  "`browserctl help ${topic}`",
])("the program's own words and a quoted line are no problem: %s", (text) => {
  expect(rawCommandLines(text)).toEqual([]);
});
