import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type Home, jsonError, runHere, startCli, temporaryHome } from "../support/cli/run-cli.ts";
import { apiServer, authContext, type Step, session } from "../support/servers/api-server.ts";

const secret = "sk-login-0987654321";
const who: Step = {
  request: "GET /auth/context",
  answer: { json: authContext },
};
/** A login at a terminal looks for an authorization server; this service has none. */
const atTerminal: readonly Step[] = [
  ...["protected-resource", "authorization-server"].map((name) => ({
    request: `GET /.well-known/oauth-${name}`,
    answer: { status: 404, json: { code: "not_found", message: "no" } },
  })),
  who,
];
const refused: Step = {
  request: "GET /auth/context",
  answer: { status: 401, json: { code: "unauthorized", message: "no" } },
};

interface Stored {
  current?: string;
  contexts: Record<string, { base_url?: string; token?: string; project?: string }>;
}

let home: Home;
beforeEach(() => {
  home = temporaryHome();
});

function stored(): Stored {
  try {
    return JSON.parse(readFileSync(join(home.configDir, "settings.json"), "utf8")) as Stored;
  } catch {
    return { contexts: {} };
  }
}

const login = (base: string, ...args: string[]) =>
  runHere(["login", "--base-url", base, "--token-stdin", "-o", "json", ...args], { home, stdin: `${secret}\n` });

describe("login", () => {
  test("login checks the token, then stores it under the host's name in a file of mode 0600", async () => {
    const server = await apiServer(who);
    const result = await login(server.url);
    const name = `127.0.0.1-${server.port}`;
    expect(JSON.parse(result.stdout)).toEqual({
      context: name,
      base_url: server.url,
      store: "file",
      stored_in: join(home.configDir, "settings.json"),
      checked: true,
      organization_id: "org1",
      principal_id: "key1",
      credential_id: "key1",
      credential_project_id: null,
      project_id: null,
    });
    expect(result.stderr).toBe("note: stdin ends with a newline, which is not part of the token\n");
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${secret}`);
    expect(stored()).toMatchObject({ current: name, contexts: { [name]: { base_url: server.url, token: secret } } });
    expect(statSync(join(home.configDir, "settings.json")).mode & 0o777).toBe(0o600);
    expect(result.stdout + result.stderr).not.toContain(secret);
  });
  test("login with a refused token is exit 3 and stores nothing", async () => {
    const server = await apiServer(refused);
    const result = await login(server.url);
    expect(jsonError(result)).toMatchObject({
      exit_code: 3,
      message: `${server.url} does not accept this token`,
      token_from: "--token-stdin",
    });
    expect(stored().contexts).toEqual({});
    expect(result.stderr).not.toContain(secret);
  });
  test.each<[string, Step["answer"]]>([
    ["nothing", { headers: { "content-type": "application/json" } }],
    ["204", { status: 204 }],
    ["an empty list", { json: [] }],
    ["an empty record", { json: {} }],
    ["a session", { json: session() }],
    ["a page", { body: "<html>hello", headers: { "content-type": "text/html" } }],
    ["half a context", { json: { ...authContext, principal: { id: "key1" } } }],
    ["a redirect", { status: 302, headers: { location: "https://login.example/" } }],
  ])("an answer that is no authentication context is exit 1 and stores nothing: %s", async (_what, answer) => {
    const server = await apiServer({ request: "GET /auth/context", answer });
    const result = await login(server.url);
    expect(jsonError(result)).toMatchObject({
      exit_code: 1,
      code: expect.stringMatching(/^(bad_answer|unexpected_redirect)$/),
    });
    expect(stored().contexts).toEqual({});
    expect(result.stderr).not.toContain(secret);
  });
  test("login accepts unknown members and types of a newer service", async () => {
    const json = { ...authContext, principal: { id: "p", type: "robot" }, limits: {} };
    const server = await apiServer({ request: "GET /auth/context", answer: { json } });
    expect((await login(server.url)).code).toBe(0);
  });
  test("login to an unreachable service stores nothing and says how to store the token anyway", async () => {
    const result = await login("http://127.0.0.1:9", "--timeout", "20s");
    expect(jsonError(result)).toMatchObject({ exit_code: 5 });
    expect(stored().contexts).toEqual({});
    expect((await login("http://127.0.0.1:9", "--skip-check", "--context", "x")).code).toBe(0);
    expect(stored().contexts["x"]?.token).toBe(secret);
  });
  test("login stores a given project and context name, and the next command uses them", async () => {
    const server = await apiServer(who, { request: "GET /browsers", answer: { json: [] } });
    await login(server.url, "--context", "ci", "--project", "web");
    expect(server.requests[0]?.headers["x-kernel-project"]).toBe("web");
    const list = await runHere(["browsers", "list", "-o", "json"], { home });
    expect([list.code, list.stderr]).toEqual([0, ""]);
    expect(server.requests[1]?.headers).toMatchObject({ authorization: `Bearer ${secret}`, "x-kernel-project": "web" });
  });
  test("login refuses plain http to another machine", async () => {
    expect(jsonError(await login("http://browsers.example.com"))).toMatchObject({
      code: "insecure_http",
      exit_code: 2,
    });
    expect(stored().contexts).toEqual({});
  });
  test("login does not change the service of an existing context without consent", async () => {
    const server = await apiServer({ ...who, times: 2 });
    await login(server.url, "--context", "ci");
    const other = server.url.replace("127.0.0.1", "localhost");
    expect(jsonError(await login(other, "--context", "ci"))).toMatchObject({
      exit_code: 2,
      message: expect.stringMatching(/ Add --yes\.$/),
    });
    expect(stored().contexts["ci"]?.base_url).toBe(server.url);
    expect((await login(other, "--context", "ci", "--yes")).code).toBe(0);
    expect(stored().contexts["ci"]?.base_url).toBe(other);
  });
  test("logging in again keeps the project of the context", async () => {
    const server = await apiServer({ ...who, times: 2 });
    await login(server.url, "--context", "ci", "--project", "web");
    await login(server.url, "--context", "ci");
    expect(stored().contexts["ci"]?.project).toBe("web");
  });
  test("login keeps the project that another command has chosen while the token was typed", async () => {
    const server = await apiServer(who, ...atTerminal);
    await login(server.url, "--context", "ci", "--project", "web");
    const cli = startCli(["login", "--context", "ci"], { home, tty: true, columns: 200 });
    await cli.shows(`Token for ${server.url}, context "ci"`);
    const file = join(home.configDir, "settings.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"web"', '"shop"'));
    cli.write(`${secret}\r`);
    expect((await cli.done).code).toBe(0);
    expect(stored().contexts["ci"]?.project).toBe("shop");
  });
  test("login drops the project of another service", async () => {
    const server = await apiServer(who, who);
    await login(server.url, "--context", "ci", "--project", "web");
    const other = server.url.replace("127.0.0.1", "localhost");
    expect((await login(other, "--context", "ci", "--yes")).code).toBe(0);
    expect(stored().contexts["ci"]).toEqual({ kind: "hosted", base_url: other, token: secret });
    expect(server.requests[1]?.headers).not.toHaveProperty("x-kernel-project");
  });
  test("login refuses the context of the local service before it asks anything", async () => {
    const local = { kind: "local", state_dir: home.stateDir };
    mkdirSync(home.configDir);
    writeFileSync(join(home.configDir, "settings.json"), JSON.stringify({ version: 1, contexts: { local } }));
    const result = await runHere(["login", "--context", "local", "-o", "json", "-q"], { home });
    expect(jsonError(result)).toMatchObject({
      exit_code: 2,
      message: '"local" is the service on this machine, which has its own token',
    });
  });
  test.each([
    [404, { code: "not_found", message: "there is no GET /api/auth/context" }, "check the base URL http"],
    [404, { code: "project_not_found", message: "no" }, "log in without --project, then: browserctl projects list"],
    [403, { code: "forbidden", message: "no" }, "--skip-check stores the token without a check"],
  ])("login has its own hint for %i %j", async (status, json, hint) => {
    const server = await apiServer({ request: "GET /auth/context", answer: { status, json } });
    expect(jsonError(await login(server.url)).hint).toMatch(new RegExp(`^${hint}`));
    expect(stored().contexts).toEqual({});
  });
  test.each([
    ["", "the token: is empty"],
    ["\n", "the token: is empty"],
    ["two words\n", "the token: must be one line of visible ASCII characters, without spaces"],
    ["a\nb\n", "the token: must be one line of visible ASCII characters, without spaces"],
  ])("login refuses the token %j", async (stdin, message) => {
    const args = ["login", "--base-url", "http://127.0.0.1:9", "--token-stdin", "-o", "json"];
    expect(jsonError(await runHere(args, { home, stdin }))).toMatchObject({ exit_code: 2, message });
  });
  test("login without a terminal and without --token-stdin says what to do", async () => {
    const result = await runHere(["login", "--base-url", "http://127.0.0.1:9", "-o", "json"], { home });
    expect(jsonError(result)).toMatchObject({ exit_code: 2, message: expect.stringContaining("--token-stdin") });
    expect(jsonError(await runHere(["login", "-o", "json"], { home })).message).toBe("--base-url: is missing");
  });
  test("login warns about a variable that overrides the stored token", async () => {
    const server = await apiServer(who);
    const args = ["login", "--base-url", server.url, "--token-stdin"];
    const result = await runHere(args, { home, stdin: secret, env: { BROWSERCTL_TOKEN: "other" } });
    expect(result.stderr).toContain("warning: BROWSERCTL_TOKEN is set and overrides the stored token");
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${secret}`);
  });
  test("login asks for the token at a terminal and never shows it", async () => {
    const server = await apiServer(...atTerminal);
    const cli = startCli(["login", "--base-url", server.url], { home, tty: true });
    await cli.shows("Token");
    cli.write(`${secret}\r`);
    const result = await cli.done;
    expect(result.code, result.stdout).toBe(0);
    expect(result.bytes.toString()).not.toContain(secret);
    expect(result.stdout).toContain(`Logged in to ${server.url}`);
    expect(Object.values(stored().contexts)[0]?.token).toBe(secret);
  });
});

test("login at a terminal asks for the base URL until it is valid", async () => {
  const server = await apiServer(...atTerminal);
  const cli = startCli(["login"], { home, tty: true });
  await cli.shows("Base URL of the service");
  cli.write("127.0.0.1\r");
  await cli.shows("must begin with https:// or http://");
  cli.write(`\u0015${server.url}\r`);
  await cli.shows("Token");
  cli.write(`${secret}\r`);
  const result = await cli.done;
  expect(result.code, result.stdout).toBe(0);
  expect(result.stdout).toContain(`Logged in to ${server.url}`);
});

test("without a terminal login names the missing base URL", async () => {
  expect(jsonError(await runHere(["login", "-o", "json"], { home }))).toMatchObject({
    exit_code: 2,
    message: "--base-url: is missing",
  });
});

describe("login without --context, with two accounts at one service,", () => {
  test("login without --context stores the token in the context in use", async () => {
    const server = await apiServer(who, who, who);
    await login(server.url, "--context", "mine");
    await login(server.url, "--context", "theirs");
    expect(JSON.parse((await login(server.url)).stdout)).toMatchObject({ context: "theirs" });
  });
  test("login without --context notes that it replaces another token", async () => {
    const server = await apiServer({ ...who, times: 4 });
    const note = 'note: this replaces the token that context "mine" had; to keep both, ';
    const again = (stdin: string, ...words: string[]) =>
      runHere(["login", "--base-url", server.url, "--token-stdin", ...words], { home, stdin });
    expect((await again("sk-first", "--context", "mine")).stderr).not.toContain("note:");
    expect((await again("sk-first")).stderr).not.toContain("note:");
    expect((await again("sk-second")).stderr).toContain(note);
    expect((await again("sk-third", "--context", "mine")).stderr).not.toContain("note:");
  });
  test("login asks for --context when no context of the service is in use", async () => {
    const server = await apiServer(who, who);
    await login(server.url, "--context", "mine");
    await login(server.url, "--context", "theirs");
    await login("https://browsers.example.com", "--skip-check");
    const before = stored();
    expect(jsonError(await login(server.url))).toMatchObject({
      exit_code: 2,
      message: `the contexts mine and theirs are all for ${server.url}`,
      hint: "browserctl login --context mine",
    });
    expect(stored()).toEqual(before);
  });
});

describe("logout", () => {
  test("logout removes the token and keeps the context", async () => {
    const server = await apiServer(who);
    await login(server.url, "--context", "ci");
    const result = await runHere(["logout", "-o", "json"], { home });
    expect(JSON.parse(result.stdout)).toEqual({ context: "ci", removed: true });
    expect(stored().contexts["ci"]).toEqual({ kind: "hosted", base_url: server.url });
    expect(readFileSync(join(home.configDir, "settings.json"), "utf8")).not.toContain(secret);
    expect(JSON.parse((await runHere(["logout", "-o", "json"], { home })).stdout)).toEqual({
      context: "ci",
      removed: false,
    });
    expect(jsonError(await runHere(["browsers", "list", "-o", "json"], { home }))).toMatchObject({
      exit_code: 3,
      hint: `browserctl login --context ci --base-url ${server.url}`,
    });
  });
  test("logout names a context that only the directory file has", async () => {
    writeFileSync(join(home.dir, ".browserctl.json"), JSON.stringify({ context: "nope" }));
    expect(jsonError(await runHere(["logout", "-o", "json"], { home }))).toMatchObject({ code: "unknown_context" });
  });
  test("logout without a context is exit 2", async () => {
    expect(jsonError(await runHere(["logout", "-o", "json"], { home })).exit_code).toBe(2);
  });
});
