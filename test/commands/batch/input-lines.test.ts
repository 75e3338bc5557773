import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { type InputLine, inputLines } from "../../../src/commands/batch/lib/input-lines.ts";
import { MAX_LINE_BYTES } from "../../../src/commands/batch/lib/limits.ts";
import { batchLineSchema } from "../../../src/commands/batch/lib/schema.ts";
import { CliError, problemText } from "../../../src/core/errors.ts";

async function read(...chunks: (string | Uint8Array)[]): Promise<InputLine[]> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield Buffer.from(chunk as Uint8Array);
  }
  const lines: InputLine[] = [];
  for await (const line of inputLines(bytes())) lines.push(line);
  return lines;
}

/** The texts of the error of a line. */
function texts({ command }: InputLine): string[] {
  if (!(command instanceof CliError)) throw new Error("the line is a command");
  return [command.message, ...(command.options.problems ?? []).map(problemText)];
}

test("lines keep their numbers over blank lines, CRLF, a byte order mark and a missing last newline", async () => {
  const lines = await read('\ufeff["a"]\r\n\r\n  \n{"args":["b","ü"],"id":{"n":1}}\n', '{"args":["c"],"stdin":""}');
  expect(lines).toEqual([
    { line: 1, command: { args: ["a"], stdin: undefined } },
    { line: 4, id: { n: 1 }, command: { args: ["b", "ü"], stdin: undefined } },
    { line: 5, command: { args: ["c"], stdin: "" } },
  ]);
});

test("chunks of one byte give the same lines", async () => {
  const text = '["a","ü"]\n\n{"args":["b"],"id":null}\n';
  const bytes = [...Buffer.from(text)].map((byte) => Buffer.from([byte]));
  expect(await read(...bytes)).toEqual(await read(text));
});

test.each([
  ['["browsers", s3cret]', "the line is not JSON: column 14: a value expected"],
  ['["a"] "s3cret"', "the line is not JSON: column 7: nothing more expected"],
  ['["a', "the line is not JSON: column 4: the text ends, the string is not closed"],
  ['"s3cret"', "the line: must be an array or an object, not a string"],
  ["null", "the line: must be an array or an object, not null"],
  ["[]", "args: has no words"],
  ['["a",1]', "args[1]: must be a string, not a number"],
  ['["a","\\u0000"]', "args[1]: has a NUL character"],
  ["{}", "args: is missing"],
  ["  {s3cret}", 'the line is not JSON: column 4: a property name or "}" expected'],
  ["browserctl", "args: has no words"],
  ["browsers get 's3cret", "position 14: a ' that is not closed; only one plain command is read, and nothing is run"],
  ["browsers list | s3cret", "position 15: a pipe; only one plain command is read, and nothing is run"],
  ["browsers list; s3cret", "position 14: a second command; only one plain command is read, and nothing is run"],
  ["browsers get $s3cret", "position 14: a variable, which is not expanded; put quotes '…' around it to mean the text"],
  ["browsers get $'\\x00s3cret'", "args[2]: has a NUL character"],
  ['{"args":"s3cret"}', "args: must be an array of words, not a string"],
  ['{"args":["a"],"stdin":1}', "stdin: must be a string, not a number"],
  ['{"args":["a"],"s3cret":1}', "the line: must have no members beside args, id, stdin"],
])("%s is refused without repeating it", async (line, message) => {
  const [bad, next] = await read(`${line}\n["a"]\n`);
  const all = texts(bad as InputLine);
  expect(all[0]).toBe(message);
  expect(all.join()).not.toContain("s3cret");
  expect((bad as { command: CliError }).command.options.hint).toBe(
    'write a line as ["browsers","list"], or as in a shell: browsers list',
  );
  expect(next).toEqual({ line: 2, command: { args: ["a"], stdin: undefined } });
});

test("a plain line is the words of a shell; comments are skipped", async () => {
  const typed = [
    "browsers list",
    "# all of them: browsers list",
    "  browserctl browsers get 'a b' \"c d\" e\\ f '$HOME' '' # the session\r",
    "wait browser shop --for 'viewport.width=1280'",
    '"browsers" list *',
    "- x",
  ];
  expect(await read(typed.join("\n"))).toEqual(
    [
      [1, "browsers", "list"],
      [3, "browsers", "get", "a b", "c d", "e f", "$HOME", ""],
      [4, "wait", "browser", "shop", "--for", "viewport.width=1280"],
      [5, "browsers", "list", "*"],
      [6, "-", "x"],
    ].map(([line, ...args]) => ({ line, command: { args, stdin: undefined } })),
  );
});

test("every problem of a line is reported, with its id", async () => {
  const [line] = await read('{"args":[1,{}],"stdin":[],"id":"x"}\n');
  expect(line?.id).toBe("x");
  expect(texts(line as InputLine)).toEqual([
    "3 problems with the input",
    "args[0]: must be a string, not a number",
    "args[1]: must be a string, not an object",
    "stdin: must be a string, not an array",
  ]);
});

test("a raw NUL and bytes that are not UTF-8 are refused", async () => {
  const lines = await read('["a\0"]\n', Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d, 10]), '["a"]');
  expect(lines.map(({ line }) => line)).toEqual([1, 2, 3]);
  expect(texts(lines[0] as InputLine)[0]).toContain("a control character in a string must be escaped");
  expect(texts(lines[1] as InputLine)[0]).toBe("the line is not UTF-8 text");
});

test("a line over the limit is refused by its size, and the next one is read", async () => {
  const fits = `["${"x".repeat(MAX_LINE_BYTES - 4)}"]`;
  const lines = await read(fits, "\n", `${fits} `, "\n", '["a"]\n');
  expect(lines[0]?.command).not.toBeInstanceOf(CliError);
  expect(texts(lines[1] as InputLine)[0]).toBe(
    `the line has ${MAX_LINE_BYTES + 1} bytes; the limit is ${MAX_LINE_BYTES}`,
  );
  expect(lines[2]).toMatchObject({ line: 3, command: { args: ["a"] } });
});

test("the schema of a line accepts and refuses the same lines as the reader", async () => {
  const validate = new Ajv2020().compile(batchLineSchema);
  const values = [
    ["a"],
    [],
    ["a", 1],
    ["a\0"],
    {},
    { args: ["a"] },
    { args: ["a"], id: null, stdin: "x" },
    { args: [] },
    { args: ["a"], stdin: 1 },
    { args: ["a"], other: 1 },
    "a",
    null,
  ];
  const lines = await read(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
  expect(lines.map(({ command }) => !(command instanceof CliError))).toEqual(values.map((value) => validate(value)));
});
