import { describe, expect, test } from "vitest";
import type { ArgSpec, FlagKind, FlagSpec } from "../../src/cli/declare/spec.ts";
import { parseWords } from "../../src/cli/input/parse.ts";
import { problemText } from "../../src/core/errors.ts";

const flags: readonly FlagSpec[] = [
  { name: "output", short: "o", kind: "string", summary: "" },
  { name: "header", short: "H", kind: "string", repeat: true, summary: "" },
  { name: "include", short: "i", kind: "boolean", summary: "" },
  { name: "quiet", short: "q", kind: "boolean", summary: "" },
  { name: "headless", kind: "boolean", negatable: true, summary: "" },
  { name: "input", kind: "text", summary: "" },
  { name: "no-input", kind: "boolean", summary: "" },
  { name: "limit", kind: "integer", summary: "" },
];
const args: readonly ArgSpec[] = [
  { name: "id", summary: "", required: true },
  { name: "url", summary: "", required: false },
];

const takesCommand = { words: "exec", rest: { name: "COMMAND", summary: "" } };

function parsed(line: string | readonly string[], withRest = false, withArgs = args) {
  const words = typeof line === "string" ? line.split(" ").filter(Boolean) : line;
  const {
    flags: values,
    args: operands,
    rest,
    problems,
  } = parseWords(words, flags, withArgs, withRest ? takesCommand : { words: "get" });
  return {
    flags: Object.fromEntries(values),
    args: operands,
    rest,
    problems: problems.map(problemText),
  };
}

describe("what is right", () => {
  test.each([
    ["s1", {}, ["s1"]],
    ["--output json s1", { output: ["json"] }, ["s1"]],
    ["s1 --output=json", { output: ["json"] }, ["s1"]],
    ["s1 --output=a=b", { output: ["a=b"] }, ["s1"]],
    ["s1 --output=", { output: [""] }, ["s1"]],
    ["-ojson s1", { output: ["json"] }, ["s1"]],
    ["-qiojson s1", { quiet: [true], include: [true], output: ["json"] }, ["s1"]],
    ["-H a:1 s1 -H b:2", { header: ["a:1", "b:2"] }, ["s1"]],
    ["--headless --no-headless s1", { headless: [true, false] }, ["s1"]],
    ["--input x --no-input s1", { input: ["x"], "no-input": [true] }, ["s1"]],
    ["--no-input s1", { "no-input": [true] }, ["s1"]],
    ["--limit -5 s1", { limit: ["-5"] }, ["s1"]],
    ["--output --debug s1", { output: ["--debug"] }, ["s1"]],
    ["-- -s1 --url", {}, ["-s1", "--url"]],
    ["-", {}, ["-"]],
  ])("%j", (line, values, operands) => {
    expect(parsed(line)).toEqual({ flags: values, args: operands, rest: [], problems: [] });
  });

  test("words after -- are kept unchanged for a command that takes them", () => {
    const { args: operands, rest, problems } = parsed("--output json -- sh -c --output=x --unknown -- y", true, []);
    expect([operands, rest, problems]).toEqual([[], ["sh", "-c", "--output=x", "--unknown", "--", "y"], []]);
  });

  test.each([
    ["node script.js", {}, [], ["node", "script.js"]],
    ["s1 ls /", {}, ["s1"], ["ls", "/"]],
    [
      "-o json s1 -q --header a:1 ls - x=-1",
      { output: ["json"], quiet: [true], header: ["a:1"] },
      ["s1"],
      ["ls", "-", "x=-1"],
    ],
  ])("the command of %j needs no --", (line, values, operands, rest) => {
    const withArgs = args.slice(0, operands.length);
    expect(parsed(line, true, withArgs)).toEqual({ flags: values, args: operands, rest, problems: [] });
  });

  test("spaces, newlines and emptiness of values are preserved", () => {
    expect(parsed(["a b\nc", "", "-H", " x: y "])).toMatchObject({
      args: ["a b\nc", ""],
      flags: { header: [" x: y "] },
      problems: [],
    });
  });
});

describe("what is wrong", () => {
  test.each([
    ["", ["missing argument <id>"]],
    ["a b c d", ['unexpected argument "c"', 'unexpected argument "d"']],
    ["s1 --outptu json", ["--outptu: unknown flag; did you mean --output?"]],
    ["s1 --zzzzzzz", ["--zzzzzzz: unknown flag"]],
    ["s1 -Z", ["-Z: unknown flag"]],
    ["s1 -v", ["-v: unknown flag; use --debug, or --version"]],
    ["s1 --json", ["--json: unknown flag; use -o json"]],
    ["s1 --jq .[0]", ["--jq: unknown flag; use --query EXPR (JMESPath)"]],
    ["s1 --format=json", ["--format: unknown flag; use -o FORMAT, or --template TEXT"]],
    [
      "s1 --url=http://a",
      ["--url: unknown flag; use --base-url URL for the service, or --start-url URL for the page of a session"],
    ],
    ["s1 --no-headles", ["--no-headles: unknown flag; did you mean --no-headless?"]],
    ["s1 --no-quiet", ["--no-quiet: unknown flag; did you mean --quiet?"]],
    ["s1 --include=true", ["--include: takes no value"]],
    ["s1 --headless=false", ["--headless: takes no value; use --headless or --no-headless"]],
    ["s1 --output", ["--output: needs a value"]],
    ["s1 -H", ["-H: needs a value"]],
    ["s1 -qo", ["-qo: needs a value"]],
    ["s1 --header a:1 --output", ["--output: needs a value"]],
  ])("%j", (line, wanted) => {
    expect(parsed(line).problems).toEqual(wanted);
  });

  describe.each<[kind: FlagKind, canBeginWithDash: boolean]>([
    ["string", true],
    ["text", true],
    ["pairs", true],
    ["reference", true],
    ["enum", false],
    ["integer", false],
    ["number", false],
    ["duration", false],
    ["since", false],
    ["viewport", false],
  ])("a flag of kind %s", (kind, canBeginWithDash) => {
    const known: FlagSpec[] = [...flags, { name: "given", short: "g", kind, choices: ["one"], summary: "" }];
    const parse = (line: string) => parseWords(line.split(" "), known, args, { words: "get" });
    const hint = (word: string): string =>
      canBeginWithDash ? `; type one that begins with a dash as --given=${word}` : "";

    test.each([
      ["--given --output json s1", "--given", "--output"],
      ["--given --output=json s1", "--given", "--output"],
      ["--given -o json s1", "--given", "-o"],
      ["--given --no-headless s1", "--given", "--no-headless"],
      ["--given --quiet s1", "--given", "--quiet"],
      ["--given --given=one s1", "--given", "--given"],
      ["--given -- s1", "--given", "--"],
      ["-g --output json s1", "-g", "--output"],
      ["-qg --output json s1", "-qg", "--output"],
    ])("a flag does not take another flag as its value: %s", (line, path, next) => {
      const { args: operands, problems, valueless } = parse(line);
      expect(problems.map(problemText)).toEqual([`${path}: needs a value${hint(next)}`]);
      expect([...valueless]).toEqual(["given"]);
      expect(operands).toEqual(["s1"]);
    });

    test("a flag takes a value that is typed with =, also --", () => {
      for (const word of ["--output", "-o", "--", "--no-headless"])
        expect(parse(`s1 --given=${word}`)).toMatchObject({ flags: new Map([["given", [word]]]), problems: [] });
      expect(parse("s1 -g--output").flags).toEqual(new Map([["given", ["--output"]]]));
    });

    test("a flag takes a dash, a negative number and a duration as its value", () => {
      for (const word of ["-", "-5", "-5m", "-1.5"])
        expect(parse(`s1 --given ${word}`)).toMatchObject({ flags: new Map([["given", [word]]]), problems: [] });
    });

    test(`${canBeginWithDash ? "takes" : "does not take"} a word with dashes that is no flag`, () => {
      const { flags: values, problems } = parse("s1 --given --type=renderer");
      if (canBeginWithDash) expect([values.get("given"), problems]).toEqual([["--type=renderer"], []]);
      else expect(problems.map(problemText)).toEqual(["--given: needs a value", "--type: unknown flag"]);
    });
  });

  test("a choice that begins with a dash is a value", () => {
    const known: FlagSpec[] = [{ name: "given", kind: "enum", choices: ["-fast"], summary: "" }];
    expect(parseWords(["--given", "-fast"], known, [], { words: "get" }).flags).toEqual(
      new Map([["given", ["-fast"]]]),
    );
  });

  test("all parse problems are reported together", () => {
    expect(parsed("--bogus --include=1 s1 --nope --output").problems).toEqual([
      "--output: needs a value",
      "--bogus: unknown flag",
      "--include: takes no value",
      "--nope: unknown flag",
    ]);
  });

  test("known flags keep their values beside unknown ones", () => {
    const { flags: values } = parsed("s1 --bogus --output json");
    expect(values).toEqual({ output: ["json"] });
  });

  test("a flag's value counts once beside a flag without its value", () => {
    expect(parsed("s1 -H a:1 --output").flags).toEqual({ header: ["a:1"] });
  });

  test.each([
    ["s1 ls -la /", "-la", "s1 -- ls -la /"],
    ["s1 ls / -o json", "-o", "s1 -- ls / -o json"],
    ["-q s1 sh -c a;b --help", "-c", "-q s1 -- sh -c 'a;b' --help"],
    ["s1 env -- ls", "--", "s1 -- env -- ls"],
  ])("a flag after the command to run is one problem, with the line to type: %j", (line, flag, typed) => {
    const name = typed.split("-- ")[1]?.split(" ")[0];
    expect(parsed(line, true, args.slice(0, 1)).problems).toEqual([
      `${flag} could belong to exec or to ${name}; put -- before the command to run: browserctl exec ${typed}`,
    ]);
  });

  test("an extra word is a problem where the command to run is optional", () => {
    const login = { words: "login", rest: { name: "PROGRAM", required: false, summary: "" } } as const;
    const { rest, problems } = parseWords(["work", "--", "op"], flags, [], login);
    expect([rest, problems.map(problemText)]).toEqual([["op"], ['unexpected argument "work"']]);
  });
});
