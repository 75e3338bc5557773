import { describe, expect, test } from "vitest";
import { apiServer, type Step } from "../../support/api-server.ts";
import { deployment } from "../../support/deploy-server.ts";
import { type CliResult, type HereOptions, jsonError, runHere } from "../../support/run-cli.ts";

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
  test("names actions, on one line for a program", async () => {
    const list = { request: "GET /apps", answer: { json: [app, { ...app, actions: [] }] } };
    const piped = await call(["apps", "list"], [list]);
    expect(piped.stdout).toBe("example\tlatest\ta,b\taws.us-east-1a\td1\nexample\tlatest\t\taws.us-east-1a\td1\n");
    const human = await call(["apps", "list"], [list], { tty: { stdout: true }, env: { NO_COLOR: "1" } });
    expect(human.stdout).toMatch(/^APP +VERSION +ACTIONS +REGION +DEPLOYMENT\nexample +latest +a, b +aws/i);
    const json = await call(["apps", "list", "-o", "json"], [list]);
    expect(JSON.parse(json.stdout)).toEqual([app, { ...app, actions: [] }]);
  });

  test("filters are sent under their names", async () => {
    const request = "GET /apps?app_name=x&version=1.0&query=exa&limit=2&offset=4";
    const words = ["--app-name", "x", "--app-version", "1.0", "--search", "exa", "--limit", "2", "--offset", "4"];
    expect((await call(["apps", "list", ...words], [{ request, answer: { json: [] } }])).code).toBe(0);
  });

  test("--all is one list", async () => {
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

  test("list has columns, get the record", async () => {
    const list = await call(["deployments", "list"], [{ request: "GET /deployments", answer: { json: [failed] } }]);
    expect(list.stdout).toBe("d1\tfailed\tapp.ts\taws.us-east-1a\t2026-01-02T03:04:05Z\tno default export\n");
    const words = ["deployments", "get", "d1", "-o", "json"];
    const get = await call(words, [{ request: "GET /deployments/d1", answer: { json: failed } }]);
    expect(JSON.parse(get.stdout)).toEqual(failed);
  });

  test("one that is not there is exit 4", async () => {
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

  test("delete asks; where nobody can be asked it needs --yes", async () => {
    const refused = await call(["deployments", "delete", "d1"], []);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("Stop deployment d1?") });
    const step = { request: "DELETE /deployments/d1", answer: { status: 204 } };
    const done = await call(["deployments", "delete", "d1", "--yes"], [step], { tty: { stdout: true } });
    expect(done).toMatchObject({ code: 0, stdout: "Stopped deployment d1.\n" });
    const json = await call(["deployments", "delete", "d1", "--yes", "-o", "json"], [step]);
    expect(JSON.parse(json.stdout)).toEqual({ ok: true, id: "d1" });
  });
});
