import { describe, expect, test } from "vitest";
import { type HereOptions, jsonError, runHere } from "../../support/cli/run-cli.ts";
import { apiServer, session } from "../../support/servers/api-server.ts";
import { nowhere } from "../../support/servers/nowhere.ts";

describe("browsers create names the idle limit", () => {
  const note =
    "note: the session ends after 60s without a request or a connected client; --timeout-seconds sets another limit\n";
  const tty: HereOptions = { tty: { stdout: true, stderr: true } };
  test.each<[string, string[], HereOptions, string]>([
    ["when none was chosen", [], tty, note],
    ["in a pipe", [], {}, note],
    ["with -q, whose id alone goes to stdout", ["-q"], {}, note],
    ["for a shell that evaluates variables", ["-o", "env"], { tty: { stderr: true } }, note],
    ["not when one was chosen", ["--timeout-seconds", "60"], tty, ""],
    ["not with -o json", ["-o", "json"], tty, ""],
    ["not for a request that is only shown", ["--dry-run"], tty, ""],
  ])("%s", async (_when, flags, options, stderr) => {
    const answer = { json: session("s1", { timeout_seconds: 60 }) };
    const server = await apiServer({ request: "POST /browsers", answer, times: "any" });
    const result = await runHere(["browsers", "create", ...flags], { ...options, env: server.env });
    expect([result.code, result.stderr]).toEqual([0, stderr]);
  });
});

describe("browsers create with what is stored", () => {
  test("browsers create tells ids and names of stored records apart", async () => {
    const server = await apiServer({ request: "POST /browsers", answer: { json: { session_id: "s1" } } });
    const args = ["--extension", "abcdefghij0123456789klmn", "--extension", "blocker", "--profile", "work"];
    await runHere(["browsers", "create", ...args, "--save-profile-changes", "-o", "json"], { env: server.env });
    expect(server.requests[0]?.json).toEqual({
      extensions: [{ id: "abcdefghij0123456789klmn" }, { name: "blocker" }],
      profile: { name: "work", save_changes: true },
    });
  });
  test("--save-profile-changes changes the profile of --input, and needs one", async () => {
    const server = await apiServer({ request: "POST /browsers", answer: { json: { session_id: "s1" } } });
    const given = ["--input", '{"profile":{"id":"p"}}', "--save-profile-changes"];
    await runHere(["browsers", "create", ...given], { env: server.env });
    expect(server.requests[0]?.json).toEqual({ profile: { id: "p", save_changes: true } });
    const alone = await runHere(["browsers", "create", "--save-profile-changes", "-o", "json"], { env: nowhere });
    expect(jsonError(alone).message).toBe("--save-profile-changes: needs --profile beside it");
  });
});
