import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliResult, jsonError, runHere, temporaryHome } from "../support/cli/run-cli.ts";
import { apiServer, authContext, session } from "../support/servers/api-server.ts";
import { token } from "../support/servers/loopback.ts";

const page = { headers: { "content-type": "text/html" }, body: "<!doctype html><title>Welcome</title>" };

describe("a base URL with a path", () => {
  test.each(["/team/v1", "/team/v1/", "/team/v1///"])(
    "a base URL keeps the path %s in front of every call",
    async (path) => {
      const at = (rest: string) => ({ request: `GET /team/v1${rest}`, answer: { json: session() } });
      const moved = { status: 307, headers: { location: "/team/v1/browsers/s2" } };
      const server = await apiServer(
        at("/browsers/s1"),
        at("/browsers/a%2Fb%25"),
        at("/anything?x=1"),
        {
          request: "GET /team/v1/browsers/s1",
          answer: moved,
        },
        at("/browsers/s2"),
      );
      const env = { ...server.env, BROWSERCTL_BASE_URL: `${server.url}${path}` };
      for (const words of ["browsers get s1", "browsers get a/b%", "api GET /anything?x=1", "browsers get s1"]) {
        expect((await runHere(words.split(" "), { env })).code, words).toBe(0);
      }
    },
  );

  test("a base URL is stored without its last slash, and found again in another spelling", async () => {
    const home = temporaryHome();
    const server = await apiServer(
      { request: "GET /v1/auth/context", answer: { json: authContext } },
      { request: "GET /v1/browsers/s1", answer: { json: session() } },
    );
    const login = ["login", "--base-url", `${server.url}/v1/`, "--context", "ci", "--token-stdin"];
    expect((await runHere(login, { home, stdin: token })).code).toBe(0);
    const stored = JSON.parse(readFileSync(join(home.configDir, "settings.json"), "utf8"));
    expect(stored.contexts.ci.base_url).toBe(`${server.url}/v1`);
    const words = ["browsers", "get", "s1", "--base-url", `${server.url.replace("http", "HTTP")}/v1//`];
    expect((await runHere(words, { home })).code).toBe(0);
    expect(server.requests[1]?.headers.authorization).toBe(`Bearer ${token}`);
  });
});

describe("a base URL that is refused before anything is sent", () => {
  const secret = "s3cret";
  const everywhere: readonly [string, (url: string) => Promise<CliResult>][] = [
    [
      "--base-url",
      (url) => runHere(["browsers", "list", "--base-url", url, "-o", "json"], { env: { BROWSERCTL_TOKEN: token } }),
    ],
    [
      "BROWSERCTL_BASE_URL",
      (url) =>
        runHere(["browsers", "list", "-o", "json"], { env: { BROWSERCTL_BASE_URL: url, BROWSERCTL_TOKEN: token } }),
    ],
    ["--base-url", (url) => runHere(["context", "add", "x", "--base-url", url, "-o", "json"])],
    ["--base-url", (url) => runHere(["login", "--base-url", url, "--token-stdin", "-o", "json"], { stdin: token })],
  ];
  test.each([
    [`https://ann:${secret}@a.example`, "must not hold a user name or password"],
    [`https://${secret}@a.example/v1`, "must not hold a user name or password"],
    [`https://a.example/?key=${secret}`, "must not have a query or a fragment"],
    [`https://a.example/#${secret}`, "must not have a query or a fragment"],
    ["https://a.example/a b", "contains a space or a control character"],
    ["ftp://a.example", "must begin with https:// or http://"],
    ["https://", "is not a URL"],
  ])("base URL %s is refused from every source", async (url, why) => {
    for (const [place, run] of everywhere) {
      const result = await run(url);
      const error = jsonError(result);
      expect(error).toMatchObject({ exit_code: 2 });
      expect(JSON.stringify(error)).toContain(place);
      expect(JSON.stringify(error)).toContain(why);
      expect(result.stderr).not.toContain(secret);
    }
  });

  test("plain http to another machine is refused, unless --insecure-http allows it", async () => {
    const env = { BROWSERCTL_TOKEN: token, BROWSERCTL_BASE_URL: "http://browsers.example.com" };
    for (const words of [
      ["browsers", "list"],
      ["browsers", "create", "--dry-run"],
    ]) {
      expect(jsonError(await runHere([...words, "-o", "json"], { env }))).toMatchObject({
        code: "insecure_http",
        exit_code: 2,
        message: "http://browsers.example.com is plain http to another machine: the token could be intercepted",
        hint: "use https, or add --insecure-http",
      });
    }
    const allowed = await runHere(["browsers", "create", "--dry-run", "--insecure-http", "-o", "json"], { env });
    expect(JSON.parse(allowed.stdout)).toMatchObject({ url: "http://browsers.example.com/browsers" });
  });
});

describe("a website instead of the API", () => {
  test.each([404, 405])("the error for a page with status %i names the base URL", async (status) => {
    const server = await apiServer({ request: "GET /blog/browsers/s1", answer: { ...page, status } });
    const env = { ...server.env, BROWSERCTL_BASE_URL: `${server.url}/blog` };
    const error = jsonError(await runHere(["browsers", "get", "s1", "-o", "json"], { env }));
    expect(error).toMatchObject({
      http_status: status,
      message: expect.stringContaining(`the service answered ${status}`),
      hint: `check the base URL ${server.url}/blog: browserctl config explain`,
    });
  });

  test("the error for a page with status 200 names the base URL, and login stores nothing", async () => {
    const server = await apiServer({ request: "GET /auth/context", answer: page });
    const home = temporaryHome();
    const words = ["login", "--base-url", server.url, "--token-stdin", "-o", "json"];
    expect(jsonError(await runHere(words, { home, stdin: token }))).toMatchObject({
      code: "bad_answer",
      message: "the service answered 200 with text/html where JSON was expected: <!doctype html><title>Welcome</title>",
      hint: `check the base URL ${server.url}: browserctl config explain`,
    });
    expect(() => readFileSync(join(home.configDir, "settings.json"))).toThrow("ENOENT");
  });

  test("an error of the API has no hint about the base URL", async () => {
    const missing = { status: 404, json: { code: "not_found", message: "there is no s1" } };
    const server = await apiServer({ request: "GET /browsers/s1", answer: missing });
    const error = jsonError(await runHere(["browsers", "get", "s1", "-o", "json"], { env: server.env }));
    expect(error["hint"]).toBe("browserctl browsers list");
  });
});
