import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { describe, expect, onTestFinished, test } from "vitest";
import { shapeProblem } from "../../src/client/answer-shape.ts";
import type { PlainSchema } from "../../src/contract/plain.ts";
import { operationLoaders } from "../../src/generated/index.ts";
import { type CliResult, type Home, jsonError, runHere, temporaryHome } from "../support/cli/run-cli.ts";
import { type Answer, apiServer, session } from "../support/servers/api-server.ts";
import { frame, record, stateEvent } from "../support/servers/event-server.ts";

const page = "\n<html>\u001b[2J<title>Sign in</title>\n<p>more";
const html: Answer = { body: page, headers: { "content-type": "text/html; charset=utf-8" } };
const shownLine = "<html>␛[2J<title>Sign in</title>";

async function answered(
  answer: Answer,
  args: readonly string[],
  request: string,
  home = temporaryHome(),
): Promise<CliResult & { home: Home; url: string }> {
  const server = await apiServer({ request, answer });
  return { ...(await runHere(args, { home, env: server.env, newerService: true })), home, url: server.url };
}

function* forever(): Generator<string> {
  for (;;) yield "y".repeat(10_000);
}

describe("a page where an answer was expected is an error with its status, its type and its first line", () => {
  test.each([
    ["a record", ["browsers", "get", "s1"], "GET /browsers/s1", "JSON was expected"],
    ["a list", ["browsers", "list"], "GET /browsers", "JSON was expected"],
    ["a list of every page", ["browsers", "list", "--all"], "GET /browsers?limit=100&offset=0", "JSON was expected"],
    ["a creation", ["browsers", "create"], "POST /browsers", "JSON was expected"],
    ["a deletion", ["browsers", "delete", "s1", "--yes"], "DELETE /browsers/s1", "an empty answer was expected"],
    [
      "an action",
      ["browsers", "fs", "mkdir", "s1", "/x"],
      "PUT /browsers/s1/fs/create_directory",
      "an empty answer was expected",
    ],
    [
      "a stream of events",
      ["invocations", "tail", "i1"],
      "GET /invocations/i1/events",
      "a stream of events was expected",
    ],
    [
      "output",
      ["browsers", "process", "output", "s1", "p1"],
      "GET /browsers/s1/process/p1/stdout/stream",
      "a stream of events was expected",
    ],
    [
      "a profile",
      ["profiles", "download", "work", "--out", "f"],
      "GET /profiles/work/download",
      "application/octet-stream was expected",
    ],
    [
      "a profile to look into",
      ["profiles", "inspect", "work"],
      "GET /profiles/work/download",
      "application/octet-stream was expected",
    ],
    [
      "a file",
      ["browsers", "fs", "read", "s1", "/x"],
      "GET /browsers/s1/fs/read_file?path=%2Fx",
      "application/octet-stream was expected",
    ],
    [
      "a picture",
      ["browsers", "computer", "screenshot", "s1", "--out", "f"],
      "POST /browsers/s1/computer/screenshot",
      "image/png was expected",
    ],
  ])("%s", async (_what, args, request, expected) => {
    const { code, stdout, stderr, home, url } = await answered(html, args, request);
    expect([code, stdout, readdirSync(home.dir)]).toEqual([1, "", []]);
    expect(stderr).toBe(
      `error: the service answered 200 with text/html where ${expected}: ${shownLine}\nhint: check the base URL ${url}: browserctl config explain\n`,
    );
  });

  test("a page instead of a resumed stream is tried again", async () => {
    const events = `retry: 1\n\n${frame(stateEvent("running"))}`;
    const stream = { body: events, headers: { "content-type": "text/event-stream" } };
    const request = "GET /invocations/i1/events";
    const end = { ...stream, body: frame(stateEvent("succeeded")) };
    const steps = [stream, html, end].map((answer) => ({ request, answer }));
    const server = await apiServer(...steps);
    const result = await runHere(["invocations", "tail", "i1"], { env: server.env });
    expect([result.code, result.stderr]).toEqual([0, expect.stringContaining("a stream of events was expected")]);
  });

  test("a page instead of an answer has the code bad_answer, with the status", async () => {
    const result = await answered(html, ["browsers", "get", "s1", "-o", "json"], "GET /browsers/s1");
    expect(jsonError(result)).toMatchObject({ code: "bad_answer", exit_code: 1, http_status: 200 });
  });

  test("the error shows a cut first line of a text body, no binary body, and reads no endless body", async () => {
    const long = await answered({ ...html, body: "x".repeat(5_000) }, ["browsers", "get", "s1"], "GET /browsers/s1");
    expect(long.stderr).toContain(`JSON was expected: ${"x".repeat(200)}...\n`);
    const binary = { body: Buffer.from([1, 0, 2, 10, 65]), headers: { "content-type": "application/octet-stream" } };
    const { stderr } = await answered(binary, ["browsers", "get", "s1"], "GET /browsers/s1");
    expect(stderr).toContain("application/octet-stream where JSON was expected\n");
    const endless = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      Readable.from(forever()).pipe(response);
    });
    await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      endless.closeAllConnections();
      endless.close();
    });
    const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
    const env = { BROWSERCTL_BASE_URL: url, BROWSERCTL_TOKEN: "t" };
    for (const args of [
      ["browsers", "get", "s1"],
      ["browsers", "delete", "s1", "--yes"],
    ])
      expect((await runHere(args, { env })).code).toBe(1);
  });
});

describe("statuses", () => {
  const get = ["browsers", "get", "s1", "-o", "json"];
  test.each([201, 202, 203, 204, 205, 206, 207, 300, 304])("status %i is not an answer of a read", async (status) => {
    const bodiless = [204, 205, 304].includes(status);
    const result = await answered({ status, ...(!bodiless && { json: session() }) }, get, "GET /browsers/s1");
    expect(jsonError(result)).toMatchObject({ code: "bad_answer", exit_code: 1, http_status: status });
  });
  test("200 and 201 are equal for a creation, and 204 too for an empty answer", async () => {
    const profile = { id: "p1", created_at: "2026-01-02T03:04:05Z", name: "work" };
    for (const status of [200, 201]) {
      const created = await answered({ status, json: profile }, ["profiles", "create"], "POST /profiles");
      expect(created.code, String(status)).toBe(0);
    }
    for (const status of [200, 201, 204]) {
      const ended = await answered({ status }, ["browsers", "delete", "s1", "--yes"], "DELETE /browsers/s1");
      expect([ended.code, ended.stderr]).toEqual([0, "Ended session s1.\n"]);
    }
  });
  test.each([202, 203, 206])("status %i does not confirm the end of a session", async (status) => {
    const result = await answered({ status }, ["browsers", "delete", "s1", "--yes"], "DELETE /browsers/s1");
    expect([result.code, result.stderr]).toEqual([1, expect.not.stringContaining("Ended")]);
  });
  test("202 means that a profile has no content yet, and is an error for other files", async () => {
    const none = { status: 202 };
    const profile = await answered(none, ["profiles", "download", "work", "--out", "f"], "GET /profiles/work/download");
    expect(profile.code).toBe(4);
    const extension = ["extensions", "download", "e", "--out", "f", "-o", "json"];
    expect(jsonError(await answered(none, extension, "GET /extensions/e"))).toMatchObject({
      code: "bad_answer",
      http_status: 202,
    });
  });
});

describe("content types", () => {
  const get = ["browsers", "get", "s1", "-o", "json"];
  const body = JSON.stringify(session());
  test.each(["application/json", "Application/JSON; charset=utf-8", "application/vnd.example+json"])(
    "content type %s is JSON",
    async (type) => {
      const result = await answered({ body, headers: { "content-type": type } }, get, "GET /browsers/s1");
      expect(JSON.parse(result.stdout)).toEqual(session());
    },
  );
  test.each(["text/plain", "text/json", "application/jsonp", "application/octet-stream", "text/html"])(
    "content type %s is not JSON",
    async (type) => {
      const result = await answered({ body, headers: { "content-type": type } }, get, "GET /browsers/s1");
      expect(jsonError(result)).toMatchObject({ code: "bad_answer", exit_code: 1 });
    },
  );
  test("a text answer to a deletion is an error", async () => {
    for (const answer of [{ json: { ok: true } }, { body: "OK", headers: { "content-type": "text/plain" } }]) {
      const args = ["browsers", "delete", "s1", "--yes", "-o", "json"];
      expect(jsonError(await answered(answer, args, "DELETE /browsers/s1"))).toMatchObject({ code: "bad_answer" });
    }
  });
  test("an empty answer that breaks off is exit 5", async () => {
    const answer = { headers: { "content-length": "5" }, body: "", cut: 0 };
    const args = ["browsers", "fs", "mkdir", "s1", "/x", "-o", "json"];
    const result = await answered(answer, args, "PUT /browsers/s1/fs/create_directory");
    expect(jsonError(result)).toMatchObject({ code: "unreachable", exit_code: 5 });
  });
  test("a raw call gives any answer unchanged", async () => {
    const result = await answered(html, ["api", "GET", "/browsers/s1"], "GET /browsers/s1");
    expect([result.code, result.stdout]).toEqual([0, page]);
  });
});

describe("the first bytes of files", () => {
  const png = Buffer.from("\x89PNG\r\n\x1a\n rest", "latin1");
  test("a screenshot that is not a picture is an error and leaves no file", async () => {
    const args = ["browsers", "computer", "screenshot", "s1", "--out", "f", "-o", "json"];
    const request = "POST /browsers/s1/computer/screenshot";
    for (const body of [Buffer.from("<html>"), Buffer.alloc(0), Buffer.from("\xff\xd8\xff\xe0", "latin1")]) {
      const result = await answered({ body, headers: { "content-type": "image/png" } }, args, request);
      expect(jsonError(result)).toMatchObject({
        code: "bad_answer",
        exit_code: 1,
        message: expect.stringContaining("image/png that is not png"),
      });
      expect(readdirSync(result.home.dir)).toEqual([]);
    }
    expect((await answered({ body: png, headers: { "content-type": "image/png" } }, args, request)).code).toBe(0);
  });
  test("a page that is sent as bytes is not a profile", async () => {
    const args = ["profiles", "download", "work", "--out", "f", "-o", "json"];
    const result = await answered({ body: page }, args, "GET /profiles/work/download");
    expect(jsonError(result)).toMatchObject({
      code: "bad_answer",
      message: `the service answered 200 with application/octet-stream that is not zstd or tar or json: ${shownLine}`,
    });
    expect(readdirSync(result.home.dir)).toEqual([]);
  });
  test("a file of a session may have any content", async () => {
    const read = ["browsers", "fs", "read", "s1", "/x"];
    const result = await answered({ body: "<html>" }, read, "GET /browsers/s1/fs/read_file?path=%2Fx");
    expect([result.code, result.stdout]).toEqual([0, "<html>"]);
  });
});

describe("the shape of JSON answers", () => {
  const broken = async (json: unknown, args: readonly string[], request: string): Promise<string> => {
    const error = jsonError(await answered({ json }, [...args, "-o", "json"], request));
    expect(error).toMatchObject({ code: "bad_answer", exit_code: 1, http_status: 200 });
    return error.message;
  };
  const form = "the service answered 200 with JSON of another form: ";
  test.each([
    ["nothing", null, "the whole must be object, not null"],
    ["a list", [], "the whole must be object, not array"],
    ["a text", "x", "the whole must be object, not string"],
    ["a login form", { error: "log in" }, "session_id is missing"],
    ["a number for a text", session(7 as never), "session_id must be string, not number"],
    ["a text for a number", session("s1", { timeout_seconds: "60" }), "timeout_seconds must be integer, not string"],
    ["half of a number", session("s1", { timeout_seconds: 0.5 }), "timeout_seconds must be integer, not number"],
    ["null where there is none", session("s1", { name: null }), "name must be string, not null"],
    ["deeper", session("s1", { viewport: { width: 1 } }), "viewport.height is missing"],
    ["values of a map", session("s1", { tags: { a: 1 } }), "tags.a must be string, not number"],
    ["under a union", session("s1", { telemetry: { browser: 1 } }), "telemetry.browser must be object, not number"],
  ])("%s", async (_what, json, message) => {
    expect(await broken(json, ["browsers", "get", "s1"], "GET /browsers/s1")).toBe(`${form}${message}`);
  });
  test("the shape of every item of a list is checked, by its place", async () => {
    const list = [session("s1"), session("s2"), { session_id: "s3" }];
    expect(await broken(list, ["browsers", "list"], "GET /browsers")).toBe(`${form}[2].created_at is missing`);
    expect(await broken({ items: [] }, ["browsers", "list"], "GET /browsers")).toBe(
      `${form}the whole must be array, not object`,
    );
  });
  test("a field name of a service is escaped in the message", async () => {
    const json = session("s1", { tags: { "\u001b]52;c;x\u0007": 1 } });
    expect(await broken(json, ["browsers", "get", "s1"], "GET /browsers/s1")).toContain("tags.␛]52;c;x␇ must be");
  });
  test("the shape check allows more fields, more values, and declared null", async () => {
    const newer = { ...record("paused"), finished_at: null, vault: { id: 1 }, __proto: 1 };
    const result = await answered(
      { json: newer },
      ["invocations", "get", "inv1", "-o", "json"],
      "GET /invocations/inv1",
    );
    expect(JSON.parse(result.stdout)).toEqual(newer);
    const browser = session("s1", {
      telemetry: null,
      memory: "32GiB",
      region: "ap-southeast",
      usage: { uptime_ms: 1 },
    });
    expect((await answered({ json: browser }, ["browsers", "get", "s1"], "GET /browsers/s1")).code).toBe(0);
    const partial = session("s1", { telemetry: { browser: { console: { enabled: true } }, export: {} } });
    expect((await answered({ json: partial }, ["browsers", "get", "s1"], "GET /browsers/s1")).code).toBe(0);
  });
  test("the shape check finds a missing field named like an inherited property", () => {
    const schema: PlainSchema = {
      type: "object",
      required: ["constructor"],
      properties: { toString: { type: "string" } },
    };
    expect(shapeProblem({}, schema)).toBe("constructor is missing");
    expect(shapeProblem({ constructor: 1, toString: "x", valueOf: 1 }, schema)).toBeUndefined();
  });
  test("every operation that answers JSON, or items that name no kind, has a shape without limits, values or formats", async () => {
    const ofItems = ["fs.watchEvents", "process.output", "telemetry.stream"];
    for (const load of Object.values(operationLoaders)) {
      const { operation } = await load();
      const { kind, schema } = operation.response;
      expect(schema !== undefined, operation.id).toBe(kind === "json" || ofItems.includes(operation.id));
      const text = JSON.stringify(schema ?? {});
      expect(text, operation.id).not.toMatch(
        /"(enum|const|format|minimum|maxLength|pattern|description|x-(?!secret"|needs")\w+)":(?!\{)/,
      );
    }
  });
});
