import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli, startCli, temporaryHome } from "../support/cli/run-cli.ts";

const service = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: "t" };

/** A home whose directory has a named pipe that nobody writes to. */
function withPipe(...parts: string[]) {
  const home = temporaryHome();
  Object.assign(home.env, service);
  const path = join(home.dir, ...parts);
  mkdirSync(join(path, ".."), { recursive: true });
  execFileSync("mkfifo", [path]);
  return { home, path };
}

test.each([
  ["--input", ["browsers", "create", "--input", "@pipe", "--dry-run"]],
  ["--template", ["browsers", "list", "--template", "@pipe"]],
  ["-H", ["browsers", "curl", "shop", "https://example.com", "-H", "@pipe", "--dry-run"]],
  ["a file of commands", ["batch", "pipe"]],
])("%s from a pipe without a writer ends with --timeout", async (_, words) => {
  const { home } = withPipe("pipe");
  const { code, stderr } = await runCli([...words, "--timeout", "1s"], { home, cwd: home.dir });
  expect([code, stderr]).toEqual([6, expect.stringContaining("timed out after 1s")]);
});

test("a value from a pipe is read when its writer comes", async () => {
  const { home, path } = withPipe("pipe");
  const words = ["browsers", "create", "--input", "@pipe", "--dry-run", "-o", "json"];
  const running = startCli(words, { home, cwd: home.dir });
  await writeFile(path, '{"name": "from-a-pipe"}');
  const { code, stdout, stderr } = await running.done;
  expect(code, stderr).toBe(0);
  expect(stdout).toContain("from-a-pipe");
});

test.each([
  [".gitignore", ["app", ".gitignore"], ["apps", "deploy", "app", "--dry-run"]],
  ["package.json", ["app", "package.json"], ["apps", "deploy", "app", "--dry-run"]],
  ["a profile", ["a profile"], ["profiles", "import", "a profile"]],
  ["AGENTS.md", ["AGENTS.md"], ["skill", "install", "--agents-md"]],
  ["SKILL.md", ["skills", "browserctl", "SKILL.md"], ["skill", "install", "--directory", "skills"]],
])("a named pipe in place of %s is an error at once", async (name, place, words) => {
  const { home } = withPipe(...place);
  const { code, stderr } = await runCli(words, { home, cwd: home.dir });
  expect([code, stderr]).toEqual([10, expect.stringMatching(/cannot read ".*": is not a regular file/)]);
  expect(stderr).toContain(name);
});
