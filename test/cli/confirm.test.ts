import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type Home, runHere, startCli, temporaryHome } from "../support/cli/run-cli.ts";

let home: Home;
const remove = ["context", "remove", "staging"];

beforeEach(() => {
  home = temporaryHome();
  mkdirSync(home.configDir, { mode: 0o700 });
  const contexts = { staging: { kind: "hosted", base_url: "https://staging.example.com", token: "t-1" } };
  writeFileSync(
    join(home.configDir, "settings.json"),
    JSON.stringify({ version: 1, contexts, directories: {}, values: {} }),
    { mode: 0o600 },
  );
});

const left = (): string[] => {
  const text = readFileSync(join(home.configDir, "settings.json"), "utf8");
  return Object.keys((JSON.parse(text) as { contexts: object }).contexts);
};

const terminal = { stdin: true, stdout: true, stderr: true };

describe("where nobody can be asked it is exit 2, and nothing happens", () => {
  test.each([
    ["no terminal", {}, []],
    ["stdin alone is a terminal", { tty: { stdin: true } }, []],
    ["CI", { tty: terminal, env: { CI: "1" } }, []],
    ["--no-input", { tty: terminal }, ["--no-input"]],
    ["BROWSERCTL_NO_INPUT", { tty: terminal, env: { BROWSERCTL_NO_INPUT: "1" } }, []],
  ])("%s", async (_name, options, args) => {
    const result = await runHere([...remove, ...args, "--no-color"], { home, ...options });
    expect([result.code, result.stdout]).toEqual([2, ""]);
    expect(result.stderr).toBe('error: Confirmation needed: remove context "staging" and its token? Add --yes.\n');
    expect(left()).toEqual(["staging"]);
  });
});

test("--yes answers without asking, in a pipe and in CI", async () => {
  const result = await runHere([...remove, "--yes"], { home, env: { CI: "1" } });
  expect([result.code, result.stdout, result.stderr]).toEqual([0, "", 'Removed context "staging".\n']);
  expect(left()).toEqual([]);
});

describe("at a real terminal", () => {
  test("answering no at a terminal is exit 11, and the question names the thing", async () => {
    const cli = startCli(remove, { home, tty: true });
    await cli.shows('Remove context "staging" and its token?');
    cli.write("n\r");
    const result = await cli.done;
    expect(result.code).toBe(11);
    expect(result.stdout).toContain("error: nothing was changed");
    expect(left()).toEqual(["staging"]);
  });
  test("Enter without an answer means no", async () => {
    const cli = startCli(remove, { home, tty: true });
    await cli.shows("its token?");
    cli.write("\r");
    expect((await cli.done).code).toBe(11);
  });
  test("answering yes at a terminal runs the command", async () => {
    const cli = startCli(remove, { home, tty: true });
    await cli.shows("its token?");
    cli.write("y\r");
    const result = await cli.done;
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('Removed context "staging".');
    expect(left()).toEqual([]);
  });
  test("Ctrl-C at the question is exit 130, and nothing happens", async () => {
    const cli = startCli(remove, { home, tty: true });
    await cli.shows("its token?");
    cli.write("\x03");
    expect((await cli.done).code).toBe(130);
    expect(left()).toEqual(["staging"]);
  });
});
