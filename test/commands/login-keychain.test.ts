import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { root } from "../../src/generate/paths.ts";
import { values } from "../complete/support/ask.ts";
import { listServer } from "../complete/support/list-server.ts";
import { Child } from "../settings/support/places.ts";
import { type Keyring, startBus, startKeyring } from "../support/cli/keyring.ts";
import {
  type CliResult,
  type Home,
  jsonError,
  program,
  runHere,
  startCli,
  temporaryHome,
} from "../support/cli/run-cli.ts";
import { type ApiServer, apiServer, authContext } from "../support/servers/api-server.ts";
import { until } from "../support/until.ts";

const secret = "sk-keychain-0987654321";
const newer = "sk-keychain-newer-1234";

let keyring: Keyring;
beforeAll(async () => {
  keyring = await startKeyring();
});
afterAll(() => keyring[Symbol.asyncDispose]());

let home: Home;
let server: ApiServer;
beforeEach(async () => {
  home = temporaryHome();
  server = await apiServer({ request: "GET /auth/context", answer: { json: authContext }, times: "any" });
});

const cli = (args: readonly string[], stdin?: string, env: Record<string, string> = keyring.env): Promise<CliResult> =>
  runHere([...args, "-o", "json"], { home, env, ...(stdin !== undefined && { stdin }) });

const login = (token: string, store: string, ...args: string[]): Promise<CliResult> =>
  cli(["login", "--base-url", server.url, "--context", "ci", "--store", store, "--token-stdin", ...args], token);

const settingsText = (): string => readFileSync(join(home.configDir, "settings.json"), "utf8");

/** The token that the service got last. */
async function tokenSent(env?: Record<string, string>): Promise<string | undefined> {
  const before = server.requests.length;
  const result = await cli(["auth", "context", "--context", "ci"], undefined, env);
  expect(result.code, result.stderr).toBe(0);
  expect(server.requests.length).toBe(before + 1);
  return server.requests.at(-1)?.headers.authorization;
}

test("login keeps the token in the keychain and out of the settings, and commands use it", async () => {
  const before = await keyring.entries();
  const result = await login(secret, "keychain");
  expect(JSON.parse(result.stdout)).toMatchObject({ context: "ci", store: "keychain", stored_in: "the keychain" });
  expect(settingsText()).not.toContain(secret);
  expect(result.stdout + result.stderr).not.toContain(secret);
  expect(await keyring.entries()).toBe(before + 1);
  expect(await tokenSent()).toBe(`Bearer ${secret}`);
  const status = JSON.parse((await cli(["auth", "status"])).stdout);
  expect(status).toMatchObject([{ context: "ci", stored_in: "the keychain", state: "valid" }]);
});

test("a second login stays in the keychain and replaces the entry", async () => {
  await login(secret, "keychain");
  const before = await keyring.entries();
  const again = await cli(["login", "--context", "ci", "--token-stdin"], newer);
  expect(JSON.parse(again.stdout)).toMatchObject({ store: "keychain" });
  expect(await keyring.entries()).toBe(before);
  expect(await tokenSent()).toBe(`Bearer ${newer}`);
});

test("moving between stores leaves the token in the new one alone", async () => {
  const before = await keyring.entries();
  await login(secret, "file");
  expect(settingsText()).toContain(secret);
  await login(secret, "keychain");
  expect(settingsText()).not.toContain(secret);
  expect(await keyring.entries()).toBe(before + 1);
  await login(newer, "file");
  expect(settingsText()).toContain(newer);
  expect(settingsText()).not.toContain("token_store");
  expect(await keyring.entries()).toBe(before);
});

test("a renamed context keeps its entry; removing it removes the entry", async () => {
  const before = await keyring.entries();
  await login(secret, "keychain");
  expect((await cli(["context", "rename", "ci", "prod"])).code).toBe(0);
  const shown = await cli(["context", "show", "prod", "--show-token"]);
  expect(JSON.parse(shown.stdout)).toMatchObject({ name: "prod", token: secret });
  expect((await cli(["context", "remove", "prod", "--yes"])).code).toBe(0);
  expect(await keyring.entries()).toBe(before);
});

test("logout removes the entry", async () => {
  const before = await keyring.entries();
  await login(secret, "keychain");
  const result = await cli(["logout", "--context", "ci"]);
  expect(JSON.parse(result.stdout)).toEqual({ context: "ci", removed: true });
  expect(await keyring.entries()).toBe(before);
  expect(settingsText()).not.toContain("token_store");
  expect(jsonError(await cli(["auth", "context", "--context", "ci"]))).toMatchObject({
    exit_code: 3,
    code: "no_token",
  });
});

test("an entry that was removed by other means is exit 3 and names the context", async () => {
  await login(secret, "keychain");
  const { token_store } = JSON.parse(settingsText()).contexts.ci;
  const { removeFromKeychain } = await import("../../src/settings/tokens/keychain.ts");
  const options = { env: { ...home.env, ...keyring.env }, signal: new AbortController().signal };
  expect(await removeFromKeychain(token_store, options)).toBe(true);
  expect(jsonError(await cli(["auth", "context"]))).toMatchObject({
    exit_code: 3,
    code: "no_token",
    message: expect.stringContaining('the keychain of context "ci" has no entry'),
    hint: `browserctl login --context ci --base-url ${server.url}`,
  });
});

test("when the settings cannot be written, the new entry is removed again and the old token stays", async () => {
  await login(secret, "file");
  const before = await keyring.entries();
  chmodSync(home.configDir, 0o500);
  const args = ["login", "--context", "ci", "--store", "keychain", "--token-stdin", "-o", "json"];
  const child = new Child(process.execPath, [program, ...args], {
    env: { ...home.env, ...keyring.env },
    bound: true,
  });
  child.process.stdin?.end(newer);
  const { code, stderr } = await child.ended;
  chmodSync(home.configDir, 0o700);
  expect(code, stderr).toBe(10);
  expect(stderr).toContain("permission denied");
  expect(await keyring.entries()).toBe(before);
  expect(await tokenSent()).toBe(`Bearer ${secret}`);
});

test("when only the backup of the settings cannot be written, the new token stays in use", async () => {
  await login(secret, "keychain");
  const before = await keyring.entries();
  const backup = join(home.configDir, "settings.backup.json");
  rmSync(backup);
  mkdirSync(backup);
  expect(jsonError(await login(newer, "keychain"))).toMatchObject({ exit_code: 10 });
  expect(await keyring.entries()).toBe(before);
  expect(await tokenSent()).toBe(`Bearer ${newer}`);
});

test("Ctrl-C while the keychain is asked leaves no entry and the old token", async () => {
  await login(secret, "file");
  const before = await keyring.entries();
  keyring.freeze();
  try {
    const args = ["login", "--context", "ci", "--store", "keychain", "--token-stdin"];
    const running = startCli(args, { home, env: keyring.env, stdin: newer });
    const children = (): Promise<string> =>
      execa("pgrep", ["-P", String(running.child.pid)], { reject: false }).then(({ stdout }) => stdout);
    await until(children, { what: "the process that asks the keychain" });
    running.kill("SIGINT");
    keyring.thaw();
    expect((await running.done).code).toBe(130);
  } finally {
    keyring.thaw();
  }
  expect(await keyring.entries()).toBe(before);
  expect(await tokenSent()).toBe(`Bearer ${secret}`);
});

describe("a keychain that cannot be used", () => {
  const unavailable = { exit_code: 10, code: "keychain_unavailable" };

  test("a desktop without one: login changes nothing and nothing falls back to another store", async () => {
    await using bus = await startBus();
    await login(secret, "file");
    const before = settingsText();
    const args = ["login", "--context", "ci", "--store", "keychain", "--token-stdin"];
    expect(jsonError(await cli(args, newer, bus.env))).toMatchObject({
      ...unavailable,
      message: "cannot use the keychain: no keychain service (Secret Service) answers on D-Bus",
      hint: expect.stringContaining("--store file"),
    });
    expect(settingsText()).toBe(before);
  });

  test("a machine without D-Bus: commands fail and send nothing", async () => {
    await login(secret, "keychain");
    const before = server.requests.length;
    const env = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent" };
    expect(jsonError(await cli(["auth", "context"], undefined, env))).toMatchObject(unavailable);
    expect(server.requests.length).toBe(before);
    const status = JSON.parse((await cli(["auth", "status"], undefined, env)).stdout);
    expect(status).toMatchObject([{ context: "ci", state: "failed", error: expect.stringContaining("keychain") }]);
  });

  test("logout and context remove keep the context, and --forget lets go of the entry", async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent" };
    await login(secret, "keychain");
    const before = settingsText();
    expect(jsonError(await cli(["logout"], undefined, env))).toMatchObject({
      ...unavailable,
      hint: expect.stringContaining("browserctl logout --context ci --forget"),
    });
    expect(jsonError(await cli(["context", "remove", "ci", "--yes"], undefined, env))).toMatchObject({
      ...unavailable,
      hint: expect.stringContaining("browserctl context remove ci --forget"),
    });
    expect(settingsText()).toBe(before);
    expect((await cli(["logout", "--forget"], undefined, env)).code).toBe(0);
    expect(settingsText()).not.toContain("token_store");
  });

  test("logout --all-contexts removes what it can and names the rest", async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent" };
    await login(secret, "keychain");
    await cli(["login", "--base-url", server.url, "--context", "plain", "--token-stdin", "--store", "file"], newer);
    expect(jsonError(await cli(["logout", "--all-contexts"], undefined, env))).toMatchObject({
      ...unavailable,
      message: "1 token of 2 could not be removed; removed: plain",
      failed: ["ci"],
    });
    expect(settingsText()).not.toContain(newer);
    expect(settingsText()).toContain("token_store");
  });

  test("a move whose old entry cannot be removed succeeds and names the entry", async () => {
    await login(secret, "keychain");
    const { account } = JSON.parse(settingsText()).contexts.ci.token_store;
    const args = ["login", "--context", "ci", "--store", "file", "--token-stdin"];
    const result = await runHere(args, {
      home,
      stdin: newer,
      env: { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent" },
    });
    expect(result.code).toBe(0);
    expect(result.stderr).toContain(`the old token is still in the keychain, entry "browserctl", account "${account}"`);
  });

  test("a keychain that does not answer is given up", async () => {
    await login(secret, "keychain");
    keyring.freeze();
    try {
      expect(jsonError(await cli(["auth", "context"]))).toMatchObject(unavailable);
    } finally {
      keyring.thaw();
    }
  });

  test("a locked one that nobody unlocks is said so", async () => {
    await using own = await startKeyring();
    const args = ["login", "--base-url", server.url, "--context", "ci", "--store", "keychain", "--token-stdin"];
    expect((await cli(args, secret, own.env)).code).toBe(0);
    await own.lock();
    const message = "cannot use the keychain: it is locked, and nobody unlocked it";
    expect(jsonError(await cli(["auth", "context"], undefined, own.env))).toMatchObject({ ...unavailable, message });
    const before = settingsText();
    expect(jsonError(await cli(args, newer, own.env))).toMatchObject({ ...unavailable, message });
    expect(settingsText()).toBe(before);
  });

  test("without its optional package the error names the package", async () => {
    const copy = join(home.dir, "program");
    for (const name of ["bin", "dist", "package.json"]) cpSync(join(root, name), join(copy, name), { recursive: true });
    const args = ["login", "--base-url", server.url, "--store", "keychain", "--token-stdin", "-o", "json"];
    const child = new Child(process.execPath, [join(copy, "bin/browserctl.js"), ...args], { env: { ...home.env } });
    child.process.stdin?.end(secret);
    const { code, stderr } = await child.ended;
    expect(code, stderr).toBe(10);
    expect(JSON.parse(stderr.trim().split("\n").at(-1) ?? "")).toMatchObject({
      error: {
        code: "keychain_unavailable",
        message: "cannot use the keychain: the optional package @napi-rs/keyring is not installed",
      },
    });
  });
});

test("completion reads the token from the keychain, and leaves alone for a while one that does not answer", async () => {
  await login(secret, "keychain");
  const env = { ...home.env, ...keyring.env };
  const now = Date.now();
  const lists = await listServer({
    "/profiles": [{ id: "1", name: "shop" }],
    "/proxies": [{ id: "1", name: "berlin" }],
  });
  const path = join(home.configDir, "settings.json");
  writeFileSync(path, settingsText().replaceAll(server.url, lists.url), { mode: 0o600 });
  expect(await values("profiles ", { env, now })).toEqual(["shop"]);
  expect(lists.requests[0]?.headers.authorization).toBe(`Bearer ${secret}`);
  keyring.freeze();
  onTestFinished(() => keyring.thaw());
  expect(await values("profiles ", { env, now })).toEqual(["shop"]);
  expect(await values("proxies ", { env, now, withinMs: 50 })).toEqual([]);
  keyring.thaw();
  expect(await values("proxies ", { env, now: now + 60_000 })).toEqual([]);
  expect(await values("proxies ", { env, now: now + 301_000 })).toEqual(["berlin"]);
});
