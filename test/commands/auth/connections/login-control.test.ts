import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { jsonError, runHere, startCli, temporaryHome } from "../../../support/cli/run-cli.ts";
import { apiServer, type Step } from "../../../support/servers/api-server.ts";
import { awaitingPassword, connectionId, connectionPath, read } from "../../../support/servers/connection-server.ts";

const words = (verb: string, ...more: string[]): string[] => ["auth", "connections", verb, connectionId, ...more];
const cancelRequest = `POST /_local${connectionPath}/cancel`;
const canceled: Step = { request: cancelRequest, answer: { status: 204 } };
const idle: Step = { request: cancelRequest, answer: { status: 409, json: { code: "conflict", message: "none" } } };

describe("cancel", () => {
  test("cancel ends the login after confirmation", async () => {
    const server = await apiServer(read(awaitingPassword), canceled);
    const terminal = startCli(words("cancel"), { tty: true, env: server.env });
    await terminal.shows(`Cancel the login of auth connection ${connectionId} (shop.example.com)`);
    terminal.write("y\r");
    const { code, stdout } = await terminal.done;
    expect([code, stdout.trimEnd().split("\n").at(-1)]).toEqual([
      0,
      `Canceled the login of auth connection ${connectionId}.`,
    ]);
  });
  test("cancel in a script without --yes is exit 2 and sends nothing", async () => {
    const server = await apiServer(read(awaitingPassword));
    const { code, stderr } = await runHere(words("cancel"), { env: server.env });
    expect(code).toBe(2);
    expect(stderr).toContain("Add --yes.");
  });
  test("cancel --yes asks and reads nothing", async () => {
    const server = await apiServer(canceled);
    const { code, stdout } = await runHere(words("cancel", "--yes", "-o", "json"), { env: server.env });
    expect([code, JSON.parse(stdout)]).toEqual([0, { id: connectionId, canceled: true }]);
  });
  test.each<[string, Step, string[]]>([
    ["is seen before a question", read({ flow_status: "SUCCESS" }), []],
    ["is told by the service", idle, ["--yes"]],
  ])("exit 0 where no login runs, which %s", async (_, step, more) => {
    const server = await apiServer(step);
    const { code, stdout } = await runHere(words("cancel", "-o", "json", ...more), { env: server.env });
    expect([code, JSON.parse(stdout)]).toEqual([0, { id: connectionId, already_ended: true }]);
  });
  test("cancel of a missing connection is exit 4", async () => {
    const answer = { status: 404, json: { code: "not_found", message: "there is no auth connection" } };
    const server = await apiServer({ request: cancelRequest, answer });
    expect((await runHere(words("cancel", "--yes"), { env: server.env })).code).toBe(4);
  });
});

describe("check", () => {
  const checked = (result: string, status: string, previous_status: string): Step => ({
    request: `POST /_local${connectionPath}/check`,
    answer: { json: { result, status, previous_status, checked_at: "2026-03-01T10:30:00Z" } },
  });
  const terminal = { tty: { stdout: true } };

  test.each<[string, Step, number, string]>([
    [
      "logged in",
      checked("logged-in", "AUTHENTICATED", "AUTHENTICATED"),
      0,
      "AUTHENTICATED, as before: the website shows the profile as logged in.\n",
    ],
    [
      "logged out",
      checked("logged-out", "NEEDS_AUTH", "AUTHENTICATED"),
      8,
      "AUTHENTICATED before, now NEEDS_AUTH: the website asks to log in.\n",
    ],
    [
      "a page that does not tell",
      checked("unknown", "AUTHENTICATED", "AUTHENTICATED"),
      9,
      "AUTHENTICATED, as before: the page does not tell, so the status stays.\n",
    ],
    [
      "a result of a newer service",
      checked("half\u001b[31m", "DROWSY", "AUTHENTICATED"),
      9,
      "AUTHENTICATED before, now DROWSY: the result is half␛[31m, which this version does not know.\n",
    ],
  ])("%s: the status before and after, and what it means", async (_, step, code, text) => {
    const server = await apiServer(step);
    const result = await runHere(words("check", "--no-color"), { env: server.env, ...terminal });
    expect([result.code, result.stdout]).toEqual([code, text]);
  });

  test("check -o json prints the service's answer, also when the profile is logged out", async () => {
    const server = await apiServer(checked("logged-out", "NEEDS_AUTH", "AUTHENTICATED"));
    const { code, stdout, stderr } = await runHere(words("check", "-o", "json"), { env: server.env });
    expect(JSON.parse(stdout)).toMatchObject({ result: "logged-out", previous_status: "AUTHENTICATED" });
    expect(code).toBe(8);
    expect(JSON.parse(stderr).error).toMatchObject({ code: "logged_out", exit_code: 8 });
  });

  test("check before the first login is exit 1 with the service's message", async () => {
    const answer = { status: 409, json: { code: "conflict", message: "no login has run yet" } };
    const server = await apiServer({ request: `POST /_local${connectionPath}/check`, answer });
    const error = jsonError(await runHere(words("check", "-o", "json"), { env: server.env }));
    expect(error).toMatchObject({ exit_code: 1, code: "conflict", message: "no login has run yet" });
  });
});

test.each(["cancel", "check"])("%s is refused for a hosted service, before the network", async (verb) => {
  const home = temporaryHome();
  mkdirSync(home.configDir);
  const prod = { kind: "hosted", base_url: "http://127.0.0.1:9", token: "sk-x-0123456789" };
  const settings = { version: 1, current: "prod", contexts: { prod }, directories: {}, values: {} };
  writeFileSync(join(home.configDir, "settings.json"), JSON.stringify(settings), { mode: 0o600 });
  const error = jsonError(await runHere(words(verb, "--yes", "-o", "json"), { home }));
  expect(error).toMatchObject({ exit_code: 2, code: "local_only" });
});

test.each(["cancel", "check", "submit", "timeline", "watch"])("%s: exit 5 when the service is down", async (verb) => {
  const env = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: "sk-x-0123456789" };
  const error = jsonError(await runHere(words(verb, "--yes", "-o", "json"), { env }));
  expect(error).toMatchObject({ exit_code: 5 });
});

describe("timeline", () => {
  const entry = (id: string, more: Record<string, unknown>) => ({ id, timestamp: "2026-03-01T09:30:00Z", ...more });
  const entries = [
    entry("t3", { type: "reauth", status: "FAILED", step: "SUBMITTING", error_code: "credentials_invalid" }),
    entry("t2", { type: "health_check", status: "NEEDS_AUTH", previous_status: "AUTHENTICATED" }),
    entry("t1", { type: "login", status: "SUCCESS", step: "COMPLETED", browser_session_id: "s1" }),
  ];
  const list = (query: string): string => `GET ${connectionPath}/timeline${query}`;

  test("timeline is a table at a terminal, with the same columns in a pipe", async () => {
    const server = await apiServer({ request: list(""), answer: { json: entries }, times: 2 });
    const table = await runHere(words("timeline", "--no-color"), {
      env: server.env,
      tty: { stdout: true },
      width: 100,
    });
    expect(table.stdout.split("\n").map((line) => line.replace(/^\S+(d \d+h)? ago /, "AGO "))).toEqual([
      expect.stringMatching(/^TIME +TYPE +STATUS +STEP +ERROR +SESSION$/),
      expect.stringMatching(/^AGO +reauth +FAILED +SUBMITTING +credentials_invalid$/),
      expect.stringMatching(/^AGO +health_check +NEEDS_AUTH$/),
      expect.stringMatching(/^AGO +login +SUCCESS +COMPLETED +s1$/),
      "",
    ]);
    const pipe = await runHere(words("timeline"), { env: server.env });
    expect(pipe.stdout.split("\n")[0]).toBe(
      "2026-03-01T09:30:00Z\treauth\tFAILED\tSUBMITTING\tcredentials_invalid\t\t",
    );
  });

  describe("of a local service", () => {
    const headers = { "x-browserctl-local": "0.1.0" };
    const origins = `GET /_local${connectionPath}/origins?limit=100&offset=0`;
    const listed = { request: list(""), answer: { json: entries, headers } };

    test("timeline of a local service has the known origins of each login", async () => {
      const sent_to = [{ origin: "https://shop.example", own_domain: true, fields: ["identifier", "password"] }];
      const answer = { json: [{ id: "t3", sent_to }, { id: "t1" }], headers };
      const server = await apiServer(listed, { request: origins, answer }, listed, { request: origins, answer });
      const json = await runHere(words("timeline", "-o", "json"), { env: server.env });
      expect(JSON.parse(json.stdout)).toEqual([{ ...entries[0], sent_to }, entries[1], entries[2]]);
      const pipe = await runHere(words("timeline"), { env: server.env });
      expect(pipe.stdout).toContain("\thttps://shop.example (identifier, password)\n");
    });

    test("timeline of an earlier local service is shown without origins", async () => {
      const json = { code: "not_found", message: "there is no GET /_local" };
      const server = await apiServer(listed, { request: origins, answer: { status: 404, json, headers } });
      const shown = await runHere(words("timeline", "-o", "json"), { env: server.env });
      expect([JSON.parse(shown.stdout), shown.stderr, shown.code]).toEqual([entries, "", 0]);
    });

    test("timeline of a local service that fails to report origins is shown with a note", async () => {
      const json = { code: "internal_error", message: "the local service failed" };
      const answer = { status: 500, json, headers: { ...headers, "x-should-retry": "false" } };
      const server = await apiServer(listed, { request: origins, answer });
      const shown = await runHere(words("timeline", "-o", "json"), { env: server.env });
      expect([JSON.parse(shown.stdout), shown.code]).toEqual([entries, 0]);
      expect(shown.stderr).toBe("note: the origins that got values are unknown: the local service failed\n");
    });
  });

  test("timeline sends --type and pages to the service, and --all gets every page", async () => {
    const more = { "x-has-more": "true", "x-next-offset": "1" };
    const server = await apiServer(
      { request: list("?type=login&limit=1"), answer: { json: entries.slice(2), headers: more } },
      { request: list("?limit=100&type=reauth&offset=0"), answer: { json: entries.slice(0, 1), headers: more } },
      { request: list("?limit=100&type=reauth&offset=1"), answer: { json: entries.slice(1, 2) } },
    );
    const page = await runHere(words("timeline", "--type", "login", "--limit", "1"), { env: server.env });
    expect(page.stderr).toContain("Showing the first 1; use --all for the rest.");
    const all = await runHere(words("timeline", "--type", "reauth", "--all", "-o", "json"), { env: server.env });
    expect(JSON.parse(all.stdout).map(({ id }: { id: string }) => id)).toEqual(["t3", "t2"]);
  });

  test("timeline shows an entry of a newer service unchanged", async () => {
    const server = await apiServer({
      request: list(""),
      answer: { json: [entry("t9", { type: "moon_check", status: "WANING", step: "LOOKING_UP", phase: 3 })] },
    });
    const { stdout } = await runHere(words("timeline", "-o", "json"), { env: server.env });
    expect(JSON.parse(stdout)).toMatchObject([{ type: "moon_check", status: "WANING", phase: 3 }]);
  });
});
