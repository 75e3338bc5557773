import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type CliResult, type Home, runCli, runHere, temporaryHome } from "../../support/cli/run-cli.ts";
import { apiServer, session } from "../../support/servers/api-server.ts";

const secret = "sk-context-0987654321";
const base_url = "https://browsers.example.com";
const stores = {
  file: { token: secret },
  keychain: { token_store: { kind: "keychain", account: "browsers.example.com/0a1b" } },
  command: { token_store: { kind: "command", argv: ["printf", secret] } },
  env: { token_store: { kind: "env", variable: "SHOP_TOKEN" } },
};

let home: Home;
beforeEach(() => {
  home = temporaryHome();
});

function write(address = base_url): void {
  mkdirSync(home.configDir, { recursive: true });
  const contexts = Object.fromEntries(
    Object.entries(stores).map(([name, entry]) => [name, { kind: "hosted", base_url: address, ...entry }]),
  );
  writeFileSync(join(home.configDir, "settings.json"), JSON.stringify({ version: 1, current: "command", contexts }));
}

const cli = (...args: string[]): Promise<CliResult> => runHere([...args, "-o", "json"], { home });
const stored = (): Record<string, unknown> =>
  JSON.parse(readFileSync(join(home.configDir, "settings.json"), "utf8")).contexts;

test("context list and show name the store of each token, without asking it or showing arguments", async () => {
  write();
  const list = await cli("context", "list");
  expect(JSON.parse(list.stdout).map(({ name, token }: { name: string; token: string }) => [name, token])).toEqual([
    ["file", "stored"],
    ["keychain", "the keychain"],
    ["command", 'the program "printf"'],
    ["env", "the variable SHOP_TOKEN"],
  ]);
  expect(JSON.parse((await cli("context", "show")).stdout)).toMatchObject({ token: 'the program "printf"' });
  expect(list.stdout).not.toContain(secret);
});

test("config explain names the store and the entry in the settings", async () => {
  write();
  const rows = JSON.parse((await cli("config", "explain")).stdout);
  expect(rows.find(({ setting }: { setting: string }) => setting === "token")).toEqual({
    setting: "token",
    value: "not read yet",
    source: "file",
    from: `the program "printf", named by contexts.command.token_store in ${join(home.configDir, "settings.json")}`,
    shadows: [],
  });
});

test("rename keeps the store, remove drops it", async () => {
  write();
  await cli("context", "rename", "command", "vault");
  expect(stored()["vault"]).toEqual({ kind: "hosted", base_url, ...stores.command });
  expect((await cli("auth", "token")).stdout).toContain(secret);
  for (const name of ["vault", "env"]) expect((await cli("context", "remove", name, "--yes")).code).toBe(0);
  expect(Object.keys(stored())).toEqual(["file", "keychain"]);
});

test("the store of a context is not asked for another service", async () => {
  write();
  const result = await cli("auth", "token", "--base-url", "https://evil.example.com");
  expect(result.code).toBe(3);
  expect(result.stdout + result.stderr).not.toContain(secret);
  expect(result.stderr).toContain(`has one, but only for ${base_url}`);
});

test("browsers run gives its command the token from the store", async () => {
  const server = await apiServer(
    { request: "POST /browsers", answer: { json: session() } },
    { request: "DELETE /browsers/s1", answer: { status: 204 } },
  );
  write(server.url);
  const result = await runCli(["browsers", "run", "--", "sh", "-c", "echo $BROWSERCTL_TOKEN"], { home });
  expect(result).toMatchObject({ code: 0, stdout: `${secret}\n` });
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${secret}`, `Bearer ${secret}`]);
});
