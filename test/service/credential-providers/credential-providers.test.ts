import { appendFileSync, chmodSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { createKey } from "../../support/service/api-keys.ts";
import { type Answer, callApi, type TestService } from "../../support/service/service.ts";
import { programDirectory, protocolScript } from "./support/programs.ts";

const programs = programDirectory();
let service: TestService;
let counter = 0;

beforeAll(async () => {
  const PATH = `${programs.path}:${process.env["PATH"]}`;
  const store = { PASSWORD_STORE_DIR: join(programs.path, "store") };
  service = await startServiceWithFakeBrowser({
    env: { ...process.env, ...store, PATH, BROWSERCTL_TOKEN: "own-token" },
  });
});
afterAll(() => service.stop());

const LIST = "/org/credential_providers";
const call = (method: string, path: string, json?: object): Promise<Answer> =>
  service.api(method, `${LIST}${path}`, json ? { json } : {});

/** A new provider; a program of this script unless the body says otherwise. */
async function created(script: string, more: object = {}): Promise<Answer["body"]> {
  counter += 1;
  const command = [programs.write(`program-${counter}`, script)];
  const body = { name: `provider-${counter}`, provider_type: "program", command, ...more };
  const made = await call("POST", "", body);
  expect(made.status, made.text).toBe(201);
  return made.body;
}

const items = async (id: string): Promise<Answer> => call("GET", `/${id}/items`);
const testOf = async (id: string) => (await call("POST", `/${id}/test`)).body;

const shop = { path: "Team/Shop", title: "Shop of the team", urls: ["https://shop.example.com/login"] };

describe("a credential provider", () => {
  test("a provider is created, listed, changed and deleted, and its token is sealed and never shown", async () => {
    const token = "ops_secret-token-1";
    const made = await call("POST", "", { name: "  team ", provider_type: "onepassword", token });
    expect(made.status, made.text).toBe(201);
    const { id, created_at } = made.body;
    expect(made.body).toEqual({
      id,
      name: "team",
      provider_type: "onepassword",
      enabled: true,
      priority: 0,
      created_at,
      updated_at: created_at,
    });
    expect((await call("GET", `/${id}`)).body).toEqual(made.body);
    expect((await call("GET", "?query=TEAM")).body).toEqual([made.body]);
    const change = { name: "team-2", enabled: false, priority: 3, cache_ttl_seconds: 0, command: ["/opt/op"] };
    const changed = await call("PATCH", `/${id}`, change);
    expect(changed.body).toMatchObject({ name: "team-2", enabled: false, priority: 3, command: ["/opt/op"] });
    const files = (await readdir(service.stateDir)).filter((name) => name.includes("state."));
    for (const name of files) expect(await readFile(join(service.stateDir, name), "latin1")).not.toContain(token);
    expect(service.log.join("\n")).not.toContain(token);
    expect((await call("DELETE", `/${id}`)).status).toBe(204);
    expect((await call("GET", `/${id}`)).status).toBe(404);
  });

  test.each([
    [{ provider_type: "program" }, "command: is missing: the program that knows the logins"],
    [{ provider_type: "onepassword" }, "token: is missing: the token of a service account"],
    [{ provider_type: "pass", token: "x" }, "token: is not for the provider type pass, which has none"],
    [
      { provider_type: "vault", command: ["bin/vault"] },
      /^command\.0: must be an absolute path, or a name on the PATH/,
    ],
    [{ provider_type: "vault", command: ["-x"] }, /^command\.0: must be an absolute path/],
    [{ provider_type: "lastpass" }, /^provider_type: /],
    [{ provider_type: "vault", cache_ttl_seconds: 86_401 }, /^cache_ttl_seconds: /],
    [{ provider_type: "vault", name: " " }, /^name: must be text that is not blank/],
  ])("refuses %j", async (body, message) => {
    const { status, body: answer } = await call("POST", "", { name: "refused", ...body });
    expect(status).toBe(400);
    expect(answer.details.map((each: { message: string }) => each.message)).toEqual([
      typeof message === "string" ? message : expect.stringMatching(message),
    ]);
  });

  test("a name in use is a conflict, and a key of one project reaches none", async () => {
    const { id, name, command } = await created(protocolScript([shop], {}));
    expect((await call("POST", "", { name, provider_type: "program", command })).body.code).toBe("conflict");
    const [{ id: project_id }] = (await service.api("GET", "/org/projects")).body;
    const { key } = await createKey(service, { project_id });
    for (const [method, path] of [
      ["GET", ""],
      ["GET", `/${id}`],
      ["GET", `/${id}/items`],
      ["POST", `/${id}/test`],
    ] as const) {
      const answer = await callApi(service.baseUrl, key, method, `${LIST}${path}`);
      expect([answer.status, answer.body.code], path).toEqual([403, "forbidden"]);
    }
  });
});

describe("the items of a provider", () => {
  test("a program is asked for its list, with the token in its environment alone", async () => {
    const seen = join(programs.path, "seen");
    const before = `echo "$*|$BROWSERCTL_PROVIDER_TOKEN|$BROWSERCTL_TOKEN" >> ${seen}`;
    const secret = { path: "loose", other: 1 };
    const { id } = await created(protocolScript([shop, secret, { title: "without a path" }], {}, { before }), {
      token: "t-1",
    });
    expect((await items(id)).body).toEqual({
      items: [
        { id: "Team/Shop", ...shop, vault_id: "Team", vault_name: "Team" },
        { id: "loose", path: "loose", title: "loose", vault_id: "", vault_name: "" },
      ],
    });
    expect(readFileSync(seen, "utf8")).toBe("list|t-1|\n");
    expect(await testOf(id)).toEqual({
      success: true,
      vaults: [
        { id: "Team", name: "Team" },
        { id: "", name: "" },
      ],
    });
  });

  test("a list is kept for its time to live, and read again after a change, a test, and at once for 0 seconds", async () => {
    const runs = join(programs.path, "runs");
    const count = () => readFileSync(runs, "utf8").length;
    const { id } = await created(protocolScript([shop], {}, { before: `printf x >> ${runs}` }), {
      cache_ttl_seconds: 60,
    });
    await Promise.all([items(id), items(id)]);
    await items(id);
    expect(count()).toBe(1);
    await service.clock.advance(60_000);
    await items(id);
    expect(count()).toBe(2);
    await testOf(id);
    await items(id);
    expect(count()).toBe(3);
    await call("PATCH", `/${id}`, { cache_ttl_seconds: 0 });
    await items(id);
    await items(id);
    expect(count()).toBe(5);
  });

  test("a provider that is not enabled lists nothing, and can be tested", async () => {
    const { id, name } = await created(protocolScript([shop], {}));
    await call("PATCH", `/${id}`, { enabled: false });
    const { status, body } = await items(id);
    expect([status, body.message]).toEqual([502, `the credential provider "${name}" is not enabled`]);
    expect(await testOf(id)).toMatchObject({ success: true });
  });

  test.each([
    ["fails", "echo the-secret >&2; exit 3", "failed with exit code 3; run it yourself to see what it says"],
    ["dies", "echo the-secret >&2; kill -9 $$", "was ended by SIGKILL"],
    ["prints two lines", "echo '{\"items\":[]}'; echo the-secret", "did not print one JSON value"],
    ["prints text", "echo the-secret", "did not print one JSON value"],
    ["prints nothing", "true", "did not print one JSON value"],
    ["prints other JSON", "echo '[\"the-secret\"]'", 'printed no "items" for "list"'],
  ])("a program that %s is an error without what it printed", async (_, script, what) => {
    const { id, name, command } = await created(script);
    const { status, body, text } = await items(id);
    expect([status, body.code]).toEqual([502, "credential_provider_failed"]);
    const message = `the program "${command[0]}" of the credential provider "${name}" ${what}`;
    expect(body.message).toBe(message);
    expect(await testOf(id)).toEqual({ success: false, vaults: [], error: message });
    expect(text).not.toContain("the-secret");
    expect(service.log.join("\n")).not.toContain("the-secret");
  });

  test("a program that is missing, or may not be executed, is named", async () => {
    const { id } = await created("true", { command: ["no-such-program"] });
    expect((await items(id)).body.message).toContain('the program "no-such-program" of the credential provider');
    expect((await testOf(id)).error).toContain("was not found: install it, or name another one by command");
    const { id: other, command } = await created("true");
    chmodSync(command[0], 0o600);
    expect((await items(other)).body.message).toContain("is not executable");
  });

  test("an id or a path that the program would take for a flag is left out", async () => {
    const { id } = await created(protocolScript([{ path: "--help" }, { path: "fine", id: "-x" }, shop], {}));
    expect((await items(id)).body.items.map(({ path }: { path: string }) => path)).toEqual(["Team/Shop"]);
  });
});

describe("password managers", () => {
  test("1Password is asked by op, with the token of the service account", async () => {
    const vaults = [{ id: "v1", name: "Team" }];
    const listed = [
      {
        id: "i1",
        title: "Shop",
        vault: { id: "v1", name: "Team" },
        urls: [{ primary: true, href: "https://a.example" }],
      },
      { id: "i2", title: "Note", vault: { id: "v2" } },
    ];
    programs.write(
      "op",
      `test "$OP_SERVICE_ACCOUNT_TOKEN" = ops_1 || exit 6
case "$*" in
"vault list --format json") echo '${JSON.stringify(vaults)}' ;;
"item list --categories Login --format json") echo '${JSON.stringify(listed)}' ;;
*) exit 4 ;;
esac`,
    );
    const { id } = await created("", { provider_type: "onepassword", token: "ops_1", command: undefined });
    expect((await items(id)).body.items).toEqual([
      { id: "i1", path: "Team/Shop", title: "Shop", vault_id: "v1", vault_name: "Team", urls: ["https://a.example"] },
      { id: "i2", path: "v2/Note", title: "Note", vault_id: "v2", vault_name: "v2" },
    ]);
    expect(await testOf(id)).toEqual({ success: true, vaults });
    await call("PATCH", `/${id}`, { token: "ops_2" });
    expect(await testOf(id)).toMatchObject({ success: false, error: expect.stringContaining("exit code 6") });
  });

  test("Bitwarden is asked by bw for its logins, and its values are not kept", async () => {
    const folders = [
      { id: null, name: "No Folder" },
      { id: "f1", name: "Team" },
    ];
    const login = { uris: [{ uri: "https://a.example" }], username: "ada", password: "the-secret" };
    const listed = [
      { id: "i1", type: 1, name: "Shop", folderId: "f1", login },
      { id: "i2", type: 1, name: "Loose", folderId: null, login: { uris: null } },
      { id: "i3", type: 2, name: "Note", folderId: null },
    ];
    programs.write(
      "bw",
      `test "$BW_SESSION" = session-1 || exit 6
case "$*" in
"list folders --nointeraction") echo '${JSON.stringify(folders)}' ;;
"list items --nointeraction") echo '${JSON.stringify(listed)}' ;;
*) exit 4 ;;
esac`,
    );
    const { id } = await created("", { provider_type: "bitwarden", token: "session-1", command: undefined });
    const { body, text } = await items(id);
    expect(body.items).toEqual([
      { id: "i1", path: "Team/Shop", title: "Shop", vault_id: "f1", vault_name: "Team", urls: ["https://a.example"] },
      { id: "i2", path: "Loose", title: "Loose", vault_id: "", vault_name: "" },
    ]);
    expect(text).not.toContain("the-secret");
  });

  test("pass lists the names of its files; host names in them are websites", async () => {
    const { mkdirSync } = await import("node:fs");
    const { id } = await created("", { provider_type: "pass", command: undefined });
    expect((await items(id)).body.message).toContain("has no password store that can be read");
    const store = join(programs.path, "store");
    mkdirSync(join(store, "web", "shop.example.com"), { recursive: true });
    mkdirSync(join(store, ".git"));
    for (const file of ["web/shop.example.com/ada.gpg", "mail.gpg", ".git/x.gpg", ".gpg-id"])
      appendFileSync(join(store, file), "");
    expect((await items(id)).body.items).toEqual([
      { id: "mail", path: "mail", title: "mail", vault_id: "", vault_name: "" },
      {
        id: "web/shop.example.com/ada",
        path: "web/shop.example.com/ada",
        title: "ada",
        vault_id: "web",
        vault_name: "web",
        urls: ["https://shop.example.com"],
      },
    ]);
  });

  test("Vault is listed from its mount secret down", async () => {
    programs.write(
      "vault",
      `test "$VAULT_TOKEN" = hvs.1 || exit 6
case "$*" in
"kv list -format=json secret/") echo '["shop.example.com", "web/"]' ;;
"kv list -format=json secret/web/") echo '["admin"]' ;;
*) exit 4 ;;
esac`,
    );
    const { id } = await created("", { provider_type: "vault", token: "hvs.1", command: undefined });
    expect((await items(id)).body.items).toMatchObject([
      { path: "secret/shop.example.com", urls: ["https://shop.example.com"] },
      { path: "secret/web/admin", vault_name: "secret" },
    ]);
  });
});
