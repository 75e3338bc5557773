import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { describe, expect, onTestFinished, test } from "vitest";
import { targets } from "../../../src/commands/mcp/lib/targets.ts";
import { type Home, jsonError, program, runHere, startCli, temporaryHome } from "../../support/cli/run-cli.ts";

type Target = (typeof targets)[number];

/** Settings files of clients below the home, and the member that holds servers. */
const files: Readonly<Record<Target, readonly [path: string, key: string]>> = {
  "claude-code": [".claude.json", "mcpServers"],
  "claude-desktop": [".config/Claude/claude_desktop_config.json", "mcpServers"],
  codex: [".codex/config.toml", "mcp_servers"],
  cursor: [".cursor/mcp.json", "mcpServers"],
  gemini: [".gemini/settings.json", "mcpServers"],
  vscode: [".config/Code/User/mcp.json", "servers"],
  windsurf: [".codeium/windsurf/mcp_config.json", "mcpServers"],
  zed: [".config/zed/settings.json", "context_servers"],
};

interface Entry {
  readonly command: string;
  readonly args: readonly string[];
}

function fileOf(home: Home, target: Target): string {
  return join(home.dir, files[target][0]);
}

function put(home: Home, target: Target, text: string): string {
  const path = fileOf(home, target);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function entryOf(home: Home, target: Target): Entry | undefined {
  const text = readFileSync(fileOf(home, target), "utf8");
  const whole = target === "codex" ? parseToml(text) : parseJsonc(text, [], { allowTrailingComma: true });
  return (whole as Record<string, Record<string, Entry>>)[files[target][1]]?.["browserctl"];
}

async function install(home: Home, target: Target, ...words: string[]) {
  const result = await runHere(["mcp", "install", "--target", target, "--yes", ...words], { home });
  expect(result.code, result.stderr).toBe(0);
  return result;
}

async function uninstall(home: Home, target: Target) {
  const result = await runHere(["mcp", "uninstall", "--target", target, "--yes"], { home });
  expect(result.code, result.stderr).toBe(0);
  return result;
}

describe.each(targets)("the settings of %s", (target) => {
  test("are made where there are none, name a command that serves, and are removed again", async () => {
    const home = temporaryHome();
    await install(home, target, "--", "--read-only");
    const { args, command } = entryOf(home, target) as Entry;
    expect([command, args]).toEqual([process.execPath, [program, "mcp", "--read-only"]]);
    expect(statSync(fileOf(home, target)).mode & 0o777).toBe(0o600);
    const text = readFileSync(fileOf(home, target), "utf8");
    await install(home, target, "--", "--read-only");
    expect(readFileSync(fileOf(home, target), "utf8")).toBe(text);
    await uninstall(home, target);
    expect(existsSync(fileOf(home, target))).toBe(false);
    expect((await uninstall(home, target)).stderr).toContain("does not have the server");
  });
});

test("a client starts the server by the command that was written", async () => {
  const home = temporaryHome();
  await install(home, "claude-code", "--", "--read-only");
  const { args, command } = entryOf(home, "claude-code") as Entry;
  const client = new Client({ name: "test", version: "1" });
  // Without a PATH, as from a desktop.
  const { PATH: _, ...env } = home.env;
  await client.connect(new StdioClientTransport({ command, args: [...args], env, stderr: "ignore" }));
  onTestFinished(() => client.close());
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("snapshot");
});

/** Files that installing and uninstalling leave as they were, byte by byte. */
const jsonFiles: readonly (readonly [string, string])[] = [
  ["an empty object", "{}"],
  ["an empty object with a space", "{ }\n"],
  ["an object of one line", '{"numStartups":41,"mcpServers":{"x":{"command":"x"}},"userID":"é"}'],
  ["an object of one line without servers", '{ "theme": "dark" }\n'],
  ["an object with other members", '{\n  "theme": "dark",\n  "list": [1, 2]\n}\n'],
  ["other servers", '{\n  "mcpServers": {\n    "x": { "command": "x", "env": { "KEY": "secret-of-x" } }\n  }\n}\n'],
  ["no other servers", '{\n  "mcpServers": {},\n  "theme": "dark"\n}\n'],
  ["tabs", '{\n\t"mcpServers": {\n\t\t"x": {\n\t\t\t"command": "x"\n\t\t}\n\t}\n}'],
  ["four spaces", '{\n    "theme": "dark"\n}\n'],
  ["lines that end with CRLF", '{\r\n  "theme": "dark",\r\n  "mcpServers": {\r\n    "x": {}\r\n  }\r\n}\r\n'],
  ["a mark of UTF-8", '\ufeff{\n  "theme": "dark"\n}\n'],
  [
    "comments and commas at the end",
    '// mine\n{\n  // servers\n  "mcpServers": { // all of them\n    /* one */ "x": {}, // the last\n  }, // end\n}\n',
  ],
  ["comments alone", "{\n  // nothing yet\n}\n"],
];

test.each(jsonFiles)("JSON with %s is as it was after install and uninstall", async (_name, text) => {
  const home = temporaryHome();
  const path = put(home, "cursor", text);
  chmodSync(path, 0o640);
  await install(home, "cursor");
  const between = readFileSync(path, "utf8");
  expect(entryOf(home, "cursor")?.args).toEqual([program, "mcp"]);
  const plain = (given: string): object => parseJsonc(given.replace("\ufeff", ""), [], { allowTrailingComma: true });
  const { mcpServers: { browserctl: _, ...servers } = {}, ...others } = plain(between) as Record<string, object> & {
    mcpServers?: Record<string, object>;
  };
  const before = plain(text) as Record<string, object>;
  expect({ ...others, mcpServers: servers }).toEqual({ mcpServers: {}, ...before });
  for (const comment of text.match(/\/\/.*|\/\*.*?\*\//g) ?? []) expect(between).toContain(comment);
  if (text.includes("\r\n")) expect(between).not.toMatch(/[^\r]\n/);
  await install(home, "cursor");
  expect(readFileSync(path, "utf8")).toBe(between);
  await install(home, "cursor", "--", "--read-only");
  expect(entryOf(home, "cursor")?.args).toEqual([program, "mcp", "--read-only"]);
  await uninstall(home, "cursor");
  expect(readFileSync(path, "utf8")).toBe(text);
  expect(statSync(path).mode & 0o777).toBe(0o640);
});

const tomlFiles: readonly (readonly [string, string])[] = [
  ["settings alone", 'model = "o5"\n'],
  ["no newline at the end", 'model = "o5" # mine'],
  ["empty lines at the end", "[a]\nb = 1\n\n\n"],
  ["other servers", '[mcp_servers.x]\ncommand = "x"\n\n[mcp_servers.x.env]\nKEY = "secret-of-x"\n'],
  ["comments alone", "# nothing yet\n"],
  ["lines that end with CRLF", '[mcp_servers.x]\r\ncommand = "é"\r\n'],
  ["a text that looks like the table", 'a = """\n[mcp_servers.browserctl]\n"""\n'],
];

test.each(tomlFiles)("TOML with %s is as it was after install and uninstall", async (name, text) => {
  const home = temporaryHome();
  const path = put(home, "codex", text);
  await install(home, "codex");
  const between = readFileSync(path, "utf8");
  expect(between.startsWith(text)).toBe(true);
  expect(entryOf(home, "codex")).toEqual({ command: process.execPath, args: [program, "mcp"] });
  await install(home, "codex");
  expect(readFileSync(path, "utf8")).toBe(between);
  if (name === "a text that looks like the table") {
    const refused = await runHere(["mcp", "uninstall", "--target", "codex", "--yes", "-o", "json"], { home });
    expect(jsonError(refused)).toMatchObject({ code: "client_settings", exit_code: 10 });
    expect(readFileSync(path, "utf8")).toBe(between);
    return;
  }
  await uninstall(home, "codex");
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("a table of TOML is replaced and removed with the tables below it, and those after it stay", async () => {
  const home = temporaryHome();
  const after = '# of y\n[mcp_servers.y]\ncommand = "y"\n';
  const path = put(
    home,
    "codex",
    `[mcp_servers.browserctl]\ncommand = "old"\nargs = []\n\n[mcp_servers.browserctl.env]\nA = "b"\n\n${after}`,
  );
  await install(home, "codex");
  expect(readFileSync(path, "utf8")).toContain(after);
  expect(entryOf(home, "codex")).toEqual({ command: process.execPath, args: [program, "mcp"] });
  await uninstall(home, "codex");
  expect(parseToml(readFileSync(path, "utf8"))).toEqual({ mcp_servers: { y: { command: "y" } } });
  expect(readFileSync(path, "utf8")).toContain(after);
});

test("an entry that is not the first of its object is removed alone", async () => {
  const home = temporaryHome();
  const path = put(home, "cursor", '{"mcpServers":{"x":{}, "browserctl":{"command":"old"}, "y":{}}}');
  await uninstall(home, "cursor");
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ mcpServers: { x: {}, y: {} } });
});

test.each([
  ["cursor", '{\n  "mcpServers": {\n', "line 3, column 1: close brace expected"],
  ["cursor", '{\n  "a": tru\n}', "line 2, column 8: invalid symbol"],
  ["cursor", "[]", "line 1, column 1: the file must be an object"],
  ["cursor", '{ "mcpServers": [] }', 'line 1, column 17: "mcpServers" must be an object'],
  ["codex", 'a = 1\nb = "\n', "line 2, column"],
  ["codex", 'mcp_servers = { x = { command = "x" } }\n', "cannot be edited safely"],
] as const)("a file of %s that is damaged stays as it is: %j", async (target, text, message) => {
  const home = temporaryHome();
  const path = put(home, target, text);
  const result = await runHere(["mcp", "install", "--target", target, "--yes", "-o", "json"], { home });
  const error = jsonError(result);
  expect(error).toMatchObject({ code: "client_settings", exit_code: 10 });
  expect(error.message).toContain(`cannot edit "${path}": `);
  expect(error.message).toContain(message);
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("a person sees the change, without the lines around it, and is asked", async () => {
  const home = temporaryHome();
  const text = '{\n  "mcpServers": {\n    "x": { "env": { "KEY": "secret-of-x" } }\n  }\n}\n';
  const path = put(home, "cursor", text);
  const refused = startCli(["mcp", "install", "--target", "cursor"], { home, tty: true });
  await refused.shows("Change the settings of Cursor?");
  expect(refused.stdout()).toContain(`${path}:2`);
  expect(refused.stdout()).toContain(`+     "browserctl": {`);
  expect(refused.stdout()).not.toContain("secret-of-x");
  refused.write("n\r");
  expect((await refused.done).code).toBe(11);
  expect(readFileSync(path, "utf8")).toBe(text);
  const silent = await runHere(["mcp", "install", "--target", "cursor"], { home });
  expect([silent.code, silent.stderr]).toEqual([2, expect.stringContaining("Add --yes")]);
});

test("--dry-run shows the change and makes none", async () => {
  const home = temporaryHome();
  const path = put(home, "cursor", '{\n  "a": 1\n}\n');
  const { code, stdout } = await runHere(["mcp", "install", "--target", "cursor", "--dry-run", "-o", "json"], { home });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    path,
    action: "updated",
    dry_run: true,
    change: expect.arrayContaining(
      ['+       "command": "', '+   "mcpServers": {'].map((each) => expect.stringContaining(each)),
    ),
  });
  expect(readFileSync(path, "utf8")).toBe('{\n  "a": 1\n}\n');
});

test("a link stays a link", async () => {
  const home = temporaryHome();
  writeFileSync(join(home.dir, "dotfiles.json"), "{}\n");
  symlinkSync(join(home.dir, "dotfiles.json"), join(home.dir, ".claude.json"));
  await install(home, "claude-code");
  expect(lstatSync(join(home.dir, ".claude.json")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(home.dir, "dotfiles.json"), "utf8")).toContain("browserctl");
});

test.each([
  [["--target", "emacs"], "--target: must be one of claude-code"],
  [[], "--target"],
  [["--target", "cursor", "--", "--read-onl"], "--read-onl"],
  [["--target", "cursor", "--", "shop"], 'unexpected argument "shop"'],
])("mcp install %j is refused", async (words, message) => {
  const { code, stderr } = await runHere(["mcp", "install", "--yes", ...words]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
