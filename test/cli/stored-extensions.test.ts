import { describe, expect, test } from "vitest";
import { apiServer } from "../support/api-server.ts";
import { type CliResult, jsonError, runHere } from "../support/run-cli.ts";
import { homeWith, nowhere, parts, sound } from "./support/extension-homes.ts";

describe("stored extensions", () => {
  const record = { id: "abcdefghij0123456789klmn", name: "a", created_at: "2026-01-02T03:04:05Z", size_bytes: 2_048 };

  test("upload sends file and name, and shows the record", async () => {
    const home = homeWith({ a: sound });
    for (const [args, name] of [
      [["a"], "a"],
      [["a", "--name", "own"], "own"],
    ] as const) {
      const server = await apiServer({ request: "POST /extensions", answer: { status: 201, json: record } });
      const result = await runHere(["extensions", "upload", ...args, "-o", "json"], { home, env: server.env });
      expect(JSON.parse(result.stdout)).toEqual(record);
      expect(server.requests[0] && parts(server.requests[0])).toEqual([`name=${name}`, "file=@a.zip"]);
    }
    const dry = await runHere(["extensions", "upload", "a", "--print", "curl"], { home, env: nowhere });
    expect(dry.stdout).toContain("--form-string name=a -F 'file=@a.zip;");
    const bad = await runHere(["extensions", "upload", ".", "-o", "json"], { home, env: nowhere });
    expect(jsonError(bad)).toMatchObject({ exit_code: 10, code: "invalid_extension" });
  });
  test("list, get and delete, which asks with the context's name", async () => {
    const server = await apiServer(
      { request: "GET /extensions?query=a", answer: { json: [record] } },
      { request: "GET /extensions/a/metadata", answer: { json: record }, times: 2 },
      { request: "DELETE /extensions/a", answer: { status: 204 } },
    );
    const run = (...args: string[]): Promise<CliResult> => runHere(["extensions", ...args], { env: server.env });
    expect((await run("list", "--search", "a")).stdout).toBe(`${record.id}\ta\t2048\t${record.created_at}\t\n`);
    expect((await run("get", "a", "--query", "size_bytes")).stdout).toBe("2048\n");
    expect((await run("delete", "a")).stderr).toContain(
      `Confirmation needed: delete extension a (${record.id})? Add --yes.`,
    );
    expect((await run("delete", "a", "--yes")).stderr).toBe("Deleted extension a.\n");
  });
});

describe("browsers create with what is stored", () => {
  test("ids and names are told apart", async () => {
    const server = await apiServer({ request: "POST /browsers", answer: { json: { session_id: "s1" } } });
    const args = ["--extension", "abcdefghij0123456789klmn", "--extension", "blocker", "--profile", "work"];
    await runHere(["browsers", "create", ...args, "--save-profile-changes", "-o", "json"], { env: server.env });
    expect(server.requests[0]?.json).toEqual({
      extensions: [{ id: "abcdefghij0123456789klmn" }, { name: "blocker" }],
      profile: { name: "work", save_changes: true },
    });
  });
  test("--save-profile-changes adds to a profile of --input, and needs one", async () => {
    const server = await apiServer({ request: "POST /browsers", answer: { json: { session_id: "s1" } } });
    const given = ["--input", '{"profile":{"id":"p"}}', "--save-profile-changes"];
    await runHere(["browsers", "create", ...given], { env: server.env });
    expect(server.requests[0]?.json).toEqual({ profile: { id: "p", save_changes: true } });
    const alone = await runHere(["browsers", "create", "--save-profile-changes", "-o", "json"], { env: nowhere });
    expect(jsonError(alone).message).toBe("--save-profile-changes: needs --profile beside it");
  });
});
