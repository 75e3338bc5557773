import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type CliResult, type Home, jsonError, runHere, temporaryHome } from "../support/cli/run-cli.ts";
import { type Answer, type ApiServer, apiServer, authContext, type Seen } from "../support/servers/api-server.ts";

const secret = "sk-stores-0987654321";
const newer = "sk-stores-newer-1234";

let home: Home;
let server: ApiServer;
let valid: string[];
beforeEach(async () => {
  home = temporaryHome();
  valid = [secret];
  const answer = ({ headers }: Seen): Answer =>
    valid.some((token) => headers.authorization === `Bearer ${token}`)
      ? { json: authContext }
      : { status: 401, json: { code: "unauthorized", message: "no" } };
  server = await apiServer({ request: "GET /auth/context", answer, times: "any" });
});

const cli = (args: readonly string[], env: Record<string, string> = {}, stdin?: string): Promise<CliResult> =>
  runHere([...args], { home, env, ...(stdin !== undefined && { stdin }) });
const login = (...args: string[]): Promise<CliResult> =>
  cli(["login", "--base-url", server.url, "--context", "ci", "-o", "json", ...args]);

function context(name = "ci"): Record<string, unknown> | undefined {
  const file = join(home.configDir, "settings.json");
  if (!existsSync(file)) return undefined;
  return JSON.parse(readFileSync(file, "utf8")).contexts[name];
}

/** A program that prints a token, and counts its runs in a file. */
function tokenProgram(prints = `echo ${secret}`): { path: string; runs: () => number } {
  const path = join(home.dir, "token.sh");
  const log = join(home.dir, "runs");
  writeFileSync(path, `#!/bin/sh\necho run >> '${log}'\n${prints}\n`);
  chmodSync(path, 0o700);
  return { path, runs: () => (existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0) };
}

describe("a token from a program", () => {
  test("login checks it and stores the program, not the token", async () => {
    const { path, runs } = tokenProgram();
    const result = await login("--store", "command", "--", path, "--vault", "a b");
    expect(JSON.parse(result.stdout)).toMatchObject({
      store: "command",
      stored_in: `the program "${path}"`,
      checked: true,
      organization_id: "org1",
    });
    expect(context()).toEqual({
      kind: "hosted",
      base_url: server.url,
      token_store: { kind: "command", argv: [path, "--vault", "a b"] },
    });
    expect(runs()).toBe(1);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${secret}`);
  });
  test("words after -- are enough, and a path here is stored whole", async () => {
    tokenProgram();
    await login("--", "./token.sh");
    expect(context()?.["token_store"]).toEqual({ kind: "command", argv: [join(home.dir, "token.sh")] });
  });
  test("what needs no token does not run it", async () => {
    const { path, runs } = tokenProgram();
    await login("--skip-check", "--", path);
    for (const args of [
      ["browsers", "list", "--help"],
      ["browsers", "list", "--dry-run"],
      ["browsers", "list", "--print", "curl"],
      ["config", "explain"],
      ["config", "list"],
      ["context", "list"],
      ["context", "show"],
      ["context", "show", "-o", "env"],
    ]) {
      const { code, stdout } = await cli(args);
      expect([code, stdout.includes(secret)], args.join(" ")).toEqual([0, false]);
    }
    expect(runs()).toBe(0);
    expect((await cli(["config", "explain"])).stdout).toContain(`the program "${path}", named by contexts.ci`);
    expect((await cli(["browsers", "list", "--dry-run", "--show-token"])).stdout).toContain(secret);
    expect(runs()).toBe(1);
  });
  test("it runs again after a 401, and the call is repeated", async () => {
    const { path, runs } = tokenProgram();
    await login("--skip-check", "--", path);
    writeFileSync(
      path,
      `#!/bin/sh\nif [ -e '${home.dir}/second' ]; then echo ${newer}; else : > '${home.dir}/second'; echo old; fi\n`,
    );
    valid = [newer];
    const result = await cli(["auth", "context", "-o", "json"]);
    expect([result.code, result.stderr]).toEqual([0, ""]);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer old", `Bearer ${newer}`]);
    expect(runs()).toBe(0);
  });
  test("a refused token of a program that prints the same again is one 401 that names the program", async () => {
    const { path, runs } = tokenProgram();
    await login("--skip-check", "--", path);
    valid = [];
    expect(jsonError(await cli(["auth", "context", "-o", "json"]))).toMatchObject({
      exit_code: 3,
      http_status: 401,
      token_from: `the program "${path}" of context "ci"`,
    });
    expect([runs(), server.requests.length]).toEqual([2, 1]);
  });
  test("its failure sends nothing, and its stderr is part of the error", async () => {
    const { path } = tokenProgram("echo vault is sealed >&2; exit 3");
    await login("--skip-check", "--", path);
    const failure = { exit_code: 3, code: "token_command_failed", stderr: "vault is sealed\n" };
    expect(jsonError(await cli(["auth", "context", "-o", "json"]))).toMatchObject(failure);
    expect((await cli(["auth", "context"])).stderr).toMatch(/^vault is sealed\nerror: the token program /);
    expect(server.requests).toEqual([]);
  });
  test("a login that fails leaves the old token", async () => {
    await cli(["login", "--base-url", server.url, "--context", "ci", "--token-stdin"], {}, secret);
    const before = context();
    const { path } = tokenProgram("exit 1");
    expect(jsonError(await login("--", path))).toMatchObject({ exit_code: 3, code: "token_command_failed" });
    valid = [];
    tokenProgram();
    expect(jsonError(await login("--", path))).toMatchObject({ http_status: 401 });
    expect(context()).toEqual(before);
  });
  test("logging in again without a store checks the same program", async () => {
    const { path, runs } = tokenProgram();
    await login("--", path);
    expect(JSON.parse((await login()).stdout)).toMatchObject({ store: "command" });
    expect(runs()).toBe(2);
  });
  test("logout removes the reference and names the program", async () => {
    const { path } = tokenProgram();
    await login("--", path);
    const result = await cli(["logout"]);
    expect(context()).toEqual({ kind: "hosted", base_url: server.url });
    expect(result.stderr).toContain(`the program "${path}" still gives the token of context "ci"`);
  });
});

describe("a token from a variable", () => {
  test("login stores the name of the variable", async () => {
    const args = ["login", "--base-url", server.url, "--context", "ci", "--store", "env", "--token-env", "SHOP_TOKEN"];
    expect((await cli(args, { SHOP_TOKEN: secret })).code).toBe(0);
    expect(context()).toEqual({
      kind: "hosted",
      base_url: server.url,
      token_store: { kind: "env", variable: "SHOP_TOKEN" },
    });
    expect((await cli(["auth", "context"], { SHOP_TOKEN: secret })).code).toBe(0);
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${secret}`);
  });
  test("one that is not set is exit 3 and names it; no other token is used", async () => {
    await login("--skip-check", "--token-env", "SHOP_TOKEN");
    expect(jsonError(await cli(["auth", "context", "-o", "json"]))).toMatchObject({
      exit_code: 3,
      code: "no_token",
      message: 'the variable SHOP_TOKEN of context "ci" is not set',
      hint: expect.stringMatching(/^export SHOP_TOKEN=…, or: browserctl login --context ci /),
    });
    expect(server.requests).toEqual([]);
  });
  test("a newline at its end is dropped with a note; a space is refused", async () => {
    await login("--skip-check", "--token-env", "SHOP_TOKEN");
    const result = await cli(["auth", "context"], { SHOP_TOKEN: `${secret}\n` });
    expect([result.code, result.stderr]).toEqual([
      0,
      "note: SHOP_TOKEN ends with a newline, which is not part of the token\n",
    ]);
    expect(jsonError(await cli(["auth", "context", "-o", "json"], { SHOP_TOKEN: "two words" }))).toMatchObject({
      exit_code: 3,
      message: expect.stringContaining("must be one line of visible ASCII characters, without spaces"),
    });
  });
  test("logout says that it is still set", async () => {
    await login("--skip-check", "--token-env", "SHOP_TOKEN");
    expect((await cli(["logout"], { SHOP_TOKEN: secret })).stderr).toContain("warning: SHOP_TOKEN is still set");
  });
});

test("a newline at the end of BROWSERCTL_TOKEN is dropped with a note", async () => {
  const env = { BROWSERCTL_BASE_URL: server.url, BROWSERCTL_TOKEN: `${secret}\r\n` };
  const result = await cli(["auth", "context"], env);
  expect([result.code, result.stderr]).toEqual([
    0,
    "note: BROWSERCTL_TOKEN ends with a newline, which is not part of the token\n",
  ]);
});

test("a base URL that is typed is taken, also where it is that of the local service in use", async () => {
  const state = { base_url: server.url, token: "sk-own", secret: "own", pid: process.pid, version: "1" };
  for (const [dir, name, value] of [
    [home.stateDir, "service.json", state],
    [home.configDir, "settings.json", { version: 1, current: "local", contexts: { local: { kind: "local" } } }],
  ] as const) {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, name), JSON.stringify(value), { mode: 0o600 });
  }
  const result = await cli(["login", "--base-url", server.url, "--token-stdin", "-o", "json"], {}, secret);
  expect([result.code, result.stderr]).toEqual([0, ""]);
  const { context: name } = JSON.parse(result.stdout);
  expect(context(name)).toMatchObject({ kind: "hosted", base_url: server.url, token: secret });
});

test.each<[string[], string]>([
  [["--store", "file", "--", "op"], "the words after --: is for --store command, not --store file"],
  [["--store", "keychain", "--token-env", "X"], "--token-env: is for --store env, not --store keychain"],
  [["--token-env", "X", "--", "op"], "--token-env: is for --store env, not --store command"],
  [["--store", "command"], "the program: is missing; write it after --"],
  [["--store", "command", "--", ""], "the program: is empty"],
  [["--store", "env"], "--token-env: is missing"],
  [["--token-env", "A-B"], "--token-env: must be the name of an environment variable"],
  [["--token-env", "BROWSERCTL_TOKEN"], "--token-env: BROWSERCTL_TOKEN overrides every context"],
  [["--token-stdin", "--", "op"], "--token-stdin: gives a token, and the store is a program"],
  [["--store", "vault"], "--store: "],
])("login %j is exit 2", async (args, message) => {
  const result = await login(...args);
  expect(jsonError(result)).toMatchObject({ exit_code: 2, message: expect.stringContaining(message) });
  expect(context()).toBeUndefined();
});

test.each([
  { kind: "vault" },
  { kind: "keychain" },
  { kind: "command", argv: [] },
  { kind: "command", argv: "op read" },
  { kind: "command", argv: ["op\0"] },
  { kind: "env", variable: "A=B" },
  "keychain",
])("a settings file with the store %j is refused by name", async (token_store) => {
  mkdirSync(home.configDir);
  const contexts = { ci: { kind: "hosted", base_url: server.url, token_store } };
  writeFileSync(join(home.configDir, "settings.json"), JSON.stringify({ version: 1, contexts }), { mode: 0o600 });
  expect(jsonError(await cli(["context", "list", "-o", "json"]))).toMatchObject({
    exit_code: 10,
    code: "settings_invalid",
    details: [{ message: expect.stringMatching(/^contexts\.ci\.token_store: must /) }],
  });
});

test("a settings file with a token beside a store is refused", async () => {
  mkdirSync(home.configDir);
  const ci = { kind: "hosted", token: secret, token_store: { kind: "env", variable: "X" } };
  writeFileSync(join(home.configDir, "settings.json"), JSON.stringify({ version: 1, contexts: { ci } }), {
    mode: 0o600,
  });
  const result = await cli(["context", "list", "-o", "json"]);
  expect(jsonError(result)).toMatchObject({
    exit_code: 10,
    details: [{ message: "contexts.ci.token: must not stand beside token_store; remove one of them" }],
  });
  expect(result.stderr).not.toContain(secret);
});

test("logout --all-contexts removes every token and names the variables that are left", async () => {
  for (const name of ["a", "b"]) {
    await cli(["login", "--base-url", server.url, "--context", name, "--token-stdin"], {}, secret);
  }
  await login("--skip-check", "--token-env", "SHOP_TOKEN");
  await cli(["context", "add", "none", "--base-url", server.url]);
  const result = await cli(["logout", "--all-contexts", "-o", "json"], { BROWSERCTL_TOKEN: secret });
  expect(JSON.parse(result.stdout)).toEqual([
    { context: "a", removed: true },
    { context: "b", removed: true },
    { context: "ci", removed: true },
    { context: "none", removed: false },
  ]);
  expect(result.stderr).toBe("warning: BROWSERCTL_TOKEN is still set\n");
  expect(readFileSync(join(home.configDir, "settings.json"), "utf8")).not.toContain(secret);
  expect((await cli(["logout", "--all-contexts"])).stderr).toContain("No context has a token.");
  expect(jsonError(await cli(["logout", "--all-contexts", "--context", "a", "-o", "json"]))).toMatchObject({
    exit_code: 2,
    message: "--context: contradicts --all-contexts; leave one of them out",
  });
});
