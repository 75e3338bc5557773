import { expect, test } from "vitest";
import { jsonError, runHere } from "../../support/cli/run-cli.ts";
import { apiServer } from "../../support/servers/api-server.ts";

const project = {
  id: "r6j2p9t4c8e1o5n3s7d0k2w6",
  name: "shop",
  status: "active",
  created_at: "2026-03-01T09:30:00Z",
  updated_at: "2026-03-01T09:30:00Z",
};

test("archive and unarchive change the status, and only that", async () => {
  const request = "PATCH /org/projects/shop";
  const server = await apiServer(
    { request, answer: { json: { ...project, status: "archived" } } },
    { request, answer: { json: project } },
  );
  const archived = await runHere(["projects", "archive", "shop", "--yes"], { env: server.env });
  expect(archived).toMatchObject({ code: 0, stderr: `Archived project shop (${project.id}).\n` });
  const restored = await runHere(["projects", "unarchive", "shop"], { env: server.env });
  expect(restored).toMatchObject({ code: 0, stderr: `Project shop (${project.id}) is active.\n` });
  expect(server.requests.map(({ json }) => json)).toEqual([{ status: "archived" }, { status: "active" }]);
});

test("a project that is archived already is not asked about", async () => {
  const server = await apiServer({
    request: "GET /org/projects/shop",
    answer: { json: { ...project, status: "archived" } },
  });
  const result = await runHere(["projects", "archive", "shop"], { env: server.env });
  expect(result).toMatchObject({ code: 0, stderr: "Project shop is already archived.\n" });
});

test("a question shows the name of a project safely", async () => {
  const server = await apiServer({
    request: `GET /org/projects/${project.id}`,
    answer: { json: { ...project, name: "a\u001b[2Jb" } },
  });
  const result = await runHere(["projects", "delete", project.id], { env: server.env });
  expect(result.code).toBe(2);
  expect(result.stderr).toContain(`delete project ${project.id} (a`);
  expect(result.stderr).not.toContain("\u001b");
});

test.each([
  [["projects", "update", "shop"], "nothing to change: add --name"],
  [
    ["projects", "limits", "set", "shop"],
    "nothing to change: add --max-concurrent-sessions or --max-concurrent-invocations",
  ],
  [["org", "limits", "set"], "nothing to change: add --default-project-max-concurrent-sessions"],
  [
    ["projects", "limits", "set", "shop", "--max-concurrent-sessions", "-1"],
    "--max-concurrent-sessions: must be 0 to 1000000, not -1",
  ],
])("%j is refused before the network", async (words, message) => {
  const server = await apiServer();
  const result = await runHere(words, { env: server.env });
  expect(result.code).toBe(2);
  expect(result.stderr).toContain(message);
});

test("projects that are disabled are explained, for a service that cannot be told to enable them", async () => {
  const server = await apiServer({
    request: "GET /org/projects",
    answer: { status: 404, json: { code: "projects_disabled", message: "Projects are not enabled" } },
    times: 2,
  });
  const text = await runHere(["projects", "list"], { env: server.env });
  expect(text.code).toBe(4);
  expect(text.stderr).toContain("projects are disabled in this organization");
  expect(text.stderr).toContain("There is only the default project");
  expect(text.stderr).toContain("An administrator of the organization");
  const json = await runHere(["projects", "list", "-o", "json"], { env: server.env });
  expect(jsonError(json)).toMatchObject({ code: "projects_disabled", message: "Projects are not enabled" });
});
