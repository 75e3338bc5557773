import { describe, expect, test } from "vitest";
import { limitsOf, notYetSaid } from "../../src/cli/declare/field-limits.ts";
import { loadOperation } from "../../src/cli/declare/operations.ts";
import { commandHelp, helpCommand } from "../../src/cli/help/help-command.ts";
import { exitsOf } from "../../src/cli/help/help-exits.ts";
import { groupHelp, rootHelp, startPage } from "../../src/cli/help/help-groups.ts";
import { exampleLine, type HelpPage } from "../../src/cli/help/help-page.ts";
import { helpWidth, pageText, wrapHelp } from "../../src/cli/help/help-text.ts";
import { topics } from "../../src/cli/help/topics/index.ts";
import { groups } from "../../src/commands/groups.ts";
import { errorCodes } from "../../src/contract/errors.ts";
import { Io } from "../../src/core/io.ts";
import { commands } from "../../src/generate/all-commands.ts";
import { commandHeads } from "../../src/generated/commands.ts";
import { runCli } from "../support/cli/run-cli.ts";

async function everyPage(): Promise<readonly HelpPage[]> {
  return [
    startPage(commandHeads, groups),
    rootHelp(commandHeads, groups),
    ...groups.map(({ words }) => groupHelp(words, commandHeads, groups)),
    ...(await Promise.all(commandHeads.map((head) => commandHelp(head, commandHeads, groups)))),
    ...(await Promise.all(topics.map((topic) => topic.load()))),
  ];
}

/** Lines that are typed, which no width wraps. */
function typedLines({ sections }: HelpPage): ReadonlySet<string> {
  const blocks = sections.flatMap((section) => section.blocks);
  return new Set(
    blocks.flatMap((block) => {
      if (block.kind === "examples") return block.examples.map((each) => `  $ ${exampleLine(each)}`);
      return block.kind === "lines" ? block.lines.map((line) => `  ${line}`) : [];
    }),
  );
}

test.each([20, 27, 40, 80, 100])("every page of help fits into %i columns", async (width) => {
  for (const page of await everyPage()) {
    const typed = typedLines(page);
    const long = pageText(page, width)
      .split("\n")
      .filter((line) => line.length > width && !typed.has(line));
    expect(long, page.name).toEqual([]);
  }
});

test("browserctl without arguments fits on a screen of 24 rows, with each command once", async () => {
  const mark = "the pager ran";
  const { stdout } = await runCli([], { tty: true, columns: 80, env: { BROWSERCTL_PAGER: `echo ${mark}; cat` } });
  expect(stdout).not.toContain(mark);
  expect(stdout.trimEnd().split("\n").length).toBeLessThan(24);
  const [, list = ""] = /Commands:\n([\s\S]*?)\n\n/.exec(stdout) ?? [];
  const names = list.split(/[,\s]+/).filter((name) => name !== "");
  expect(names).toEqual(expect.arrayContaining(["browsers", "completion", "doctor"]));
  expect(names).toEqual([...new Set(names)]);
  const all = await runCli(["help"], { tty: true, env: { BROWSERCTL_PAGER: `echo ${mark}; cat` } });
  expect(all.stdout).toContain(mark);
  expect(all.stdout.match(/^ {2}completion /gm)).toHaveLength(1);
});

test("the width of help is that of the terminal, 20 to 100, and 80 in a pipe", () => {
  const width = (columns: number, stdout: boolean): number =>
    helpWidth(new Io({ width: columns, tty: { stdin: false, stdout, stderr: true } } as never));
  expect([width(57, true), width(5, true), width(300, true), width(57, false)]).toEqual([57, 20, 100, 80]);
});

test("a terminal of 40 columns gets help of 40 columns", async () => {
  const { stdout } = await runCli(["browsers", "create", "--help"], { tty: true, columns: 40 });
  const lines = stdout.split("\n").filter((line) => !/^ {2}(?:\$|GET|POST|PUT|PATCH|DELETE) /.test(line));
  expect(Math.max(...lines.map((line) => line.length))).toBeGreaterThan(30);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
});

test.each([
  ["one two three", 8, ["one two", "three"]],
  ["--button left|right|middle", 14, ["--button", "left|right|", "middle"]],
  ["abcdefghijkl", 5, ["abcde", "fghij", "kl"]],
])("help wraps %j at %i columns", (text, width, lines) => {
  expect(wrapHelp(text, width)).toEqual(lines);
});

describe("limits of a field in words", () => {
  test.each([
    [{ type: "integer", minimum: 1, maximum: 100 }, undefined, ["1 to 100"]],
    [{ type: "integer", minimum: 10, maximum: 259_200 }, "seconds", ["10s to 3d"]],
    [{ type: "integer", minimum: 1000, maximum: 60_000 }, "milliseconds", ["1s to 1m"]],
    [{ type: "integer", minimum: 50, maximum: 1500 }, "milliseconds", ["50ms to 1500ms"]],
    [{ type: "integer", minimum: 0 }, undefined, []],
    [{ type: "integer", minimum: 2 }, undefined, ["at least 2"]],
    [{ type: "string", minLength: 1, maxLength: 255 }, undefined, ["1 to 255 characters"]],
    [{ type: "string", maxLength: 255 }, undefined, ["at most 255 characters"]],
    [
      { type: "string", "x-expects": "an http or https URL", maxLength: 9 },
      undefined,
      ["an http or https URL", "at most 9 characters"],
    ],
    [{ type: "string", "x-expects": "1 to 9 letters", maxLength: 9 }, undefined, ["1 to 9 letters"]],
    [{ type: "string", format: "date-time" }, undefined, ["an RFC 3339 time"]],
    [{ type: "array", minItems: 2, maxItems: 9 }, undefined, ["2 to 9"]],
    [
      { type: "array", maxItems: 9, items: { type: "string", maxLength: 5 } },
      undefined,
      ["at most 9", "each at most 5 characters"],
    ],
    [{ type: "object", maxProperties: 50 }, undefined, ["at most 50"]],
    [undefined, undefined, []],
  ] as const)("%j", (schema, unit, limits) => {
    expect(limitsOf(schema, unit)).toEqual(limits);
  });

  test("limits that the summary contains are not repeated", () => {
    const notes = ["an absolute path of at most 9 characters", "default 5", "five"];
    expect(notYetSaid("Absolute path, or five", notes)).toEqual(["at most 9 characters", "default 5"]);
  });
});

test.each([
  [
    "browsers create",
    "rate-limited",
    "the project runs as many sessions or invocations as its limit allows (project_limit_reached)",
  ],
  ["browsers get", "not-found", "browser_deleted, not_found"],
  ["browsers curl", "outcome-failed", "the request of the browser failed; net_error names the reason (network_error)"],
  ["browsers fs download", "local-file", "a file here is missing, exists already, or cannot be read or written"],
  ["profiles delete", "declined", "declined by the user"],
  [
    "browsers process spawn",
    "failed",
    "command_not_executable, command_not_found, command_too_long, cwd_not_found, browser_restarted, container_failed",
  ],
  [
    "browsers process exec",
    "failed",
    "command_too_long, cwd_not_found, browser_restarted, output_too_large, container_failed",
  ],
  ["invocations wait", "timeout", "--timeout is over; the invocation keeps running"],
])("help of %s names the exit %s", async (words, exit, meaning) => {
  const spec = commands.find((each) => each.words === words);
  const operation = spec?.operation && (await loadOperation(spec.operation));
  const row = spec && exitsOf(spec, operation).find(([term]) => term.endsWith(`  ${exit}`));
  expect(row?.[1]).toBe(meaning);
});

test("help of a command that runs another program lists that program's exit code first", () => {
  const spec = commands.find((each) => each.words === "browsers run");
  expect(spec && exitsOf(spec, undefined)[0]?.[0]).toBe("  *  own");
});

test("help points to commands and topics that exist, and never to itself", async () => {
  const words = commandHeads.map((head) => head.words);
  const names = topics.map((topic) => topic.name);
  for (const { name, sections } of await everyPage()) {
    for (const block of sections.flatMap((section) => section.blocks)) {
      if (block.kind !== "pages") continue;
      expect(words, name).toEqual(expect.arrayContaining([...block.commands]));
      expect(names, name).toEqual(expect.arrayContaining([...block.topics]));
      expect(block.commands).not.toContain(name);
    }
  }
  for (const group of groups) expect(names).toEqual(expect.arrayContaining([...(group.topics ?? [])]));
});

test("help of every command with an operation shows the operation", async () => {
  const curl = commandHeads.find((head) => head.words === "browsers curl");
  const help = pageText(await commandHelp(curl as never, commandHeads, groups), 80);
  expect(help).toContain("\nAPI:\n  POST /browsers/{id}/curl\n");
});

describe("topics", () => {
  test.each(topics.map((topic) => [topic.name, topic] as const))(
    "topic %s is a text of 15 lines or more",
    async (name, topic) => {
      const text = pageText(await topic.load(), 80);
      expect(text.split("\n").length).toBeGreaterThanOrEqual(15);
      // Tables of data are as long as their data.
      if (!["error-codes", "flags"].includes(name)) expect(text.split("\n").length).toBeLessThanOrEqual(60);
    },
  );

  test("topic error-codes lists every code of the API", async () => {
    const text = pageText(await helpCommand(["error-codes"], commandHeads, groups), 80);
    for (const code of Object.keys(errorCodes)) expect(text).toContain(`  ${code} `);
  });

  test("topic local, which is a group too, shows the text and the commands", async () => {
    const text = pageText(await helpCommand(["local"], commandHeads, groups), 80);
    expect(text).toContain("State:");
    expect(text).toContain("  local start ");
  });

  test("help topics lists every topic", async () => {
    const text = pageText(await helpCommand(["topics"], commandHeads, groups), 80);
    for (const { name } of topics) expect(text).toContain(`  ${name} `);
  });
});

test.each([
  ["envrionment", "environment"],
  ["list browsers", "browsers list"],
  ["browsers crul", "browsers curl"],
])("help %s suggests %s, with exit 2", async (typed, meant) => {
  await expect(helpCommand(typed.split(" "), commandHeads, groups)).rejects.toMatchObject({
    exit: "usage",
    message: `there is no help on "${typed}"; did you mean "${meant}"?`,
  });
});
