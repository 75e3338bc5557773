import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type CliResult, type Home, runHere, temporaryHome } from "../../support/cli/run-cli.ts";
import { type ApiServer, apiServer, authContext } from "../../support/servers/api-server.ts";
import { heldTimers } from "../../support/service/held-timers.ts";

const secret = "sk-status-0987654321";
const scoped = {
  ...authContext,
  authorization: { credential_scope: { project_id: "p1" }, effective_scope: { project_id: "p1" } },
};

let home: Home;
let server: ApiServer;
beforeEach(async () => {
  home = temporaryHome();
  server = await apiServer({
    request: "GET /auth/context",
    answer: ({ headers }) =>
      headers.authorization === `Bearer ${secret}`
        ? { json: headers["x-kernel-project"] === "web" ? scoped : authContext }
        : { status: 401, json: { code: "unauthorized", message: "the token has expired" } },
    times: "any",
  });
});

function contexts(entries: Record<string, object>, current?: string): void {
  mkdirSync(home.configDir, { recursive: true });
  const hosted = Object.entries(entries).map(([name, entry]) => [name, { kind: "hosted", ...entry }]);
  const settings = { version: 1, ...(current && { current }), contexts: Object.fromEntries(hosted) };
  writeFileSync(join(home.configDir, "settings.json"), JSON.stringify(settings), { mode: 0o600 });
}

const status = (args: readonly string[] = ["-o", "json"], env: Record<string, string> = {}): Promise<CliResult> =>
  runHere(["auth", "status", ...args], { home, env });

test("auth status has a row for every context in any state, and exits 0", async () => {
  const base_url = server.url;
  contexts(
    {
      good: { base_url, token: secret },
      narrow: { base_url, token: secret, project: "web" },
      old: { base_url, token: "sk-old" },
      bare: { base_url },
      dead: { base_url: "http://127.0.0.1:9", token: secret },
      unset: { base_url, token_store: { kind: "env", variable: "SHOP_TOKEN" } },
      broken: { base_url, token_store: { kind: "command", argv: ["/nonexistent/op"] } },
      plain: { base_url: "http://browsers.example.com", token: secret },
      local: { kind: "local" },
    },
    "good",
  );
  const result = await status();
  expect(result.code, result.stderr).toBe(0);
  expect(result.stdout + result.stderr).not.toContain(secret);
  const rows = JSON.parse(result.stdout);
  expect(rows[0]).toEqual({
    current: "*",
    context: "good",
    base_url,
    stored_in: "the settings file",
    state: "valid",
    project: null,
    scope: "all projects",
    identity: "API key key1 of organization org1",
    organization_id: "org1",
    credential_project_id: null,
    project_id: null,
    error: null,
  });
  expect(rows.slice(1)).toMatchObject([
    { current: "", context: "narrow", state: "valid", project: "p1", scope: "one project" },
    { context: "old", state: "refused", error: "the token has expired" },
    { context: "bare", stored_in: null, state: "no_token", error: null },
    { context: "dead", state: "unreachable", error: expect.stringContaining("connection refused") },
    { context: "unset", stored_in: "the variable SHOP_TOKEN", state: "no_token" },
    { context: "broken", stored_in: 'the program "/nonexistent/op"', state: "failed" },
    { context: "plain", state: "failed", error: expect.stringContaining("plain http") },
    { context: "local", stored_in: "the service's own", state: "not_running", base_url: null },
  ]);
});

test("services are asked at once: each answers only when both have been asked", async () => {
  const held = await apiServer({ request: "GET /auth/context", answer: { stall: true, json: authContext }, times: 2 });
  contexts({ a: { base_url: held.url, token: secret }, b: { base_url: held.url, token: "sk-other" } });
  const asked = status();
  await held.received(2);
  held.release();
  expect(JSON.parse((await asked).stdout)).toMatchObject([{ state: "valid" }, { state: "valid" }]);
});

test("a service that never answers is a row after its time limit", async () => {
  const held = await apiServer({ request: "GET /auth/context", answer: { stall: true, json: authContext } });
  contexts({ silent: { base_url: held.url, token: secret } });
  const timers = heldTimers();
  const asked = status();
  await held.received(1);
  await timers.pass(15_000);
  expect(JSON.parse((await asked).stdout)).toMatchObject([
    { context: "silent", state: "unreachable", error: "no answer within 15 s" },
  ]);
});

test("Ctrl-C ends the question to a silent service", async () => {
  const held = await apiServer({ request: "GET /auth/context", answer: { stall: true, json: authContext } });
  contexts({ silent: { base_url: held.url, token: secret } });
  const interrupt = held.received(1).then((): NodeJS.Signals => "SIGINT");
  expect((await runHere(["auth", "status"], { home, interrupt })).code).toBe(130);
});

test("a token of the environment has a row of its own", async () => {
  contexts({ old: { base_url: server.url, token: "sk-old" } }, "old");
  const result = await status(["-o", "json"], { BROWSERCTL_TOKEN: secret });
  expect(JSON.parse(result.stdout)).toMatchObject([
    { current: "*", context: "old", stored_in: "BROWSERCTL_TOKEN", state: "valid" },
    { current: "", context: "old", state: "refused" },
  ]);
  expect(result.stderr).toBe("note: BROWSERCTL_TOKEN is set and overrides the stored tokens\n");
  const elsewhere = { BROWSERCTL_TOKEN: secret, BROWSERCTL_BASE_URL: `${server.url}/` };
  contexts({});
  expect(JSON.parse((await status(["-o", "json"], elsewhere)).stdout)).toMatchObject([
    { current: "*", context: null, base_url: server.url, state: "valid" },
  ]);
});

test("a local service in use is marked also when it is not running", async () => {
  contexts({ local: { kind: "local" }, old: { base_url: server.url, token: "sk-old" } }, "local");
  expect(JSON.parse((await status()).stdout)).toMatchObject([
    { current: "*", context: "local", state: "not_running" },
    { current: "", context: "old" },
  ]);
  const elsewhere = await status(["-o", "json"], { BROWSERCTL_BASE_URL: server.url });
  expect(JSON.parse(elsewhere.stdout)).toMatchObject([{ current: "" }, { current: "" }]);
});

test("without a context the list is empty", async () => {
  expect(JSON.parse((await status()).stdout)).toEqual([]);
});

test("a project has its name, and the columns that matter are whole at 80 cells", async () => {
  const id = "r6j2p9t4c8e1o5n3s7d0k2w6";
  const at = "2026-03-01T09:30:00Z";
  const authorization = { credential_scope: { project_id: id }, effective_scope: { project_id: id } };
  const asked = { request: "GET /auth/context", answer: { json: { ...authContext, authorization } } };
  const project = { id, name: "shop", status: "active", created_at: at, updated_at: at };
  const named = { request: `GET /org/projects/${id}`, answer: { json: project } };
  const own = await apiServer(asked, named, asked, named);
  contexts({ "acme-shop": { base_url: own.url, token: secret }, old: { base_url: server.url, token: "sk-old" } });
  expect(JSON.parse((await status()).stdout)).toMatchObject([{ project: "shop", project_id: id }, { project: null }]);
  const { stdout } = await runHere(["auth", "status"], { home, tty: { stdout: true }, width: 80 });
  expect(stdout).toMatch(/CONTEXT +STATE +PROJECT +SCOPE/);
  expect(stdout).toMatch(/acme-shop +valid +shop +one project/);
  expect(stdout).toMatch(/old +refused/);
});

test("auth status in a pipe is a line for each context", async () => {
  contexts({ good: { base_url: server.url, token: secret } }, "good");
  const { stdout } = await status([]);
  expect(stdout).toBe(
    `*\tgood\tvalid\t\tall projects\t\tthe settings file\t${server.url}\tAPI key key1 of organization org1\n`,
  );
});

test("a line of a batch, and so an agent, asks the context in use alone, without secrets being allowed", async () => {
  const project = "p5r2o9j4e7c1t8k3n6t0l9m2";
  const other = await apiServer({ request: "GET /auth/context", answer: { json: authContext } });
  const marker = join(home.dir, "asked");
  const program = { kind: "command", argv: ["touch", marker] };
  contexts(
    {
      good: { base_url: server.url, token: secret },
      other: { base_url: other.url, token: "sk-other", project },
      stored: { base_url: other.url, token_store: program },
    },
    "good",
  );
  const run = async (lines: readonly string[], ...flags: string[]) => {
    const { stdout } = await runHere(["batch", ...flags], { home, stdin: lines.join("\n") });
    return stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).result);
  };
  const words = '["auth","status"]';
  const [status, list] = await run([words, '["context","list","-o","table"]']);
  const refused = `a line of a batch needs --allow secrets: this asks ${other.url}, which is not the service in use`;
  expect(status).toMatchObject([
    { context: "good", state: "valid", error: null },
    { context: "other", state: "failed", error: refused },
    { context: "stored", state: "failed", error: refused },
  ]);
  expect(list).toContain(project);
  expect([other.requests, existsSync(marker)]).toEqual([[], false]);
  const [allowed] = await run([words], "--allow", "secrets");
  expect(allowed[1]).toMatchObject({ context: "other", state: "valid" });
  expect(existsSync(marker)).toBe(true);
});
