import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliResult, jsonError, runHere, temporaryHome } from "../../support/cli/run-cli.ts";
import { apiServer } from "../../support/servers/api-server.ts";
import { nowhere } from "../../support/servers/nowhere.ts";

const record = { id: "p1", name: "work", created_at: "2026-01-02T03:04:05Z" };

describe("local seed-profile", () => {
  const seed = async (cookies: unknown, args = ["cookies.json"]): Promise<CliResult & { sent: unknown }> => {
    const home = temporaryHome();
    const text = typeof cookies === "string" ? cookies : JSON.stringify(cookies);
    writeFileSync(join(home.dir, "cookies.json"), text);
    const request = "POST /_local/profiles/import?name=work";
    const server = await apiServer({ request, answer: { status: 201, json: record }, times: "any" });
    const words = ["local", "seed-profile", ...args, "--name", "work", "-o", "json"];
    const result = await runHere(words, { home, env: server.env, stdin: text });
    return { ...result, sent: server.requests[0]?.json };
  };
  test("cookies as add-ons export them become storage state", async () => {
    const { code, sent } = await seed([
      {
        name: "sid",
        value: "1",
        domain: "example.com",
        hostOnly: true,
        expirationDate: 1_999_999_999.5,
        secure: true,
        httpOnly: true,
        sameSite: "no_restriction",
        storeId: "0",
        session: false,
      },
      { name: "all", value: "", domain: ".example.com", path: "/a", sameSite: "lax" },
    ]);
    expect([code, sent]).toEqual([
      0,
      {
        cookies: [
          {
            name: "sid",
            value: "1",
            domain: "example.com",
            path: "/",
            secure: true,
            httpOnly: true,
            sameSite: "None",
            expires: 1_999_999_999.5,
          },
          { name: "all", value: "", domain: ".example.com", path: "/a", sameSite: "Lax", expires: -1 },
        ],
        origins: [],
      },
    ]);
  });
  test("storage state is taken, from stdin too", async () => {
    const cookie = { name: "a", value: "b", domain: "example.com", path: "/", expires: -1, sameSite: "Lax" };
    const origins = [{ origin: "https://example.com", localStorage: [{ name: "k", value: "v" }] }];
    const { sent } = await seed({ cookies: [cookie], origins }, ["-"]);
    expect(sent).toEqual({ cookies: [cookie], origins });
  });
  test.each<[string, unknown, string[]]>([
    [
      "each problem by its position",
      [
        { name: "a", value: "b", domain: "c" },
        5,
        { name: "", value: 1, domain: "d", sameSite: "odd", expires: "soon" },
      ],
      [
        "cookies.json: [1]: must be an object",
        "cookies.json: [2].name: must be text that is not empty",
        "cookies.json: [2].value: must be text",
        "cookies.json: [2].expires: must be a number of seconds since 1970",
        "cookies.json: [2].sameSite: must be Strict, Lax or None",
      ],
    ],
    [
      "of storage state too",
      { cookies: [{ name: "a" }], origins: [{ origin: "x" }] },
      [
        "cookies.json: cookies[0].value: must be text",
        "cookies.json: cookies[0].domain: must be text that is not empty",
        "cookies.json: origins[0].origin: must be an origin such as https://example.com",
      ],
    ],
    ["no JSON", '[\n{"name"=1}]', ['cookies.json: is not JSON: line 2, column 8: ":" expected, "=" found']],
    ["nothing", [], ["cookies.json: has neither a cookie nor storage in it"]],
    ["a word", '"x"', ["cookies.json: must be a JSON object with cookies and origins"]],
  ])("%s", async (_, cookies, problems) => {
    const result = await seed(cookies);
    const error = jsonError(result);
    expect(error).toMatchObject({ exit_code: 10, code: "invalid_profile" });
    expect((error["details"] as { message: string }[]).map(({ message }) => message)).toEqual(problems);
    expect(result.sent).toBeUndefined();
  });
  test("a file that is not there is exit 10, a name that is missing exit 2; no value shows in a trace", async () => {
    expect((await seed([], ["none.json"])).code).toBe(10);
    const missing = await runHere(["local", "seed-profile", "cookies.json", "-o", "json"], { env: nowhere });
    expect(jsonError(missing)).toMatchObject({ exit_code: 2, message: "--name: is missing" });
    const traced = await seed([{ name: "a", value: "s3cret", domain: "c" }], ["cookies.json", "--debug"]);
    expect(JSON.stringify(traced.sent)).toContain("s3cret");
    expect(traced.stdout + traced.stderr).not.toContain("s3cret");
  });
});
