import { describe, expect, test } from "vitest";
import { apiServer, type Step } from "../support/api-server.ts";
import { type CliResult, jsonError, runHere, startCli } from "../support/run-cli.ts";

const nowhere = { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" };
const record = { id: "p1", name: "work", created_at: "2026-01-02T03:04:05Z" };

async function profiles(args: readonly string[], ...steps: Step[]): Promise<CliResult & { sent: unknown[] }> {
  const server = await apiServer(...steps);
  const result = await runHere(["profiles", ...args], { env: server.env });
  return { ...result, sent: server.requests.map(({ json }) => json) };
}

describe("profiles create, list, get, update and delete", () => {
  test("create with and without a name", async () => {
    const step: Step = { request: "POST /profiles", answer: { status: 201, json: record } };
    const named = await profiles(["create", "--name", "work", "-o", "json"], step);
    expect([JSON.parse(named.stdout), named.sent]).toEqual([record, [{ name: "work" }]]);
    expect((await profiles(["create"], step)).code).toBe(0);
  });
  test("list, get and update", async () => {
    const page = { json: [record], headers: { "x-has-more": "true", "x-next-offset": "1" } };
    const list = await profiles(["list", "--limit", "1"], { request: "GET /profiles?limit=1", answer: page });
    expect(list.stdout).toBe("p1\twork\t2026-01-02T03:04:05Z\t\t\n");
    expect(list.stderr).toContain("--all shows every page");
    const get = await profiles(["get", "work"], { request: "GET /profiles/work", answer: { json: record } });
    expect(get.stdout).toContain("name\twork\n");
    const step: Step = { request: "PATCH /profiles/work", answer: { json: record } };
    expect((await profiles(["update", "work", "--name", "office"], step)).sent).toEqual([{ name: "office" }]);
    const missing = { status: 404, json: { code: "not_found", message: "profile not found" } };
    expect((await profiles(["get", "no"], { request: "GET /profiles/no", answer: missing })).code).toBe(4);
  });
  test("delete asks, with the context's name where there is one", async () => {
    const server = await apiServer({ request: "DELETE /profiles/work", answer: { status: 204 } });
    const refused = await runHere(["profiles", "delete", "work"], { env: server.env });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      "error: this needs consent: Delete profile work and what it has saved?\nhint: add --yes\n",
    ]);
    const asked = startCli(["profiles", "delete", "work"], { env: server.env, tty: true });
    await asked.shows("Delete profile work and what it has saved?");
    asked.write("n\r");
    expect((await asked.done).code).toBe(11);
    const done = await runHere(["profiles", "delete", "work", "--yes"], { env: server.env });
    expect([done.code, done.stderr]).toEqual([0, "Deleted profile work.\n"]);
  });
  test.each([
    [["create", "--name", "a/b"], "--name: must be 1 to 255 letters"],
    [["create", "--name", ".."], "--name: must be 1 to 255 letters"],
    [["update", "work"], "--name: is missing"],
    [["get", ""], "<id_or_name>: must not be empty"],
  ])("%j is refused before the network", async (args, message) => {
    const error = jsonError(await runHere(["profiles", ...args, "-o", "json"], { env: nowhere }));
    expect(error).toMatchObject({ exit_code: 2, message: expect.stringContaining(message) });
  });
});
