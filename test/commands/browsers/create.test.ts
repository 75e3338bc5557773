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

describe("browsers create with network, policies and telemetry", () => {
  async function sent(words: readonly string[], options: { stdin?: string } = {}): Promise<unknown> {
    const server = await apiServer({ request: "POST /browsers", answer: { json: session() } });
    const result = await runHere(["browsers", "create", "--timeout-seconds", "60", ...words], {
      ...options,
      env: server.env,
    });
    expect(result.code, result.stderr).toBe(0);
    const { timeout_seconds: _, ...body } = Object(server.requests[0]?.json) as Record<string, unknown>;
    return body;
  }

  test("hosts and routes become the network", async () => {
    const id = "x5p2r9o4x7y1k8e3n6t0l9m2";
    const words = [
      "--private-host",
      "10.0.0.5",
      "--allowed-host",
      "*.example.com",
      "--proxy-route",
      `a.example,*.b.example=${id}`,
    ];
    expect(await sent([...words, "--proxy-route", "c.example=office", "--proxy-mode", "direct"])).toEqual({
      proxy: { mode: "direct" },
      network: {
        private_hosts: ["10.0.0.5"],
        allowed_hosts: ["*.example.com"],
        proxy_routes: [
          { hosts: ["a.example", "*.b.example"], proxy: { id } },
          { hosts: ["c.example"], proxy: { name: "office" } },
        ],
      },
    });
  });

  test("policies are read from a word or stdin", async () => {
    const chrome_policy = { BookmarkBarEnabled: false };
    expect(await sent(["--chrome-policy", JSON.stringify(chrome_policy)])).toEqual({ chrome_policy });
    expect(await sent(["--chrome-policy", "-"], { stdin: JSON.stringify(chrome_policy) })).toEqual({ chrome_policy });
  });

  test("telemetry has categories, and commands that are left out", async () => {
    const words = ["--telemetry", "on", "--telemetry-category", "network=on", "--telemetry-exclude", "Page.reload"];
    expect(await sent(words)).toEqual({
      telemetry: {
        enabled: true,
        browser: { network: { enabled: true }, control: { cdp: { excluded_methods: ["Page.reload"] } } },
      },
    });
  });

  test.each([
    [["--chrome-policy", "[1]"], "--chrome-policy: must be a JSON object"],
    [["--chrome-policy", "{a}"], "--chrome-policy: is not JSON"],
    [["--proxy-route", "office"], "--proxy-route: must be HOST=PROXY"],
    [["--proxy-route", "a,=office"], "--proxy-route: must be HOST=PROXY"],
    [["--allowed-host", ""], "--allowed-host"],
  ])("%s is refused", async (words, message) => {
    const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: "t" };
    const result = await runHere(["browsers", "create", ...words], { env });
    expect([result.code, result.stderr.includes(message)], result.stderr).toEqual([2, true]);
  });
});
