import { describe, expect, test } from "vitest";
import { apiServer, session } from "../support/api-server.ts";
import { type HereOptions, runHere } from "../support/run-cli.ts";

describe("browsers create names the idle limit at a terminal", () => {
  const note =
    "note: the session ends after 60s without a request or a connected client; --timeout-seconds sets another limit\n";
  const tty: HereOptions = { tty: { stdout: true, stderr: true } };
  test.each<[string, string[], HereOptions, string]>([
    ["when none was chosen", [], tty, note],
    ["also when stdout is a pipe", ["-o", "env"], { tty: { stderr: true } }, note],
    ["not when one was chosen", ["--timeout-seconds", "60"], tty, ""],
    ["not with -q", ["-q"], tty, ""],
    ["not with -o json", ["-o", "json"], tty, ""],
    ["not in a pipe", [], {}, ""],
    ["not for a request that is only shown", ["--dry-run"], tty, ""],
  ])("%s", async (_when, flags, options, stderr) => {
    const answer = { json: session("s1", { timeout_seconds: 60 }) };
    const server = await apiServer({ request: "POST /browsers", answer, times: "any" });
    const result = await runHere(["browsers", "create", ...flags], { ...options, env: server.env });
    expect([result.code, result.stderr]).toEqual([0, stderr]);
  });
});

describe("a session as variables", () => {
  test.each([
    [["browsers", "get", "s1"], "GET /browsers/s1"],
    [["browsers", "create"], "POST /browsers"],
    [["browsers", "update", "s1", "--name", "x"], "PATCH /browsers/s1"],
  ])("%j -o env has the names that browsers run sets", async (words, request) => {
    const server = await apiServer({ request, answer: { json: session("s1", { name: "x" }) } });
    const { stdout } = await runHere([...words, "-o", "env"], { env: server.env });
    expect(stdout).toContain("export BROWSERCTL_BROWSER_ID='s1'\n");
    expect(stdout).toContain("export BROWSERCTL_CDP_URL='ws://127.0.0.1:1/browsers/s1/cdp?jwt=j'\n");
    expect(stdout).toContain("export BROWSERCTL_NAME='x'\n");
    expect(stdout).not.toMatch(/SESSION_ID|CDP_WS_URL/);
  });
  test("--fields keeps the names, --query makes its own", async () => {
    const server = await apiServer({ request: "GET /browsers/s1", answer: { json: session() }, times: 2 });
    const words = ["browsers", "get", "s1", "-o", "env"];
    const fields = await runHere([...words, "--fields", "session_id"], { env: server.env });
    expect(fields.stdout).toBe("export BROWSERCTL_BROWSER_ID='s1'\n");
    const query = await runHere([...words, "--query", "{session_id: session_id}"], { env: server.env });
    expect(query.stdout).toBe("export BROWSERCTL_SESSION_ID='s1'\n");
  });
});

describe("browsers delete -", () => {
  const ids = Array.from({ length: 23 }, (_, at) => `s${at}`);
  const gone = (id: string) => ({ request: `DELETE /browsers/${id}`, answer: { status: 204 } });
  test("ends every session on stdin, each once", async () => {
    const server = await apiServer(...ids.map(gone));
    const stdin = `${ids.join("\n")}\n\n s0 \r\n`;
    const result = await runHere(["browsers", "delete", "-", "s1", "--yes"], { env: server.env, stdin });
    expect([result.code, result.stderr]).toEqual([0, "Ended 23 sessions.\n"]);
    expect(server.requests).toHaveLength(23);
  });
  test("without any it is done, and asks nothing", async () => {
    const server = await apiServer();
    const result = await runHere(["browsers", "delete", "-"], { env: server.env, stdin: "" });
    expect([result.code, result.stdout, result.stderr]).toEqual([0, "", "There are no sessions to end.\n"]);
    const json = await runHere(["browsers", "delete", "-", "-o", "json"], { env: server.env, stdin: "\n" });
    expect([json.code, json.stdout]).toEqual([0, "[]\n"]);
  });
  test("the example of its help ends all sessions with a tag", async () => {
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
  test("a word that is another path is exit 2", async () => {
    const result = await runHere(["browsers", "delete", "-", "--yes"], {
      env: { BROWSERCTL_BASE_URL: "http://127.0.0.1:9", BROWSERCTL_TOKEN: "t" },
      stdin: "s1\n..\n",
    });
    expect([result.code, result.stderr.split("\n")[0]]).toEqual([2, 'error: <id_or_name>: must not be ".."']);
  });
});
