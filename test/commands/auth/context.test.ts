import { describe, expect, test } from "vitest";
import { type Home, runHere, temporaryHome } from "../../support/cli/run-cli.ts";
import { apiServer, authContext, type Step } from "../../support/servers/api-server.ts";

const scopes = (credential: string | null, effective: string | null) => ({
  ...authContext,
  authorization: { credential_scope: { project_id: credential }, effective_scope: { project_id: effective } },
});

interface Case {
  record?: object;
  words?: readonly string[];
  env?: Record<string, string>;
  /** Project of the stored context. */
  project?: string;
  /** Further requests that the service answers. */
  steps?: readonly Step[];
}

/** A person, whose token is no API key. */
const person = {
  authentication: { credential_id: null, method: "oauth", source: "browser" },
  principal: { id: "user1", type: "user" },
};

const keyRequest = "GET /org/api_keys/key1";
const noKey: Step = { request: keyRequest, answer: { status: 403, json: { code: "forbidden" } }, times: "any" };

/** Runs `whoami` in a home with the context "ci", which has the token "stored". */
async function whoami(
  { record = authContext, words = [], env = {}, project, steps }: Case,
  home: Home = temporaryHome(),
) {
  const server = await apiServer({ request: "GET /auth/context", answer: { json: record } }, ...(steps ?? [noKey]));
  const login = ["login", "--base-url", server.url, "--context", "ci", "--token-stdin", "--skip-check"];
  await runHere([...login, ...(project === undefined ? [] : ["--project", project])], { home, stdin: "stored" });
  const result = await runHere(["whoami", ...words], {
    home,
    env: { ...env, NO_COLOR: "1" },
    tty: { stdout: true },
    width: 200,
  });
  return { ...result, url: server.url, home };
}

test("whoami shows the whole record with context, service and source of the token", async () => {
  const { stdout, stderr, url, home } = await whoami({});
  expect(stdout.split("\n").map((line) => line.replace(/ {2,}/, ": "))).toEqual([
    "principal: API key key1",
    "credential: API key",
    "credential scope: all projects",
    "effective scope: the organization's default project",
    "organization: org1",
    `service: ${url}`,
    "context: ci (current)",
    "project: none",
    `token: context "ci" in ${home.configDir}/settings.json`,
    "",
  ]);
  expect(stderr).toBe("");
});

test("whoami names the key once if the service gives its name", async () => {
  const key = {
    id: "key1",
    name: "ci build",
    masked_key: "bctl_1...2",
    created_at: "2026-03-01T09:30:00Z",
    created_by: { id: "user1", email: "a@example.com", name: null },
    expires_at: null,
    deleted_at: null,
    project_id: null,
    project_name: null,
  };
  const steps = [{ request: keyRequest, answer: { json: key } }];
  const { stdout } = await whoami({ steps });
  expect(stdout).toMatch(/^principal +API key "ci build" \(key1\)\ncredential +API key\n/);
  const ofPerson = { ...person, authentication: authContext.authentication };
  const { stdout: person1 } = await whoami({ record: { ...authContext, ...ofPerson }, steps });
  expect(person1).toMatch(/^principal +user user1\ncredential +"ci build" \(key1\) \(API key\)\n/);
});

test("-o table is the table of a terminal, also in a pipe", async () => {
  const { stdout: shown, home } = await whoami({});
  const server = await apiServer({ request: "GET /auth/context", answer: { json: authContext } }, noKey);
  const { stdout } = await runHere(["auth", "context", "-o", "table"], { home, env: server.env });
  const titles = (text: string) => text.split("\n").map((line) => line.split(/ {2,}/)[0]);
  expect(titles(stdout)).toEqual(titles(shown));
  expect(stdout).toContain("token             BROWSERCTL_TOKEN");
});

describe("notes", () => {
  test("notes tell where the scope of the token and the scope in effect differ", async () => {
    const { stderr, stdout } = await whoami({ record: scopes(null, "p1"), words: ["--project", "shop"] });
    expect(stderr).toBe("note: the token is for all projects; requests act in project p1, chosen by --project\n");
    expect(stdout).toMatch(/effective scope +project p1\n/);
    const same = await whoami({ record: scopes("p1", "p1") });
    expect(same.stderr).toBe("");
    expect(same.stdout).toMatch(/credential scope +project p1 only\n/);
  });

  test("notes name the project in effect at a terminal, if the service gives its name", async () => {
    const id = "r6j2p9t4c8e1o5n3s7d0k2w6";
    const at = "2026-03-01T09:30:00Z";
    const project = { id, name: "shop", status: "active", created_at: at, updated_at: at };
    const steps = [{ request: `GET /org/projects/${id}`, answer: { json: project } }];
    const { stderr, stdout } = await whoami({ record: { ...scopes(null, id), ...person }, project: id, steps });
    expect(stderr).toBe(
      `note: the token is for all projects; requests act in project shop (${id}), chosen by context "ci"\n`,
    );
    expect(stdout).toContain(`project shop (${id})\n`);
    expect(stdout).toContain(`${id} (context "ci")\n`);
    const unnamed = [{ request: `GET /org/projects/${id}`, answer: { status: 403, json: { code: "forbidden" } } }];
    const without = await whoami({ record: { ...scopes(id, id), ...person }, steps: unnamed });
    expect(without.stdout).toContain(`project ${id} only\n`);
    expect([without.code, without.stderr]).toEqual([0, ""]);
  });

  test("notes name the project in a pipe too", async () => {
    const id = "r6j2p9t4c8e1o5n3s7d0k2w6";
    const at = "2026-03-01T09:30:00Z";
    const project = { id, name: "shop", status: "active", created_at: at, updated_at: at };
    const server = await apiServer(
      { request: "GET /auth/context", answer: { json: scopes(null, id) } },
      { request: `GET /org/projects/${id}`, answer: { json: project } },
    );
    const { stderr, stdout } = await runHere(["whoami"], { env: server.env });
    expect(stderr).toBe(`note: the token is for all projects; requests act in project shop (${id})\n`);
    expect(stdout).toContain(`authorization.effective_scope.project_id\t${id}\n`);
  });

  test("notes tell that a service has not applied the project", async () => {
    const { stderr } = await whoami({ record: scopes(null, null), words: ["--project", "shop"] });
    expect(stderr).toBe('note: the service did not apply project "shop" (--project)\n');
  });

  test("notes tell that the project of the context is not in effect", async () => {
    const { stderr } = await whoami({
      record: scopes("p2", "p2"),
      project: "shop",
      env: { BROWSERCTL_PROJECT: "other" },
    });
    expect(stderr).toBe('note: project "shop" of context "ci" is not in effect: BROWSERCTL_PROJECT chooses "other"\n');
  });

  test("notes tell that a variable overrides the stored token", async () => {
    const { stderr, stdout } = await whoami({ env: { BROWSERCTL_TOKEN: "other" } });
    expect(stderr).toBe('note: BROWSERCTL_TOKEN overrides the token of context "ci"\n');
    expect(stdout).toMatch(/token +BROWSERCTL_TOKEN\n/);
  });

  test("notes are left out of -o json, which is the API's record unchanged", async () => {
    const record = { ...scopes(null, "p1"), added_later: { by: "a newer service" } };
    const { stdout, stderr } = await whoami({
      record,
      words: ["-o", "json", "--project", "shop"],
      env: { BROWSERCTL_TOKEN: "other" },
    });
    expect(JSON.parse(stdout)).toEqual(record);
    expect(stderr).toBe("");
  });
});

test("auth context is the same command; a pipe gets the record as lines", async () => {
  const server = await apiServer({ request: "GET /auth/context", answer: { json: scopes(null, "p1") } });
  const { stdout } = await runHere(["auth", "context"], { env: server.env });
  expect(stdout).toContain("authorization.effective_scope.project_id\tp1\n");
});
