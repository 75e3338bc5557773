import { describe, expect, test } from "vitest";
import { commandArgs, commandFlags } from "../../src/cli/declare/field-flags.ts";
import { globalFlags, needsOf, reservedFlags } from "../../src/cli/declare/global-flags.ts";
import { loadOperation } from "../../src/cli/declare/operations.ts";
import type { CommandSpec } from "../../src/cli/declare/spec.ts";
import { helpOf } from "../../src/cli/help/help.ts";
import { exampleLine } from "../../src/cli/help/help-page.ts";
import { pageText } from "../../src/cli/help/help-text.ts";
import { topics } from "../../src/cli/help/topics/index.ts";
import { composeRequest } from "../../src/cli/input/compose.ts";
import { parseWords } from "../../src/cli/input/parse.ts";
import { argWords, flagValue } from "../../src/cli/input/values.ts";
import { groups } from "../../src/commands/groups.ts";
import type { Problem } from "../../src/core/errors.ts";
import { commands } from "../../src/generate/all-commands.ts";
import { commandHeads } from "../../src/generated/commands.ts";
import { exampleCalls, scriptCalls, writeExampleFiles } from "../support/cli/example-lines.ts";
import { temporaryHome } from "../support/cli/run-cli.ts";

/** `api --input` is the body as it stands: what the global flag of that name is elsewhere. */
const allowed = new Set(["api --input"]);

async function parts(spec: CommandSpec) {
  const operation = spec.operation && (await loadOperation(spec.operation));
  const own = commandFlags(spec, operation);
  const general = globalFlags(spec, needsOf(operation));
  return { operation, own, general, args: commandArgs(spec, operation) };
}

describe.each(commands.map((spec) => [spec.words, spec] as const))("%s", (words, spec) => {
  test("a command has a summary, examples, and flags in kebab case with summaries", async () => {
    const { own, args } = await parts(spec);
    expect(commandHeads.find((head) => head.words === words)?.summary).toMatch(/^[A-Z][^\n]*[^.\s]$/);
    expect(spec.examples.length).toBeGreaterThanOrEqual(2);
    for (const { does } of spec.examples) expect(does).toMatch(/^[A-Z].*[^.]$/);
    for (const flag of own) {
      expect(flag.name, flag.name).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
      expect(flag.summary, `--${flag.name}`).not.toBe("");
      if (flag.kind === "enum") expect(flag.choices?.length, flag.name).toBeGreaterThan(0);
    }
    for (const arg of args) expect(arg.summary, arg.name).not.toBe("");
  });

  test("a command uses no reserved word, and no word twice", async () => {
    const { own, general } = await parts(spec);
    const taken = own.filter((flag) => reservedFlags.includes(flag.name) && !allowed.has(`${words} --${flag.name}`));
    expect(taken.map((flag) => flag.name)).toEqual([]);
    const names = [...own, ...general].flatMap((flag) => [
      `--${flag.name}`,
      ...(flag.short ? [`-${flag.short}`] : []),
      ...(flag.negatable ? [`--no-${flag.name}`] : []),
    ]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  test("a command belongs to a group of help, and is not the beginning of another command", () => {
    const noun = words.split(" ").slice(0, -1).join(" ");
    const help = groups.map((group) => group.words);
    if (noun) expect(help, `add "${noun}" to src/commands/groups.ts, with its summary for help`).toContain(noun);
    const longer = commands.filter((each) => each.words.startsWith(`${words} `)).map((each) => each.words);
    // The argument of completion is the name of a shell, and none has the name of a verb; the others have no argument.
    const isNoun = ["completion", "mcp", "skill"].includes(words);
    expect(longer).toEqual(isNoun ? [`${words} install`, `${words} uninstall`] : []);
    expect(commands.filter((each) => each.words === words)).toHaveLength(1);
  });

  test("help of a command names every argument and flag", async () => {
    const { operation, own, general, args } = await parts(spec);
    const help = pageText(helpOf(spec, operation), 80);
    for (const flag of [...own, ...general]) expect(help).toContain(`${flag.negatable ? "--[no-]" : "--"}${flag.name}`);
    for (const arg of args) expect(help).toContain(arg.name);
    for (const each of spec.examples) expect(help).toContain(`$ ${exampleLine(each)}\n`);
    expect(help).not.toMatch(/undefined|\[object/);
    expect(
      Math.max(...help.split("\n").map((line) => (line.startsWith("  $ ") ? 0 : line.length))),
    ).toBeLessThanOrEqual(80);
  });
});

test("every description in help has three sentences at most", async () => {
  const described = await Promise.all(
    commands.map(async (spec) => [spec.words, spec.description ?? (await parts(spec)).operation?.description] as const),
  );
  const long = described.filter(([, text = ""]) => text.split(/(?<=[^.]\.) (?=[A-Z-])/).length > 3);
  expect(long).toEqual([]);
});

test("every group of help has commands", () => {
  for (const { words } of groups)
    expect(
      commands.some((spec) => spec.words.startsWith(`${words} `)),
      words,
    ).toBe(true);
});

test("the reserved words are held", () => {
  const reserved =
    "output fields query template input context base-url project timeout retry-unsafe dry-run print debug show-token quiet yes no-input no-color all watch help version";
  expect(reservedFlags).toEqual(expect.arrayContaining(reserved.split(" ")));
});

test("the line of every example is parsed without problems", async () => {
  const home = temporaryHome();
  writeExampleFiles(home);
  const calls = exampleCalls(home);
  expect(calls.length).toBeGreaterThan(commands.length);
  for (const { spec, words, line } of calls) await expectNoProblems(spec, words, line, home.dir);
});

test("every command line in a topic of help is parsed without problems", async () => {
  const home = temporaryHome();
  writeExampleFiles(home);
  const pages = await Promise.all(topics.map((topic) => topic.load()));
  const blocks = pages.flatMap(({ sections }) => sections.flatMap((section) => section.blocks));
  const scripts = blocks.flatMap((block) => {
    if (block.kind === "lines") return [block.lines.join("\n")];
    return block.kind === "examples" ? block.examples.map((each) => exampleLine(each).replace(/ >> .*$/, "")) : [];
  });
  const calls = scriptCalls(home, scripts);
  expect(calls.length).toBeGreaterThan(40);
  for (const { spec, words, line } of calls) await expectNoProblems(spec, words, line, home.dir);
});

async function expectNoProblems(spec: CommandSpec, words: readonly string[], line: string, cwd: string): Promise<void> {
  const { operation, own, general, args } = await parts(spec);
  const parsed = parseWords(words, [...own, ...general], args, spec);
  const problems: Problem[] = [...parsed.problems];
  const values: Record<string, unknown> = {};
  for (const flag of [...own, ...general]) {
    const given = parsed.flags.get(flag.name);
    if (!given) continue;
    const found = flagValue(flag, given, Date.now);
    values[flag.name] = found.value;
    problems.push(...found.problems);
  }
  const io = { cwd, env: { PASSWORD: "secret" } } as never;
  const { signal } = new AbortController();
  if (operation) {
    const composed = await composeRequest({
      operation,
      filled: spec.filled,
      rules: spec.rules,
      args,
      argValues: argWords(parsed.args, args),
      flags: own,
      flagValues: values,
      isOpen: false,
      earlier: problems,
      io,
      signal,
    });
    problems.push(...composed.problems);
  }
  expect(problems, line).toEqual([]);
}
