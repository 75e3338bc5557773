import { describe, expect, test } from "vitest";
import { ownVariables } from "../../../src/core/variables.ts";
import { runHere } from "../../support/cli/run-cli.ts";
import { apiServer, session } from "../../support/servers/api-server.ts";

describe("a session as variables", () => {
  test.each([
    [["browsers", "get", "s1"], "GET /browsers/s1"],
    [["browsers", "create"], "POST /browsers"],
    [["browsers", "update", "s1", "--name", "x"], "PATCH /browsers/s1"],
  ])("%j -o env has the variable names of browsers run", async (words, request) => {
    const server = await apiServer({ request, answer: { json: session("s1", { name: "x" }) } });
    const { stdout } = await runHere([...words, "-o", "env"], { env: server.env });
    expect(stdout).toContain("export BROWSERCTL_BROWSER_ID='s1'\n");
    expect(stdout).toContain("export BROWSERCTL_CDP_URL='ws://127.0.0.1:1/browsers/s1/cdp?jwt=j'\n");
    expect(stdout).toContain("export BROWSERCTL_NAME='x'\n");
    expect(stdout).not.toMatch(/SESSION_ID|CDP_WS_URL/);
  });
  test("-o env keeps variable names with --fields and not with --query", async () => {
    const server = await apiServer({ request: "GET /browsers/s1", answer: { json: session() }, times: 2 });
    const words = ["browsers", "get", "s1", "-o", "env"];
    const fields = await runHere([...words, "--fields", "session_id"], { env: server.env });
    expect(fields.stdout).toBe("export BROWSERCTL_BROWSER_ID='s1'\n");
    const query = await runHere([...words, "--query", "{session_id: session_id}"], { env: server.env });
    expect(query.stdout).toBe("export BROWSERCTL_SESSION_ID='s1'\n");
  });
  test("a field whose name is a variable of the program sets no variable, and a note names it", async () => {
    const hostile = { pager: "id", chromium: "/bin/id", Token_File: "/x", browser: { id: "s2" }, "cdp-url": "ws://x" };
    const answer = { json: session("s1", { ...hostile, base_url: "https://vm.example.com", odd: 1 }) };
    const server = await apiServer({ request: "GET /browsers/s1", answer });
    const { code, stderr, stdout } = await runHere(["browsers", "get", "s1", "-o", "env"], { env: server.env });
    const names = [...stdout.matchAll(/^export (\w+)=/gm)].map(([, name]) => name);
    expect(names.filter((name) => ownVariables.has(name ?? ""))).toEqual([
      "BROWSERCTL_BROWSER_ID",
      "BROWSERCTL_CDP_URL",
    ]);
    expect(stdout).toContain("export BROWSERCTL_BROWSER_ID='s1'\n");
    expect(stdout).toContain("export BROWSERCTL_SESSION_BASE_URL='https://vm.example.com'\n");
    expect(stdout).toContain("export BROWSERCTL_ODD='1'\n");
    expect([code, stderr]).toEqual([
      0,
      "note: left out, because variables of these names are settings: pager, chromium, Token_File, browser.id, cdp-url; -o json has them\n",
    ]);
  });
});
