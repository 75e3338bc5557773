import { expect, test } from "vitest";
import { projectCommandLineProblems, rawCommandLines } from "../../src/generate/raw-command-lines.ts";

test("every command line of the project with a value in it is made by commandLine", async () => {
  expect(await projectCommandLineProblems()).toEqual([]);
});

test.each([
  ["`Run browserctl mcp uninstall --target ${flags.target} then`", "browserctl mcp uninstall --target ${flags.target"],
  ["`${hint} --since ${after}`", "${hint} --since ${after"],
  ["`; export ${VARIABLE}=${session_id}`", "export ${VARIABLE}=${session_id"],
  ["`--field ${name}=… ${text}`", "--field ${name}"],
  ['advice.replaceAll("<id>", id)', '.replaceAll("<id>", id)'],
])("a value that is not quoted is found: %s", (text, found) => {
  expect(rawCommandLines(text)).toEqual([found]);
});

test.each([
  "`Run ${commandLine`browsers view ${id}`} then`",
  "`browserctl ${commandLine`browsers view ${id}`}`",
  "`browserctl ${spec.words} --help`",
  "`browserctl help ${topic}`",
  "`${hint} --since ${posixWord(after)}`",
  "`--field ${posixWord(name)}=… ${text}`",
  "{ path: `--field ${key}`, message }",
])("the program's own words and a quoted line are no problem: %s", (text) => {
  expect(rawCommandLines(text)).toEqual([]);
});
