import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { sharedHome } from "../../support/cli/local-home.ts";
import { type CliResult, jsonError, runHere, temporaryHome } from "../../support/cli/run-cli.ts";
import { type Answer, type ApiServer, apiServer, type Seen } from "../../support/servers/api-server.ts";

const DAY_MS = 86_400_000;

/** Runs a command against a service that answers these in turn. */
async function ran(words: readonly string[], ...answers: Answer[]): Promise<CliResult & { server: ApiServer }> {
  const server = await apiServer(
    ...answers.map((answer) => ({
      request: `GET /audit-logs${words[1] === "export" ? "/export/chunk" : ""}?*`,
      answer,
    })),
  );
  return { ...(await runHere(words, { env: server.env })), server };
}

const queryOf = ({ path }: Seen): Record<string, string> =>
  Object.fromEntries(new URL(path, "http://service").searchParams);

const entry = (path: string) => ({
  ...{ timestamp: "2026-03-01T09:30:00Z", method: "GET", path, route: path, status: 200, duration_ms: 2 },
  ...{ domain: "", client_ip: "203.0.113.7", user_agent: "", user_id: "u1", email: "", auth_strategy: "api_key" },
});

function chunk(text: string, { next, sha256 }: { next?: string; sha256?: string } = {}): Answer {
  const body = gzipSync(text);
  return {
    body,
    headers: {
      "x-has-more": String(next !== undefined),
      "x-row-count": String(text.split("\n").length - 1),
      "x-content-sha256": sha256 ?? createHash("sha256").update(body).digest("hex"),
      ...(next !== undefined && { "x-next-cursor": next }),
    },
  };
}

describe("audit-logs list", () => {
  test("asks for the last day", async () => {
    const { code, server } = await ran(["audit-logs", "list"], { json: [entry("/browsers")], headers: last });
    expect(code).toBe(0);
    const { start = "", end = "" } = queryOf(server.requests[0] as Seen);
    expect(Date.parse(end) - Date.parse(start)).toBe(DAY_MS);
    expect(Math.abs(Date.parse(end) - Date.now())).toBeLessThan(DAY_MS / 24);
  });

  test("--all follows the tokens to the last page", async () => {
    const { server, stdout } = await ran(
      ["audit-logs", "list", "--all", "--search", "a", "-o", "json"],
      { json: [entry("/a")], headers: { "x-has-more": "true", "x-next-page-token": "t 1" } },
      { json: [entry("/b")], headers: { "x-has-more": "true", "x-next-page-token": "t2" } },
      { json: [entry("/c")], headers: last },
    );
    expect(JSON.parse(stdout).map(({ path }: { path: string }) => path)).toEqual(["/a", "/b", "/c"]);
    expect(server.requests.map((request) => queryOf(request)["page_token"])).toEqual([undefined, "t 1", "t2"]);
    expect(server.requests.map((request) => queryOf(request)["search"])).toEqual(["a", "a", "a"]);
  });

  test("one page says that there is more", async () => {
    const headers = { "x-has-more": "true", "x-next-page-token": "t1" };
    const { stderr } = await ran(["audit-logs", "list", "--limit", "1"], { json: [entry("/a")], headers });
    expect(stderr).toBe("Showing the first 1; use --all for the rest.\n");
  });

  test.each([
    ["no token", { "x-has-more": "true" }],
    ["the same token", { "x-has-more": "true", "x-next-page-token": "t1" }],
  ])("a page that announces more with %s is refused", async (_name, headers) => {
    const first = { json: [entry("/a")], headers: { "x-has-more": "true", "x-next-page-token": "t1" } };
    const result = await ran(["audit-logs", "list", "--all", "-o", "json"], first, { json: [entry("/b")], headers });
    expect(jsonError(result)).toMatchObject({ code: "bad_answer", exit_code: 1 });
  });

  test("pages that lead back to a page before are refused", async () => {
    const pages = ["t1", "t2", "t1"].map((token) => ({
      json: [entry("/a")],
      headers: { "x-has-more": "true", "x-next-page-token": token },
    }));
    const result = await ran(["audit-logs", "list", "--all", "-o", "json"], ...pages);
    expect(jsonError(result)).toMatchObject({
      code: "bad_answer",
      message: "the service announced more pages without another X-Next-Page-Token",
    });
  });

  test.each([
    [["--since", "2026-03-01", "--until", "2026-03-02"], "2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"],
    [
      ["--since", "2026-03-01T10:00:00+02:00", "--until", "2026-03-31T08:00:00Z"],
      "2026-03-01T08:00:00.000Z",
      "2026-03-31T08:00:00.000Z",
    ],
  ])("%j is a time", async (words, start, end) => {
    const { server } = await ran(["audit-logs", "list", ...words], { json: [], headers: last });
    expect(queryOf(server.requests[0] as Seen)).toMatchObject({ start, end });
  });

  test.each([
    [["--since", "soon"], /--since: must be a time .*, not "soon"/],
    [["--until", "2026-02-30"], /--until: must be a time .*, not "2026-02-30"/],
    [["--since", "1h", "--until", "2h"], /--until: must be after --since/],
    [["--since", "31d"], /--since: must be at most 30 days before --until/],
    [["--method", "FETCH"], /--method: must be one of GET, HEAD/],
    [["--limit", "101"], /--limit: must be 1 to 100/],
  ])("%j is refused before anything is sent", async (words, message) => {
    const { code, stderr } = await ran(["audit-logs", "list", ...words]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});

const last = { "x-has-more": "false" };

describe("audit-logs export", () => {
  test("the chunks are one compressed file", async () => {
    const home = temporaryHome();
    const server = await apiServer(
      ...[chunk("1\n2\n", { next: "c1" }), chunk("3\n")].map((answer) => ({
        request: "GET /audit-logs/export/chunk?*",
        answer,
      })),
    );
    const { code, stderr } = await runHere(["audit-logs", "export"], { home, env: server.env, cwd: home.dir });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^3 requests from .*\nSaved audit-log\.jsonl\.gz \(/)]);
    expect(gunzipSync(readFileSync(join(home.dir, "audit-log.jsonl.gz"))).toString()).toBe("1\n2\n3\n");
    expect(server.requests.map((request) => queryOf(request)["cursor"])).toEqual([undefined, "c1"]);
  });

  test("a chunk that arrives damaged is requested again", async () => {
    const { code, server, stdout } = await ran(
      ["audit-logs", "export", "--out", "-"],
      chunk("1\n", { sha256: "0".repeat(64) }),
      chunk("1\n"),
    );
    expect([code, server.requests.length]).toEqual([0, 2]);
    expect(stdout).not.toBe("");
  });

  test("an export whose second chunk stays damaged leaves no file", async () => {
    const home = temporaryHome();
    const damaged = { request: "GET /audit-logs/export/chunk?*", answer: chunk("2\n", { sha256: "0" }), times: 3 };
    const server = await apiServer(
      { request: "GET /audit-logs/export/chunk?*", answer: chunk("1\n", { next: "c1" }) },
      damaged,
    );
    const place = { home, env: server.env, cwd: home.dir };
    const result = await runHere(["audit-logs", "export", "--out", "log.gz", "-o", "json"], place);
    expect(jsonError(result)).toMatchObject({ code: "bad_answer", exit_code: 1 });
    expect(existsSync(join(home.dir, "log.gz"))).toBe(false);
  });

  test("a chunk that announces another at the same place is refused", async () => {
    const words = ["audit-logs", "export", "--out", "-", "-o", "json"];
    const { code, stderr } = await ran(words, chunk("1\n", { next: "c1" }), chunk("2\n", { next: "c1" }));
    expect([code, JSON.parse(stderr).error]).toEqual([1, expect.objectContaining({ code: "bad_answer" })]);
    const round = await ran(words, ...["c1", "c2", "c1"].map((next) => chunk("1\n", { next })));
    expect([round.code, JSON.parse(round.stderr).error.code]).toEqual([1, "bad_answer"]);
  });

  test("a file that exists is kept without --force", async () => {
    const home = temporaryHome();
    writeFileSync(join(home.dir, "log.gz"), "mine");
    const server = await apiServer({ request: "GET /audit-logs/export/chunk?*", answer: chunk("1\n"), times: "any" });
    const words = ["audit-logs", "export", "--out", "log.gz"];
    expect((await runHere(words, { home, env: server.env, cwd: home.dir })).code).toBe(10);
    expect(readFileSync(join(home.dir, "log.gz"), "utf8")).toBe("mine");
  });
});

describe("the log of the local service", () => {
  const home = sharedHome({ fakeBrowser: true });

  test("has who asked for what, and no secret of a request", async () => {
    const place = { home: await home() };
    const values = ["--value", "password=env:PASSWORD", "--totp-secret", "env:SECRET"];
    const env = { PASSWORD: "correct-horse", SECRET: "JBSWY3DPEHPK3PXP" };
    await runHere(["credentials", "create", "bank", "--domain", "bank.example.com", ...values], { ...place, env });
    await runHere(["api", "GET", "/browsers?query=correct-horse"], place);
    await runHere(["api", "GET", "/credentials/nobody"], place);
    const { stdout } = await runHere(["audit-logs", "list", "-o", "json"], place);
    const entries = JSON.parse(stdout) as Record<string, unknown>[];
    expect(entries).toContainEqual(
      expect.objectContaining({
        ...{ method: "POST", path: "/credentials", status: 201, operation: "credentials.create" },
        ...{ auth_strategy: "api_key", user_name: "start-up key", client_ip: "127.0.0.1" },
      }),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({ path: "/credentials/nobody", route: "/credentials/{id_or_name}", status: 404 }),
    );
    expect(stdout).not.toMatch(/correct-horse|JBSWY3DPEHPK3PXP|Bearer|sk_/);
  });

  test("has requests that were refused for their token", async () => {
    const place = { home: await home() };
    const wrong = await runHere(["browsers", "list"], { ...place, env: { BROWSERCTL_TOKEN: "wrong" } });
    expect(wrong.code).toBe(3);
    const { stdout } = await runHere(["audit-logs", "list", "--search", "401", "-o", "json"], place);
    expect(JSON.parse(stdout)[0]).toMatchObject({
      status: 401,
      user_id: "",
      auth_strategy: "",
      operation: "browsers.list",
    });
    expect(stdout).not.toContain("wrong");
  });

  test("is exported as lines", async () => {
    const place = { home: await home() };
    const { stdout } = await runHere(["audit-logs", "export", "--format", "jsonl", "--out", "-"], place);
    const lines = stdout.trim().split("\n");
    expect(lines.map((line) => Object.keys(JSON.parse(line))[0])).toEqual(lines.map(() => "event_id"));
  });

  test.each([
    ["/audit-logs?start=2026-03-01T00:00:00Z&end=2026-03-01T00:00:00Z", "end"],
    ["/audit-logs?start=2026-03-01T00:00:00Z&end=2026-04-01T00:00:00Z", "end"],
    ["/audit-logs?start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z&page_token=x", "page_token"],
    ["/audit-logs/export/chunk?start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z&cursor=YXVkaXQgeA", "cursor"],
  ])("%s is 400 and names %s", async (path, field) => {
    const { code, stderr } = await runHere(["api", "GET", path], { home: await home() });
    expect([code, stderr]).toEqual([1, expect.stringContaining(`  ${field}: must be`)]);
  });
});
