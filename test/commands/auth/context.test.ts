import { describe, expect, test } from "vitest";
import { apiServer, authContext, type Step } from "../../support/api-server.ts";
import { type Home, runHere, temporaryHome } from "../../support/run-cli.ts";

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

/** Runs `whoami` in a home with the context "ci", which has the token "stored". */
async function whoami(
  { record = authContext, words = [], env = {}, project, steps = [] }: Case,
  home: Home = temporaryHome(),
) {
  const server = await apiServer({ request: "GET /auth/context", answer: { json: record } }, ...steps);
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

test("shows the whole record with context, service and source of the token", async () => {
  const { stdout, stderr, url, home } = await whoami({});
  expect(stdout.split("\n").map((line) => line.replace(/ {2,}/, ": "))).toEqual([
    "principal: API key key1",
    "credential: key1 (API key)",
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

describe("notes", () => {
  test("tell where the scope of the token and the scope in effect differ", async () => {
    const { stderr, stdout } = await whoami({ record: scopes(null, "p1"), words: ["--project", "shop"] });
    expect(stderr).toBe("note: the token is for all projects; requests act in project p1, chosen by --project\n");
    expect(stdout).toMatch(/effective scope +project p1\n/);
    const same = await whoami({ record: scopes("p1", "p1") });
    expect(same.stderr).toBe("");
    expect(same.stdout).toMatch(/credential scope +project p1 only\n/);
  });

  test("name the project in effect at a terminal, where the service gives its name", async () => {
    const id = "r6j2p9t4c8e1o5n3s7d0k2w6";
    const at = "2026-03-01T09:30:00Z";
    const project = { id, name: "shop", status: "active", created_at: at, updated_at: at };
    const steps = [{ request: `GET /org/projects/${id}`, answer: { json: project } }];
    const { stderr, stdout } = await whoami({ record: scopes(null, id), project: id, steps });
    expect(stderr).toBe(
      `note: the token is for all projects; requests act in project shop (${id}), chosen by context "ci"\n`,
    );
    expect(stdout).toContain(`project shop (${id})\n`);
    expect(stdout).toContain(`${id} (context "ci")\n`);
    const unnamed = [{ request: `GET /org/projects/${id}`, answer: { status: 403, json: { code: "forbidden" } } }];
    const without = await whoami({ record: scopes(id, id), steps: unnamed });
    expect(without.stdout).toContain(`project ${id} only\n`);
    expect([without.code, without.stderr]).toEqual([0, ""]);
  });

  test("tell that a service has not applied the project", async () => {
    const { stderr } = await whoami({ record: scopes(null, null), words: ["--project", "shop"] });
    expect(stderr).toBe('note: the service did not apply project "shop" (--project)\n');
  });

  test("tell that the project of the context is not in effect", async () => {
    const { stderr } = await whoami({
      record: scopes("p2", "p2"),
      project: "shop",
      env: { BROWSERCTL_PROJECT: "other" },
    });
    expect(stderr).toBe('note: project "shop" of context "ci" is not in effect: BROWSERCTL_PROJECT chooses "other"\n');
  });

  test("tell that a variable overrides the stored token", async () => {
    const { stderr, stdout } = await whoami({ env: { BROWSERCTL_TOKEN: "other" } });
    expect(stderr).toBe('note: BROWSERCTL_TOKEN overrides the token of context "ci"\n');
    expect(stdout).toMatch(/token +BROWSERCTL_TOKEN\n/);
  });

  test("are for people: -o json is the record of the API, untouched", async () => {
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
