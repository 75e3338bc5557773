import { describe, expect, test } from "vitest";
import { jsonError, runHere, startCli } from "../../support/cli/run-cli.ts";
import { apiServer, type Step, session } from "../../support/servers/api-server.ts";

const notFound = (what: string) => ({ status: 404, json: { code: "not_found", message: `there is no ${what}` } });

describe("browsers delete", () => {
  const gone = (id: string): Step => ({ request: `DELETE /browsers/${id}`, answer: { status: 204 } });
  test("browsers delete ends several sessions, each once; a failure does not stop the others", async () => {
    const missing: Step = {
      request: "DELETE /browsers/b",
      answer: { status: 404, json: { code: "not_found", message: 'no session "b"' } },
    };
    const server = await apiServer(gone("a"), missing, gone("c"));
    const result = await runHere(["browsers", "delete", "a", "b", "a", "c", "--yes", "-o", "json"], {
      env: server.env,
    });
    expect(jsonError(result)).toEqual({
      code: "not_found",
      message: "1 session of 3 could not be ended; ended: a, c",
      details: [{ code: "not_found", message: 'no session "b"' }],
      exit_code: 4,
      ended: ["a", "c"],
      failed: ["b"],
    });
  });
  test("browsers delete reports that all sessions ended", async () => {
    const server = await apiServer(gone("a"), gone("b"));
    const result = await runHere(["browsers", "delete", "a", "b", "--yes", "-o", "json"], { env: server.env });
    expect(JSON.parse(result.stdout)).toEqual([
      { id_or_name: "a", deleted: true },
      { id_or_name: "b", deleted: true },
    ]);
  });
  test("browsers delete asks first at a terminal", async () => {
    const server = await apiServer({ request: "GET /browsers/a", answer: { json: session("a") } }, gone("a"));
    const no = startCli(["browsers", "delete", "a"], { env: server.env, tty: true });
    await no.shows("End session a?");
    no.write("n\r");
    expect((await no.done).code).toBe(11);
    expect(server.requests).toHaveLength(1);
    const yes = await startCli(["browsers", "delete", "a", "--yes"], { env: server.env, tty: true }).done;
    expect(yes.stdout).toContain("Ended session a.");
  });
});

describe("browsers delete of several", () => {
  const found = (id: string): Step => ({ request: `GET /browsers/${id}`, answer: { json: session(id) } });
  const missing: Step = { request: "GET /browsers/nope", answer: notFound('session "nope"') };
  const gone: Step = { request: "DELETE /browsers/v", answer: { status: 204 } };

  test("delete of several ends none without a terminal, and says what is missing", async () => {
    const server = await apiServer(found("v"), missing);
    const error = jsonError(await runHere(["browsers", "delete", "v", "nope", "-o", "json"], { env: server.env }));
    expect(error).toMatchObject({
      exit_code: 2,
      message: "Confirmation needed: end session v? Add --yes.",
      details: [{ code: "not_found", message: 'there is no session "nope"' }],
    });
  });
  test("delete of several asks about the existing ones, and reports every outcome", async () => {
    const server = await apiServer(found("v"), missing, gone);
    const cli = startCli(["browsers", "delete", "v", "nope"], { env: server.env, tty: true });
    await cli.shows("End session v?");
    expect(cli.stdout()).toContain('note: there is no session "nope"');
    cli.write("y\r");
    const { code, stdout } = await cli.done;
    expect([code, stdout]).toEqual([
      4,
      expect.stringContaining("error: 1 session of 2 could not be ended; ended: v\n"),
    ]);
  });
  test("delete of several reports every outcome with --yes", async () => {
    const refused: Step = { request: "DELETE /browsers/nope", answer: notFound("such session") };
    for (const form of [[], ["-o", "json"]]) {
      const server = await apiServer(gone, refused);
      const result = await runHere(["browsers", "delete", "v", "nope", "--yes", ...form], { env: server.env });
      expect(result.code).toBe(4);
      if (form.length === 0)
        expect(result.stderr).toBe(
          "error: 1 session of 2 could not be ended; ended: v\n  nope: there is no such session\n",
        );
      else expect(jsonError(result)).toMatchObject({ ended: ["v"], failed: ["nope"] });
    }
  });
  test("the question of a delete names all sessions", async () => {
    const server = await apiServer(found("v"), found("w"));
    const { stderr } = await runHere(["browsers", "delete", "v", "w"], { env: server.env });
    expect(stderr).toContain("Confirmation needed: end 2 sessions: v, w? Add --yes.");
  });
});

describe("browsers delete -", () => {
  const ids = Array.from({ length: 23 }, (_, at) => `s${at}`);
  const gone = (id: string) => ({ request: `DELETE /browsers/${id}`, answer: { status: 204 } });
  test("delete - ends every session on stdin, each once", async () => {
    const server = await apiServer(...ids.map(gone));
    const stdin = `${ids.join("\n")}\n\n s0 \r\n`;
    const result = await runHere(["browsers", "delete", "-", "s1", "--yes"], { env: server.env, stdin });
    expect([result.code, result.stderr]).toEqual([0, "Ended 23 sessions.\n"]);
    expect(server.requests).toHaveLength(23);
  });
  test("delete - without any session succeeds and asks nothing", async () => {
    const server = await apiServer();
    const result = await runHere(["browsers", "delete", "-"], { env: server.env, stdin: "" });
    expect([result.code, result.stdout, result.stderr]).toEqual([0, "", "There are no sessions to end.\n"]);
    const json = await runHere(["browsers", "delete", "-", "-o", "json"], { env: server.env, stdin: "\n" });
    expect([json.code, json.stdout]).toEqual([0, "[]\n"]);
  });
  test("the example in help of delete - ends all sessions with a tag", async () => {
    const page = (offset: number, next: number | undefined, of: readonly string[]) => ({
      request: `GET /browsers?limit=100&tags%5Bstage%5D=test&offset=${offset}`,
      answer: {
        json: of.map((id) => session(id)),
        headers: { "x-has-more": String(next !== undefined), "x-next-offset": String(next ?? 0) },
      },
    });
    const server = await apiServer(page(0, 20, ids.slice(0, 20)), page(20, undefined, ids.slice(20)), ...ids.map(gone));
    const list = ["browsers", "list", "--all", "--tag", "stage=test", "--query", "[].session_id"];
    const { stdout } = await runHere(list, { env: server.env });
    const result = await runHere(["browsers", "delete", "-", "--yes"], { env: server.env, stdin: stdout });
    expect([result.code, result.stderr]).toEqual([0, "Ended 23 sessions.\n"]);
  });
  test("delete of a word that is another path is exit 2", async () => {
    const result = await runHere(["browsers", "delete", "-", "--yes"], {
      env: { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" },
      stdin: "s1\n..\n",
    });
    expect([result.code, result.stderr.split("\n")[0]]).toEqual([
      2,
      'error: <id_or_name>: ".." would change the path of the request; give the id of what has this name',
    ]);
  });
});
