import { describe, expect, test } from "vitest";
import { route } from "../../src/cli/route/route.ts";
import { suggestion } from "../../src/cli/route/suggest.ts";
import { aliasesOf } from "../../src/cli/route/verb-aliases.ts";
import { commandHeads } from "../../src/generated/commands.ts";

function routed(...argv: string[]): string {
  const where = route(argv, commandHeads);
  return where.to === "command" ? `${where.head.words} | ${where.words.join(" ")}` : `help ${where.words.join(" ")}`;
}

function refusal(...argv: string[]): { message: string; exit: string; hint: string | undefined } {
  try {
    route(argv, commandHeads);
  } catch (error) {
    const { message, exit, options } = error as { message: string; exit: string; options: { hint?: string } };
    return { message, exit, hint: options.hint };
  }
  throw new Error(`${argv.join(" ")} was routed`);
}

test.each([
  ["browsers list", "browsers list | "],
  ["browsers list --limit 3", "browsers list | --limit 3"],
  ["-o json browsers list", "browsers list | -o json"],
  ["--output json --debug browsers --context x list --all", "browsers list | --output json --debug --context x --all"],
  ["--output=json browsers list", "browsers list | --output=json"],
  ["-ojson browsers list", "browsers list | -ojson"],
  ["--context --output json browsers list", "browsers list | --context --output json"],
  ["browsers get list", "browsers get | list"],
  ["browsers get browsers list", "browsers get | browsers list"],
  ["browsers computer screenshot s1", "browsers computer screenshot | s1"],
  ["browsers run -- browsers list", "browsers run | -- browsers list"],
  ["browsers get -", "browsers get | -"],
  ["api GET /x --help", "api | GET /x --help"],
  ["browsers ls --all", "browsers list | --all"],
  ["-o json browsers show s1", "browsers get | -o json s1"],
  ["browsers rm s1", "browsers delete | s1"],
  ["context rm c1", "context remove | c1"],
  ["context show c1", "context show | c1"],
  ["browsers fs rm s1 /x", "browsers fs rm | s1 /x"],
  ["browsers fs ls s1 /x", "browsers fs list | s1 /x"],
  ["version", "version | "],
])("%s", (line, wanted) => {
  expect(routed(...line.split(" "))).toBe(wanted);
});

test.each([
  ["", "help "],
  ["--help", "help "],
  ["-h", "help "],
  ["browsers --help", "help browsers"],
  ["--debug browsers -h", "help browsers"],
  ["browsers computer --help", "help browsers computer"],
])("help: %s", (line, wanted) => {
  expect(routed(...line.split(" ").filter(Boolean))).toBe(wanted);
});

describe("words that name nothing are exit 2, with a suggestion where one is near", () => {
  test.each([
    ["browser", 'unknown command "browser"; did you mean "browsers"?', "browserctl --help"],
    [
      "browsers lst",
      'unknown command "lst" for "browsers"; did you mean "browsers list"?',
      "browserctl browsers --help",
    ],
    [
      "browsers computer screenshto",
      'unknown command "screenshto" for "browsers computer"; did you mean "browsers computer screenshot"?',
      "browserctl browsers computer --help",
    ],
    ["list", 'unknown command "list"; did you mean "browsers list"?', "browserctl --help"],
    ["status", 'unknown command "status"; did you mean "local status"?', "browserctl --help"],
    ["delete", 'unknown command "delete"; did you mean "browsers delete"?', "browserctl --help"],
    ["ls", 'unknown command "ls"; did you mean "browsers list"?', "browserctl --help"],
    ["zzzzzz", 'unknown command "zzzzzz"', "browserctl --help"],
    ["browsers zzzzzz x y", 'unknown command "zzzzzz" for "browsers"', "browserctl browsers --help"],
    [
      "browsers title shop",
      'unknown command "title" for "browsers"; did you mean "browsers playwright execute"?',
      "browserctl browsers playwright execute ID 'return await page.title()'",
    ],
    ["goto https://example.com", 'unknown command "goto"; did you mean "browsers goto"?', "browserctl --help"],
    ["constructor", 'unknown command "constructor"', "browserctl --help"],
    ["browsers constructor", 'unknown command "constructor" for "browsers"', "browserctl browsers --help"],
  ])("%s", (line, message, hint) => {
    expect(refusal(...line.split(" "))).toEqual({ message, hint, exit: "usage" });
  });

  test.each([
    ["a noun in the singular", "browser list", "browsers list"],
    ["another plural", "proxy create", "proxies create"],
    ["letters that changed places, with a verb", "brwosers list", "browsers list"],
    ["letters that changed places in a short word", "browsers crul shop", "browsers curl"],
    ["slips in both words", "profil lst", "profiles list"],
    ["a verb before its noun", "list browsers", "browsers list"],
    ["a verb before a noun in the singular", "create browser", "browsers create"],
    ["a verb of another tool before a noun", "describe profiles work", "profiles get"],
    ["a word of another tool", "ps", "browsers list"],
    ["a noun of another tool with its verb", "sessions list", "browsers list"],
    ["attach", "attach shop", "browsers view"],
    ["rm", "rm shop", "browsers delete"],
    ["a group without the one above it", "computer click shop 1 2", "browsers computer click"],
    ["a command without its inner group", "browsers click shop 1 2", "browsers computer click"],
    ["a verb of another tool in a group", "browsers process ps shop", "browsers process list"],
    ["a nested verb", "auth login", "auth connections login"],
    ["a run of an app", "apps run shop import", "invoke"],
    ["a log of a session", "browsers logs shop", "browsers logs tail"],
    ["a page of a session", "browsers navigate shop https://a", "browsers goto"],
    ["a script for a page", "browsers eval shop", "browsers playwright execute"],
    ["a shell in a session", "browsers shell shop", "browsers process exec"],
  ])("%s: %s", (_what, line, meant) => {
    expect(refusal(...line.split(" ")).message).toContain(`; did you mean "${meant}"?`);
  });

  test("the suggestion for an unknown command ignores words after --", () => {
    expect(refusal("list", "--", "profiles").message).toContain('did you mean "browsers list"?');
  });

  test("unknown words with --help are exit 2, because help with exit 0 would hide the mistake", () => {
    expect(refusal("browsers", "lst", "--help").message).toContain('unknown command "lst"');
    expect(refusal("nonsense", "-h").message).toContain('unknown command "nonsense"');
  });

  test.each([
    ["browsers", /^"browsers" needs a command: create, list, get, /],
    ["browsers --debug", /^"browsers" needs a command: /],
    ["browsers -- list", /^"browsers" needs a command: /],
    ["browsers computer", /^"browsers computer" needs a command: screenshot/],
    ["--debug", /^missing command$/],
  ])("a group without a command is exit 2: %s", (line, message) => {
    const refused = refusal(...line.split(" "));
    expect(refused.message).toMatch(message);
    expect(refused.exit).toBe("usage");
  });
});

test.each([
  ["-v", "-v: unknown flag; use --debug, or --version"],
  ["-x", "-x: unknown flag"],
  ["--outptu", "--outptu: unknown flag; did you mean --output?"],
  ["--json", "--json: unknown flag; use -o json"],
])("an unknown flag without a command is named: %s", (word, message) => {
  expect(refusal(word)).toEqual({ message, hint: "browserctl --help", exit: "usage" });
});

test.each([
  ["context create", "context add"],
  ["context delete", "context remove"],
  ["context get", "context show"],
])("%s is %s", (typed, meant) => {
  const where = route(typed.split(" "), commandHeads);
  expect(where.to === "command" && where.head.words).toBe(meant);
});

test("browsers ls runs browsers list", () => {
  const where = route(["browsers", "ls"], commandHeads);
  expect(where.to === "command" && where.head.words).toBe("browsers list");
});

test("no command has the words of another command's alias", () => {
  const words = commandHeads.map((head) => head.words);
  const taken = words.flatMap((each) => aliasesOf(each).filter((alias) => words.includes(alias)));
  expect(taken).toEqual([]);
});

test("only a similar word is suggested", () => {
  const known = ["list", "get", "delete", "screenshot"];
  expect(suggestion("lsit", known)).toBe("list");
  expect(suggestion("scr", known)).toBe("screenshot");
  expect(suggestion("x", known)).toBeUndefined();
  expect(suggestion("completely", known)).toBeUndefined();
  expect(suggestion("list", [])).toBeUndefined();
});
