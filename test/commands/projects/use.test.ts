import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Home, jsonError, runHere, temporaryHome } from "../../support/cli/run-cli.ts";
import { type Answer, type ApiServer, apiServer } from "../../support/servers/api-server.ts";

const id = "r6j2p9t4c8e1o5n3s7d0k2w6";
const project = {
  id,
  name: "shop",
  status: "active",
  created_at: "2026-03-01T09:30:00Z",
  updated_at: "2026-03-01T09:30:00Z",
};

/** A home with a context for a server, whose project is gone from there. */
async function homeFor(server: ApiServer): Promise<Home> {
  const home = temporaryHome();
  for (const words of [
    ["context", "add", "prod", "--base-url", server.url, "--project", "gone"],
    ["context", "use", "prod"],
  ]) {
    expect((await runHere(words, { home })).code).toBe(0);
  }
  return home;
}

const token = { BROWSERCTL_TOKEN: "t" };

test("stores the id of a project that the service knows, also where the present one is gone", async () => {
  const server = await apiServer(
    { request: "GET /org/projects/shop", answer: { json: project } },
    { request: "GET /browsers", answer: { json: [], headers: { "x-has-more": "false", "x-next-offset": "0" } } },
  );
  const home = await homeFor(server);
  const used = await runHere(["projects", "use", "shop"], { home, env: token, tty: { stdout: true } });
  expect(used.stdout, used.stderr).toBe(`Commands of context "prod" now work in project shop (${id}).\n`);
  // The project of the context is not sent: with it, nobody could choose another one.
  expect(server.requests[0]?.headers).not.toHaveProperty("x-kernel-project");
  expect((await runHere(["browsers", "list"], { home, env: token })).code).toBe(0);
  expect(server.requests[1]?.headers["x-kernel-project"]).toBe(id);
});

test("changes nothing for a project that is not there, or is archived", async () => {
  const server = await apiServer(
    {
      request: "GET /org/projects/nope",
      answer: { status: 404, json: { code: "not_found", message: "there is none" } },
    },
    { request: "GET /org/projects/shop", answer: { json: { ...project, status: "archived" } } },
  );
  const home = await homeFor(server);
  const missing = await runHere(["projects", "use", "nope", "-o", "json"], { home, env: token });
  expect(jsonError(missing)).toMatchObject({ code: "not_found", exit_code: 4 });
  const archived = await runHere(["projects", "use", "shop", "-o", "json"], { home, env: token });
  expect(jsonError(archived)).toMatchObject({
    code: "project_archived",
    hint: `browserctl projects unarchive ${id}`,
  });
  const shown = await runHere(["context", "show", "prod", "-o", "json"], { home });
  expect(JSON.parse(shown.stdout)).toMatchObject({ project: "gone" });
});

test("changes nothing in a context that was pointed to another service in the meantime", async () => {
  const file = (): string => join(home.configDir, "settings.json");
  const answer = (): Answer => {
    writeFileSync(file(), readFileSync(file(), "utf8").replace(server.url, "https://other.example.com"));
    return { json: project };
  };
  const server = await apiServer({ request: "GET /org/projects/shop", answer });
  const home = await homeFor(server);
  const used = await runHere(["projects", "use", "shop", "-o", "json"], { home, env: token });
  expect(jsonError(used)).toMatchObject({
    code: "context_changed",
    message: `context "prod" is now for https://other.example.com, and the project is one of ${server.url}`,
  });
  expect(JSON.parse(readFileSync(file(), "utf8")).contexts.prod.project).toBe("gone");
});

test("says what keeps commands in another project", async () => {
  const server = await apiServer({ request: "GET /org/projects/shop", answer: { json: project }, times: 2 });
  const home = await homeFor(server);
  const env = { ...token, BROWSERCTL_PROJECT: "other" };
  const used = await runHere(["projects", "use", "shop", "-o", "json"], { home, env });
  expect(JSON.parse(used.stdout)).toEqual({
    context: "prod",
    project_id: id,
    project_name: "shop",
    in_use: false,
    overridden_by: "BROWSERCTL_PROJECT",
  });
  const text = await runHere(["projects", "use", "shop"], { home, env, tty: { stdout: true } });
  expect(text.stdout).toContain('but commands here work in project "other": BROWSERCTL_PROJECT is set.');
});

test.each([
  [{ project: "research" }, 'work in project "research"'],
  [{ context: "lab" }, 'use context "lab"'],
])("says that .browserctl.json with %j keeps commands elsewhere", async (choice, place) => {
  const server = await apiServer({ request: "GET /org/projects/shop", answer: { json: project }, times: 2 });
  const home = await homeFor(server);
  await runHere(["context", "add", "lab", "--base-url", server.url], { home });
  const cwd = join(realpathSync(home.dir), "repo");
  const file = join(cwd, ".browserctl.json");
  mkdirSync(cwd);
  writeFileSync(file, JSON.stringify(choice));
  const options = { home, cwd, env: token };
  const words = ["projects", "use", "shop", "--context", "prod"];
  const text = await runHere(words, { ...options, tty: { stdout: true } });
  expect(text.stdout, text.stderr).toBe(
    `Project shop (${id}) is now that of context "prod", but commands here ${place}: ${file} chooses it.\n`,
  );
  const json = await runHere([...words, "-o", "json"], options);
  expect(JSON.parse(json.stdout)).toMatchObject({ in_use: false, overridden_by: file });
});

test("needs the service of a context", async () => {
  const server = await apiServer();
  const used = await runHere(["projects", "use", "shop", "-o", "json"], { env: server.env });
  expect(jsonError(used)).toMatchObject({ code: "no_context", exit_code: 2 });
});

test("a project of --project is sent to the service by every command", async () => {
  const gone = { status: 404, json: { code: "project_not_found", message: "not found or not active" } };
  const server = await apiServer({ request: "GET /org/projects", answer: gone });
  const result = await runHere(["projects", "list", "--project", "gone", "-o", "json"], { env: server.env });
  expect(jsonError(result)).toMatchObject({ code: "project_not_found", hint: "browserctl projects list" });
  expect(server.requests[0]?.headers["x-kernel-project"]).toBe("gone");
});

test("a project that the token is not for is named with its source", async () => {
  const refused = { status: 403, json: { code: "forbidden", message: "the token is for another project" } };
  const server = await apiServer({ request: "GET /browsers", answer: refused, times: 3 });
  const words = ["browsers", "list"];
  const flag = await runHere([...words, "--project", "other"], { env: server.env });
  expect([flag.code, flag.stderr]).toEqual([
    3,
    'error: the token is for another project\n  the request was for project "other", from --project\nhint: browserctl auth status\n',
  ]);
  const variable = await runHere([...words, "-o", "json"], { env: { ...server.env, BROWSERCTL_PROJECT: "other" } });
  expect(jsonError(variable)).toMatchObject({ project: "other", project_from: "BROWSERCTL_PROJECT" });
  const none = jsonError(await runHere([...words, "-o", "json"], { env: server.env }));
  expect(none).not.toHaveProperty("project");
  expect(none).not.toHaveProperty("hint");
});

test("a request without a project names none when the key's own project is gone", async () => {
  const gone = { status: 404, json: { code: "project_not_found", message: "the project of this API key is archived" } };
  const server = await apiServer({ request: "GET /browsers", answer: gone });
  const result = await runHere(["browsers", "list"], { env: server.env });
  expect(result.stderr).toBe("error: the project of this API key is archived\n");
});

test.each([" shop", "shop "])("--project %j is refused: a header does not carry it", async (name) => {
  const server = await apiServer();
  const result = await runHere(["browsers", "list", "--project", name], { env: server.env });
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("--project: begins or ends with a space, which a request cannot carry");
});
