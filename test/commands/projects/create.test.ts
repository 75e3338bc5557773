import { describe, expect, test } from "vitest";
import { limitAfter } from "../../support/cli/limit-after.ts";
import { type CliResult, jsonError, runHere } from "../../support/cli/run-cli.ts";
import { type Answer, type ApiServer, apiServer, type Step } from "../../support/servers/api-server.ts";

const project = {
  id: "r6j2p9t4c8e1o5n3s7d0k2w6",
  name: "shop",
  status: "active",
  created_at: "2026-03-01T09:30:00Z",
  updated_at: "2026-03-01T09:30:00Z",
};
const created: Answer = { status: 201, json: project };
const html = (status: number): Answer => ({
  status,
  headers: { "content-type": "text/html" },
  body: "<html><title>nginx</title></html>",
});
const error = (status: number, code: string, message = "no"): Answer => ({ status, json: { code, message } });
const fresh = (answer: Step["answer"], times?: number): Step => ({
  request: "POST /org/projects",
  answer,
  ...(times && { times }),
});
const old = (answer: Answer): Step => ({ request: "POST /projects", answer });

const create = (server: ApiServer, ...more: string[]): Promise<CliResult> =>
  runHere(["projects", "create", "shop", ...more], { env: server.env });

test("a new service is asked once, by the new route", async () => {
  const server = await apiServer(fresh(created));
  const result = await create(server, "-o", "json");
  expect(result).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(result.stdout)).toEqual(project);
  expect(server.requests[0]?.json).toEqual({ name: "shop" });
});

describe("an old service", () => {
  test.each([
    ["404 of the API", error(404, "not_found")],
    ["404 without a body", { status: 404 }],
    ["404 of a web server", html(404)],
    ["405", { status: 405 }],
    ["405 of a web server", html(405)],
  ])("that answers %s is asked by the old route, with a warning that names the day of its end", async (_, answer) => {
    const server = await apiServer(fresh(answer), old(created));
    const result = await create(server, "-q");
    expect(result).toMatchObject({ code: 0, stdout: `${project.id}\n`, stderr: "" });
    expect(server.requests.map(({ json }) => json)).toEqual([{ name: "shop" }, { name: "shop" }]);
    const warned = await create(await apiServer(fresh(answer), old(created)));
    expect(warned.stderr).toContain(`only has POST /projects, the old route, which is removed on 2026-11-24`);
  });

  test("whose old route is gone is reported as that", async () => {
    const gone = error(410, "gone", "POST /projects was removed");
    const server = await apiServer(fresh(error(404, "not_found")), old(gone));
    const result = await create(server);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain(
      `${server.url} only has the old route for projects, which was removed on 2026-11-24`,
    );
    const json = await create(await apiServer(fresh({ status: 405 }), old(gone)), "-o", "json");
    expect(jsonError(json)).toMatchObject({ code: "gone", http_status: 410 });
  });

  test("that has neither route is no such service", async () => {
    const server = await apiServer(fresh(html(404)), old(html(404)));
    const result = await create(server);
    expect(result.code).toBe(4);
    expect(result.stderr).toContain(`${server.url} knows neither POST /org/projects nor POST /projects`);
  });

  test.each([
    [409, "conflict", 1],
    [403, "forbidden", 3],
    [404, "projects_disabled", 4],
    [500, "internal_error", 1],
  ])("whose old route answers %i %s has said so", async (status, code, exit) => {
    const server = await apiServer(fresh({ status: 405 }), old(error(status, code)));
    const result = await create(server, "-o", "json");
    expect(jsonError(result)).toMatchObject({ code, exit_code: exit });
  });
});

describe("nothing is created twice: the old route is not asked after", () => {
  test.each<[string, Answer, string]>([
    ["projects that are disabled", error(404, "projects_disabled"), "projects_disabled"],
    ["a project of the header that is not there", error(404, "project_not_found"), "project_not_found"],
    ["a name in use", error(409, "conflict"), "conflict"],
    ["410", error(410, "gone"), "gone"],
    ["500", error(500, "internal_error"), "internal_error"],
    ["502 of a gateway", html(502), "http_502"],
    ["504 of a gateway", html(504), "http_504"],
    ["501", error(501, "not_supported_locally"), "not_supported_locally"],
    ["a page of HTML", html(200), "bad_answer"],
    ["a project that is not JSON", { status: 201, json: "created" }, "bad_answer"],
    ["a redirect", { status: 307, headers: { location: "/projects" } }, "unexpected_redirect"],
    ["a connection that breaks", { reset: true }, "unreachable"],
    ["an answer that breaks off", { status: 201, json: project, cut: 10 }, "unreachable"],
  ])("%s", async (_, answer, code) => {
    const server = await apiServer(fresh(answer));
    const result = await create(server, "-o", "json");
    expect(jsonError(result).code).toBe(code);
    expect(server.requests).toHaveLength(1);
  });

  test("a time limit", async () => {
    const server = await apiServer(fresh({ stall: true }));
    const result = await limitAfter(
      () => server.requests.length > 0,
      (limit) => create(server, "--timeout", limit, "-o", "json"),
    );
    expect(jsonError(result).code).toBe("timeout");
    expect(server.requests).toHaveLength(1);
  });

  test("a repeated request, of which the first may have been carried out", async () => {
    const server = await apiServer(fresh({ status: 503, headers: { "retry-after": "0" } }), fresh({ status: 404 }));
    const result = await create(server, "--retry-unsafe");
    expect(result.code).toBe(4);
    expect(result.stderr).toContain("the old route is not tried with --retry-unsafe");
  });
});

describe("a name is checked before the network", () => {
  test.each([
    ["256 code points", "🦊".repeat(256), "must have 1 to 255 characters, not 256"],
    ["no character", "", "must have 1 to 255 characters, not 0"],
    ["a slash", "a/b", 'without "/", "%"'],
    ["a percent sign", "50%", 'without "/", "%"'],
  ])("%s is refused", async (_, name, message) => {
    const server = await apiServer();
    const result = await runHere(["projects", "create", name], { env: server.env });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain(`<name>: `);
    expect(result.stderr).toContain(message);
  });

  test.each([
    ["255 emoji", "🦊".repeat(255)],
    ["spaces at both ends", "  a  "],
    ["control characters", "a\nb\u001b[31m"],
  ])("%s are sent as they are, and shown safely", async (_, name) => {
    const server = await apiServer(fresh({ status: 201, json: { ...project, name } }));
    const result = await runHere(["projects", "create", name, "--no-color"], {
      env: server.env,
      tty: { stdout: true },
    });
    expect(result.code, result.stderr).toBe(0);
    expect(server.requests[0]?.json).toEqual({ name });
    expect(result.stdout).not.toContain("\u001b");
  });
});
