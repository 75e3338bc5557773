import { describe, expect, test } from "vitest";
import { type CliResult, type HereOptions, jsonError, runHere } from "../../support/cli/run-cli.ts";
import { apiServer, type Step } from "../../support/servers/api-server.ts";
import { deployment } from "../../support/servers/deploy-server.ts";

async function call(args: readonly string[], steps: readonly Step[], options: HereOptions = {}): Promise<CliResult> {
  const server = await apiServer(...steps);
  return runHere(args, { ...options, env: { ...server.env, ...options.env } });
}

const app = {
  id: "v1",
  app_name: "example",
  version: "latest",
  deployment: "d1",
  region: "aws.us-east-1a",
  actions: [
    { name: "a", input_schema: null, output_schema: null },
    { name: "b", input_schema: null, output_schema: null },
  ],
  env_vars: { KEY: "" },
};

describe("apps list", () => {
  test("apps list names actions, on one line for a program", async () => {
    const list = { request: "GET /apps", answer: { json: [app, { ...app, actions: [] }] } };
    const piped = await call(["apps", "list"], [list]);
    expect(piped.stdout).toBe("example\tlatest\ta,b\taws.us-east-1a\td1\nexample\tlatest\t\taws.us-east-1a\td1\n");
    const human = await call(["apps", "list"], [list], { tty: { stdout: true }, env: { NO_COLOR: "1" } });
    // The only region that there is says nothing.
    expect(human.stdout).toMatch(/^APP +VERSION +ACTIONS +DEPLOYMENT\nexample +latest +a, b +d1\n/);
    const chosen = await call(["apps", "list", "--fields", "region"], [list], { tty: { stdout: true } });
    expect(chosen.stdout).toContain("aws.us-east-1a");
    const json = await call(["apps", "list", "-o", "json"], [list]);
    expect(JSON.parse(json.stdout)).toEqual([app, { ...app, actions: [] }]);
  });

  test("apps list sends filters under their names", async () => {
    const request = "GET /apps?app_name=x&version=1.0&query=exa&limit=2&offset=4";
    const words = ["--app-name", "x", "--app-version", "1.0", "--search", "exa", "--limit", "2", "--offset", "4"];
    expect((await call(["apps", "list", ...words], [{ request, answer: { json: [] } }])).code).toBe(0);
  });

  test("apps list --all is one list", async () => {
    const more = { "x-has-more": "true", "x-next-offset": "1" };
    const result = await call(
      ["apps", "list", "--all", "--query", "[].deployment", "-o", "json"],
      [
        { request: "GET /apps?limit=100&offset=0", answer: { json: [app], headers: more } },
        { request: "GET /apps?limit=100&offset=1", answer: { json: [{ ...app, deployment: "d0" }] } },
      ],
    );
    expect(JSON.parse(result.stdout)).toEqual(["d1", "d0"]);
  });
});

describe("deployments list, get and delete", () => {
  const failed = deployment("failed", { status_reason: "no default export", entrypoint_rel_path: "app.ts" });

  test("deployments list names the app of each, and get shows the record", async () => {
    const running = deployment("running", { entrypoint_rel_path: "app.ts" });
    const deployments = { request: "GET /deployments", answer: { json: [running, { ...failed, id: "d0" }] } };
    const apps = "GET /apps?limit=100&offset=0";
    const list = await call(["deployments", "list"], [deployments, { request: apps, answer: { json: [app] } }]);
    expect(list.stdout).toBe(
      "d1\trunning\texample\tlatest\tapp.ts\taws.us-east-1a\t2026-01-02T03:04:05Z\t\n" +
        "d0\tfailed\t\t\tapp.ts\taws.us-east-1a\t2026-01-02T03:04:05Z\tno default export\n",
    );
    const error = { status: 403, json: { code: "forbidden", message: "no" } };
    const without = await call(["deployments", "list"], [deployments, { request: apps, answer: error }]);
    expect([without.code, without.stdout.split("\t").slice(0, 3)]).toEqual([0, ["d1", "running", ""]]);
    const asJson = await call(["deployments", "list", "-o", "json"], [deployments]);
    expect(JSON.parse(asJson.stdout)).toEqual(deployments.answer.json);
    const words = ["deployments", "get", "d1", "-o", "json"];
    const get = await call(words, [{ request: "GET /deployments/d1", answer: { json: failed } }]);
    expect(JSON.parse(get.stdout)).toEqual(failed);
  });

  test("a missing deployment is exit 4", async () => {
    const answer = { status: 404, json: { code: "not_found", message: "there is no deployment" } };
    for (const [verb, method] of [
      ["get", "GET"],
      ["delete", "DELETE"],
    ] as const) {
      const words = ["deployments", verb, "nope", "--yes", "-o", "json"];
      const result = await call(words, [{ request: `${method} /deployments/nope`, answer }]);
      expect(jsonError(result)).toMatchObject({ code: "not_found", exit_code: 4 });
    }
  });

  test("deployments delete asks, and needs --yes without a terminal", async () => {
    const found = { request: "GET /deployments/d1", answer: { json: deployment("running") } };
    const refused = await call(["deployments", "delete", "d1"], [found]);
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Confirmation needed: stop deployment d1? Add --yes."),
    });
    const step = { request: "DELETE /deployments/d1", answer: { status: 204 } };
    const done = await call(["deployments", "delete", "d1", "--yes"], [step], { tty: { stdout: true } });
    expect(done).toMatchObject({ code: 0, stdout: "Stopped deployment d1.\n" });
    const json = await call(["deployments", "delete", "d1", "--yes", "-o", "json"], [step]);
    expect(JSON.parse(json.stdout)).toEqual({ ok: true, id: "d1" });
  });
});

describe("apps delete", () => {
  const list = (json: unknown) => ({ request: "GET /apps?limit=100&app_name=example&offset=0", answer: { json } });
  const stopped = (id: string, answer: Step["answer"] = { status: 204 }) => ({
    request: `DELETE /deployments/${id}`,
    answer,
  });
  const versions = [app, { ...app, version: "1.0", deployment: "d0" }];

  test("apps delete stops the deployment of every version", async () => {
    const result = await call(
      ["apps", "delete", "example", "--yes", "-o", "json"],
      [list(versions), stopped("d1"), stopped("d0")],
    );
    expect(JSON.parse(result.stdout)).toEqual([
      { app_name: "example", version: "latest", deployment: "d1", deleted: true },
      { app_name: "example", version: "1.0", deployment: "d0", deleted: true },
    ]);
  });

  test("apps delete stops a single version", async () => {
    const one = {
      request: "GET /apps?limit=100&app_name=example&version=1.0&offset=0",
      answer: { json: [versions[1]] },
    };
    const words = ["apps", "delete", "example", "--app-version", "1.0", "--yes"];
    const result = await call(words, [one, stopped("d0")], { tty: { stdout: true } });
    expect(result).toMatchObject({ code: 0, stdout: "Deleted version 1.0 of app example.\n" });
  });

  test("apps delete of a missing app is exit 4 without a question", async () => {
    const result = await call(["apps", "delete", "example", "-o", "json"], [list([])]);
    expect(jsonError(result)).toMatchObject({ exit_code: 4, message: 'there is no app "example"' });
  });

  test("apps delete without --yes deletes nothing without a terminal", async () => {
    const result = await call(["apps", "delete", "example"], [list(versions)]);
    expect(result).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Confirmation needed: delete app example (2 versions)? Add --yes."),
    });
  });

  test("apps delete continues after a failure", async () => {
    const failure = { status: 500, json: { code: "internal_error", message: "broken" } };
    const steps = [list(versions), { ...stopped("d1", failure), times: "any" as const }, stopped("d0")];
    const result = await call(["apps", "delete", "example", "--yes", "-o", "json"], steps);
    expect(jsonError(result)).toMatchObject({
      exit_code: 1,
      message: "1 version of 2 could not be deleted; deleted: 1.0",
      details: [{ code: "internal_error", message: "latest: broken" }],
      failed: ["latest"],
    });
  });

  test("apps delete --dry-run sends nothing", async () => {
    const result = await call(["apps", "delete", "example", "--dry-run", "-o", "json"], []);
    expect(JSON.parse(result.stdout)).toMatchObject({
      method: "GET",
      url: expect.stringContaining("app_name=example"),
    });
    expect(result.stderr).toContain("then DELETE /deployments/{id}");
  });
});
