import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { commandArgs, commandFlags } from "../../../src/cli/declare/field-flags.ts";
import { globalFlags, needsOf } from "../../../src/cli/declare/global-flags.ts";
import { parseWords } from "../../../src/cli/input/parse.ts";
import { refusalCodes } from "../../../src/contract/agent-parts.ts";
import { operations } from "../../../src/contract/index.ts";
import type { PlainOperation } from "../../../src/contract/plain.ts";
import { commands } from "../../../src/generate/all-commands.ts";
import { scriptCalls, writeExampleFiles } from "../../support/cli/example-lines.ts";
import { type Home, jsonError, runHere, temporaryHome } from "../../support/cli/run-cli.ts";

const plain = JSON.parse(JSON.stringify(operations)) as readonly PlainOperation[];

async function guide(): Promise<string> {
  return (await runHere(["skill"])).stdout;
}

function put(home: Home, path: string, text: string): string {
  const file = join(home.dir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

test("the guide has the front matter of a skill, and is short", async () => {
  const text = await guide();
  const [, matter = ""] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  const { description, name } = parse(matter) as { description: string; name: string };
  expect(name).toMatch(/^[a-z0-9-]{1,64}$/);
  expect(description.length).toBeLessThanOrEqual(1_024);
  expect(text.split("\n").length).toBeLessThan(180);
  expect(JSON.parse((await runHere(["skill", "-o", "json"])).stdout)).toBe(text);
});

test("every command line of the guide is one of this version", async () => {
  const home = temporaryHome();
  writeExampleFiles(home);
  const blocks = [...(await guide()).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  const calls = scriptCalls(home, blocks);
  expect(calls.length).toBeGreaterThan(15);
  for (const { line, spec, words } of calls) {
    const operation = plain.find(({ id }) => id === spec.operation);
    const flags = [...commandFlags(spec, operation), ...globalFlags(spec, needsOf(operation))];
    expect(parseWords(words, flags, commandArgs(spec, operation), spec).problems, line).toEqual([]);
  }
});

test("the guide has every refusal of an act and every noun", async () => {
  const text = await guide();
  for (const code of Object.keys(refusalCodes)) expect(text).toContain(`- \`${code}\`: `);
  for (const { words } of commands) expect(text).toContain(`\`${words.split(" ")[0]}\``);
});

test.each([
  [["--target", "claude-code"], ".claude/skills/browserctl/SKILL.md"],
  [["--target", "codex"], ".agents/skills/browserctl/SKILL.md"],
  [["--target", "agents"], ".agents/skills/browserctl/SKILL.md"],
  [[], ".agents/skills/browserctl/SKILL.md"],
  [["--directory", "here/skills"], "here/skills/browserctl/SKILL.md"],
])("skill install %j writes the guide, renews it, and takes it back", async (flags, path) => {
  const home = temporaryHome();
  const file = join(home.dir, path);
  const act = async (verb: string) => {
    const { code, stderr, stdout } = await runHere(["skill", verb, ...flags, "-o", "json"], { home });
    expect(code, stderr).toBe(0);
    return (JSON.parse(stdout) as { changes: { action: string }[] }).changes.map(({ action }) => action);
  };
  expect(await act("install")).toEqual(["created"]);
  expect(readFileSync(file, "utf8")).toBe(await guide());
  expect(await act("install")).toEqual(["unchanged"]);
  writeFileSync(file, readFileSync(file, "utf8").replace("0.0.0", "0.0.1"));
  expect(await act("install")).toEqual(["updated"]);
  expect(await act("uninstall")).toEqual(["removed"]);
  expect(existsSync(dirname(file))).toBe(false);
  expect(await act("uninstall")).toEqual(["absent"]);
});

test("a skill of somebody else is neither replaced nor removed", async () => {
  const home = temporaryHome();
  const file = put(home, ".claude/skills/browserctl/SKILL.md", "---\nname: mine\n---\n");
  const refused = await runHere(["skill", "install", "--target", "claude-code", "-o", "json"], { home });
  expect(jsonError(refused)).toMatchObject({ code: "foreign_file", exit_code: 10 });
  expect((await runHere(["skill", "uninstall", "--target", "claude-code"], { home })).code).toBe(0);
  expect(readFileSync(file, "utf8")).toBe("---\nname: mine\n---\n");
});

test.each([
  ["no file", undefined],
  ["a text", "# Rules\n\n- Be kind.\n"],
  ["a text without a newline at its end", "# Rules"],
  ["lines that end with CRLF", "# Rules\r\n"],
])("AGENTS.md with %s gets one line, and is as it was after uninstall", async (_name, text) => {
  const home = temporaryHome();
  const file = join(home.dir, "AGENTS.md");
  if (text !== undefined) writeFileSync(file, text);
  for (let round = 0; round < 2; round += 1) {
    expect((await runHere(["skill", "install", "--agents-md"], { home })).code).toBe(0);
    const lines = readFileSync(file, "utf8").split(/\r?\n/);
    expect(lines.filter((line) => line.includes("browserctl skill"))).toHaveLength(1);
  }
  expect(existsSync(join(home.dir, ".agents"))).toBe(false);
  expect((await runHere(["skill", "uninstall", "--agents-md"], { home })).code).toBe(0);
  expect(existsSync(file) ? readFileSync(file, "utf8") : undefined).toBe(text);
});

test("--target and --directory exclude each other", async () => {
  const { code, stderr } = await runHere(["skill", "install", "--target", "agents", "--directory", "x"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("--directory: cannot be combined with --target")]);
});
