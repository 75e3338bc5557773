import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { type CliResult, jsonError, runHere, temporaryHome } from "../support/cli/run-cli.ts";
import { type Answer, type ApiServer, apiServer, session } from "../support/servers/api-server.ts";
import { frame, stateEvent } from "../support/servers/event-server.ts";
import { token } from "../support/servers/loopback.ts";
import { uploadServer } from "../support/servers/upload-server.ts";

interface Elsewhere {
  url: string;
  requests: string[];
}

/** Another origin, which answers everything as a login page that likes to be believed. */
async function elsewhere(): Promise<Elsewhere> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(session("elsewhere")));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const to = (location: string, status = 302, more: Partial<Answer> = {}): Answer => ({
  status,
  headers: { location, "content-type": "text/html" },
  body: "<html>moved</html>",
  ...more,
});

async function run(
  request: string,
  answer: Answer,
  args: readonly string[],
  stdin?: string,
): Promise<CliResult & { server: ApiServer }> {
  const server = await apiServer({ request, answer });
  return { ...(await runHere(args, { env: server.env, ...(stdin !== undefined && { stdin }) })), server };
}

describe("a redirect within the service", () => {
  test.each([301, 302, 303, 307, 308])("redirect %i of a GET is followed, with the token", async (status) => {
    const server = await apiServer(
      { request: "GET /browsers/s1", answer: to("/browsers/s2#part", status) },
      { request: "GET /browsers/s2", answer: { json: session("s2") } },
    );
    const result = await runHere(["browsers", "get", "s1", "--query", "session_id"], { env: server.env });
    expect(result.stdout).toBe("s2\n");
    expect(server.requests[1]?.headers.authorization).toBe(`Bearer ${token}`);
  });

  test("--debug shows each request of a redirect", async () => {
    const server = await apiServer(
      { request: "GET /browsers/s1", answer: to("/browsers/s2") },
      { request: "GET /browsers/s2", answer: { json: session("s2") } },
    );
    const { stderr } = await runHere(["browsers", "get", "s1", "--debug"], { env: server.env });
    expect(stderr.match(/^(> GET|< \d+)/gm)).toEqual(["> GET", "< 302", "> GET", "< 200"]);
  });

  test("redirects are followed 5 times, and no sixth time", async () => {
    const step = (at: number) => ({ request: `GET /browsers/s${at}`, answer: to(`/browsers/s${at + 1}`) });
    const five = [1, 2, 3, 4, 5].map(step);
    const whole = await apiServer(...five, { request: "GET /browsers/s6", answer: { json: session("s6") } });
    expect((await runHere(["browsers", "get", "s1"], { env: whole.env })).code).toBe(0);
    const endless = await apiServer({ request: "GET /browsers/s1", answer: to("/browsers/s1"), times: 6 });
    const error = jsonError(await runHere(["browsers", "get", "s1", "-o", "json"], { env: endless.env }));
    expect(error).toMatchObject({
      code: "unexpected_redirect",
      exit_code: 1,
      message: `${endless.url} answered 302 with a redirect to ${endless.url}: at most 5 redirects in a row are followed`,
    });
    expect(endless.requests).toHaveLength(6);
  });

  test.each([
    ["POST", ["browsers", "create"], "POST /browsers"],
    ["POST", ["browsers", "computer", "type", "s1", "secret"], "POST /browsers/s1/computer/type"],
    ["PATCH", ["browsers", "update", "s1", "--name", "x"], "PATCH /browsers/s1"],
    ["PUT", ["browsers", "fs", "mkdir", "s1", "/x"], "PUT /browsers/s1/fs/create_directory"],
    ["DELETE", ["browsers", "delete", "s1", "--yes"], "DELETE /browsers/s1"],
    ["POST", ["api", "POST", "/browsers", "--field", "name=x"], "POST /browsers"],
  ])("a redirect of %s %j is not followed, whatever the status", async (method, args, request) => {
    for (const status of [301, 302, 303, 307, 308]) {
      const result = await run(request, to("/browsers/s2", status), [...args, "-o", "json"]);
      expect(jsonError(result)).toMatchObject({
        code: "unexpected_redirect",
        exit_code: 1,
        http_status: status,
        message: expect.stringContaining(`only GET and HEAD follow redirects, not ${method}`),
      });
      expect(result.server.requests).toHaveLength(1);
    }
  });

  test.each([
    ["nowhere", undefined, "answered 302 with a redirect: it does not say where to"],
    ["to what is not a URL", "http://[", "answered 302 with a redirect: the address is not a valid URL"],
    ["to a name and a password", "SELF", "its address holds a user name or a password"],
  ])("a redirect %s is an error", async (_what, location, message) => {
    const server: ApiServer = await apiServer({
      request: "GET /browsers/s1",
      answer: () => ({
        status: 302,
        headers:
          location === undefined ? {} : { location: location.replace("SELF", `http://u:pw@127.0.0.1:${server.port}/`) },
      }),
    });
    const result = await runHere(["browsers", "get", "s1", "-o", "json"], { env: server.env });
    expect(jsonError(result)).toMatchObject({
      code: "unexpected_redirect",
      exit_code: 1,
      message: expect.stringContaining(message),
    });
    expect(result.stderr).not.toContain("pw");
  });
});

describe("a redirect to another origin", () => {
  test.each([301, 302, 303, 307, 308])(
    "redirect %i to another origin is an error that names both, and nothing is sent there",
    async (status) => {
      const other = await elsewhere();
      for (const [request, args] of [
        ["GET /browsers/s1", ["browsers", "get", "s1"]],
        ["DELETE /browsers/s1", ["browsers", "delete", "s1", "--yes"]],
        [
          "POST /browsers/s1/computer/clipboard/write",
          ["browsers", "computer", "clipboard", "write", "s1", "a password"],
        ],
        ["POST /browsers/s1/process/exec", ["browsers", "process", "exec", "s1", "--env", "K=V", "--", "env"]],
        ["GET /x", ["api", "GET", "/x"]],
      ] as const) {
        const at = args.indexOf("--" as never);
        const words = at === -1 ? [...args, "-o", "json"] : [...args.slice(0, at), "-o", "json", ...args.slice(at)];
        const result = await run(request, to(`${other.url}/login?next=1`, status), words);
        expect(jsonError(result)).toMatchObject({
          code: "unexpected_redirect",
          exit_code: 1,
          http_status: status,
          message: `${result.server.url} answered ${status} with a redirect to ${other.url}: redirects to another origin are not followed`,
          from: result.server.url,
          to: other.url,
        });
      }
      expect(other.requests).toEqual([]);
    },
  );

  test("a redirect to another origin never confirms the end of a session", async () => {
    const other = await elsewhere();
    const result = await run("DELETE /browsers/s1", to(other.url), ["browsers", "delete", "s1", "--yes"]);
    expect([result.code, result.stdout]).toEqual([1, ""]);
    expect(result.stderr).not.toContain("Ended");
  });

  test("the error of a redirect shows no user, password or path", async () => {
    const result = await run("GET /browsers/s1", to("http://someone:hunter2@host.example/s3cret"), [
      "browsers",
      "get",
      "s1",
    ]);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain("a redirect to http://host.example: ");
    expect(result.stderr).not.toMatch(/someone|hunter2|s3cret/);
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//host.example/x"])(
    "%s counts as another origin",
    async (location) => {
      const result = await run("GET /browsers/s1", to(location), ["browsers", "get", "s1", "-o", "json"]);
      expect(jsonError(result)).toMatchObject({ code: "unexpected_redirect", exit_code: 1 });
    },
  );

  test("a redirect from http to https of the same host says how to fix the base URL", async () => {
    const result = await run("GET /browsers/s1", to("https://127.0.0.1/browsers/s1"), [
      "browsers",
      "get",
      "s1",
      "-o",
      "json",
    ]);
    expect(jsonError(result)).toMatchObject({
      code: "unexpected_redirect",
      hint: "the base URL has to begin with https: browserctl login --base-url https://127.0.0.1",
    });
  });

  test("a redirect of a download to another origin leaves no file", async () => {
    const other = await elsewhere();
    const home = temporaryHome();
    const server = await apiServer({ request: "GET /profiles/work/download", answer: to(other.url, 307), times: 2 });
    for (const out of ["f", "-"]) {
      const result = await runHere(["profiles", "download", "work", "--out", out, "-o", "json"], {
        home,
        env: server.env,
      });
      expect(jsonError(result)).toMatchObject({ code: "unexpected_redirect", exit_code: 1 });
    }
    expect(other.requests).toEqual([]);
  });

  test("a redirect of a stream ends it at its start, and is a failed attempt later", async () => {
    const other = await elsewhere();
    const events = {
      headers: { "content-type": "text/event-stream" },
      body: `retry: 1\n\n${frame(stateEvent("running"))}`,
    };
    const request = "GET /invocations/inv1/events";
    const end = { ...events, body: frame(stateEvent("succeeded")) };
    for (const [code, text, steps] of [
      [1, '"code":"unexpected_redirect"', [to(other.url)]],
      [0, "", [events, to(other.url), end]],
    ] as const) {
      const server = await apiServer(...steps.map((answer) => ({ request, answer })));
      const result = await runHere(["invocations", "tail", "inv1", "-o", "jsonl"], { env: server.env });
      expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(text)]);
    }
    expect(other.requests).toEqual([]);
  });

  test("a redirect of an upload ends it early", async () => {
    const other = await elsewhere();
    const server = await uploadServer([{ status: 307, answerAfter: 100_000, headers: { Location: `${other.url}/x` } }]);
    const words = ["browsers", "fs", "write", "s1", "/x", "-", "-o", "json"];
    const result = await runHere(words, { env: server.env, stdin: "s".repeat(20_000_000) });
    expect(jsonError(result)).toMatchObject({ code: "unexpected_redirect", exit_code: 1 });
    expect(other.requests).toEqual([]);
    expect(server.uploads).toHaveLength(1);
  });

  test("a redirect to another origin after a retry is an error", async () => {
    const other = await elsewhere();
    const server = await apiServer(
      { request: "GET /browsers/s1", answer: { status: 503, headers: { "retry-after": "0" } } },
      { request: "GET /browsers/s1", answer: to(other.url) },
    );
    const result = await runHere(["browsers", "get", "s1", "-o", "json"], { env: server.env });
    expect(jsonError(result)).toMatchObject({ code: "unexpected_redirect" });
  });
});
