import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliResult, type HereOptions, jsonError, runHere, temporaryHome } from "../support/cli/run-cli.ts";
import { type Answer, apiServer, type Seen } from "../support/servers/api-server.ts";

async function call(
  request: string,
  args: readonly string[],
  answer: Answer = { json: { ok: 1 } },
  options: HereOptions = {},
): Promise<CliResult & { seen: Seen | undefined }> {
  const server = await apiServer({ request, answer });
  const result = await runHere(["api", ...args], { ...options, env: { ...server.env, ...options.env } });
  return { ...result, seen: server.requests[0] };
}

const body = async (...fields: string[]): Promise<unknown> =>
  (await call("POST /x", ["POST", "/x", ...fields.flatMap((field) => ["-F", field])])).seen?.json;

describe("fields", () => {
  test("fields keep the type of true, false, null and numbers", async () => {
    expect(
      await body(
        "a=true",
        "b=false",
        "c=null",
        "d=7",
        "e=-1.5",
        "f=007",
        "g=1e3",
        "h=",
        "i=a=b",
        "j=12345678901234567890",
        "k=1.0",
      ),
    ).toEqual({
      a: true,
      b: false,
      c: null,
      d: 7,
      e: -1.5,
      f: "007",
      g: "1e3",
      h: "",
      i: "a=b",
      j: "12345678901234567890",
      k: "1.0",
    });
  });
  test("field names with dots are nested, and with brackets lists", async () => {
    expect(await body("a.b.c=1", "a.d=x", "l[]=1", "l[]=two", "m.n[]=x")).toEqual({
      a: { b: { c: 1 }, d: "x" },
      l: [1, "two"],
      m: { n: ["x"] },
    });
  });
  test.each([
    [["novalue"], '--field: must be KEY=VALUE, not "novalue"'],
    [["=x"], '--field: must be KEY=VALUE, not "=x"'],
    [["a..b=1"], '--field: must be KEY=VALUE, not "a..b=1"'],
    [["[]=1"], '--field: must be KEY=VALUE, not "[]=1"'],
    [["__proto__.x=1"], '--field: must be KEY=VALUE, not "__proto__.x=1"'],
    [["__proto__[]=1"], '--field: "__proto__[]=1" does not fit the fields before it'],
    [["a=1", "a.b=2"], '--field: "a.b=2" does not fit the fields before it'],
    [["a.b=2", "a=1"], '--field: "a=1" does not fit the fields before it'],
    [["a=1", "a[]=2"], '--field: "a[]=2" does not fit the fields before it'],
    [["a[]=1", "a.b=2"], '--field: "a.b=2" does not fit the fields before it'],
  ])("%j is refused", async (fields, message) => {
    const server = await apiServer();
    const args = ["api", "POST", "/x", "-o", "json", ...fields.flatMap((field) => ["-F", field])];
    expect(jsonError(await runHere(args, { env: server.env }))).toMatchObject({ exit_code: 2, message });
  });
  test("fields are the query of GET, HEAD and DELETE", async () => {
    const args = ["-F", "a=1", "-F", "tags.team=x y", "-F", "l[]=a", "-F", "l[]=b"];
    for (const method of ["GET", "DELETE", "HEAD"]) {
      const query = "?z=0&a=1&tags%5Bteam%5D=x+y&l=a%2Cb";
      const { seen, code } = await call(`${method} /x${query}`, [method, "/x?z=0", ...args], { status: 200, body: "" });
      expect([code, seen?.text, seen?.headers["content-type"]]).toEqual([0, "", undefined]);
    }
  });
});

describe("the request", () => {
  test.each(["GET", "POST", "PUT", "PATCH", "DELETE"])("api sends %s, also in lower case", async (method) => {
    const { seen } = await call(`${method} /browsers`, [method.toLowerCase(), "/browsers"]);
    expect(seen?.method).toBe(method);
  });
  test("api sends a body from a file, stdin or a variable unchanged", async () => {
    const home = temporaryHome();
    const text = '{ "a" : 1 }\n';
    writeFileSync(join(home.dir, "b.json"), text);
    for (const [word, options] of [
      ["@b.json", { home }],
      ["-", { stdin: text }],
      ["env:BODY", { env: { BODY: text } }],
      [text, {}],
    ] as const) {
      const { seen } = await call("POST /x", ["POST", "/x", "--input", word], { json: {} }, options);
      expect([seen?.text, seen?.headers["content-type"]]).toEqual([text, "application/json"]);
    }
  });
  test("api sends given headers, also beyond ASCII", async () => {
    const { seen } = await call("GET /x", [
      "GET",
      "/x",
      "-H",
      "X-A: 1",
      "-H",
      "x-a: 2",
      "-H",
      "Accept: text/plain",
      "-H",
      "X-N: 日本",
    ]);
    expect(seen?.headers).toMatchObject({
      "x-a": "1, 2",
      accept: "text/plain",
      "x-n": Buffer.from("日本").toString("latin1"),
    });
  });
  test.each([
    [["FETCH", "/x"], /<method>: must be one of GET, .* not "FETCH"/],
    [["GET", "x"], /<path>: must begin with one "\/", not "x"/],
    [["GET", "//evil.example.com/x"], /<path>: must begin with one "\/"/],
    [["GET", "https://evil.example.com/x"], /<path>: must begin with one "\/"/],
    [["GET", "/x", "--input", "{}"], /--input: GET has no body/],
    [["POST", "/x", "--input", "{}", "-F", "a=1"], /--input: cannot be used together with --field/],
  ])("api %j is refused before the network", async (args, message) => {
    const server = await apiServer();
    const result = await runHere(["api", ...args, "-o", "json"], { env: server.env });
    expect(jsonError(result)).toMatchObject({ exit_code: 2, message: expect.stringMatching(message) });
  });
  test("the token never leaves for another host, whatever the path", async () => {
    for (const path of ["/\\evil.example.com/x", "/@evil.example.com/x", "/..//evil.example.com"]) {
      const server = await apiServer({
        request: `GET ${new URL(path, "http://h/").pathname}`,
        answer: { json: {} },
        times: "any",
      });
      const result = await runHere(["api", "GET", path, "--dry-run", "-o", "json"], { env: server.env });
      if (result.code === 0)
        expect(new URL((JSON.parse(result.stdout) as { url: string }).url).origin).toBe(server.url);
    }
  });
});

describe("the answer", () => {
  test("a JSON answer is printed as JSON, or in the requested form", async () => {
    const answer = { json: [{ a: 1 }, { a: 2 }] };
    expect((await call("GET /x", ["GET", "/x"], answer)).stdout).toBe(`${JSON.stringify(answer.json, null, 2)}\n`);
    expect((await call("GET /x", ["GET", "/x", "-o", "jsonl"], answer)).stdout).toBe('{"a":1}\n{"a":2}\n');
    expect((await call("GET /x", ["GET", "/x", "--query", "[].a", "-o", "jsonl"], answer)).stdout).toBe("1\n2\n");
    expect((await call("GET /x", ["GET", "/x", "-o", "csv"], answer)).stdout).toBe("a\n1\n2\n");
  });
  test("an answer that is not JSON is printed byte for byte", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    expect([...(await call("GET /x", ["GET", "/x"], { body: bytes })).bytes]).toEqual([...bytes]);
    expect(
      (await call("GET /x", ["GET", "/x"], { body: "text", headers: { "content-type": "text/plain" } })).stdout,
    ).toBe("text");
  });
  test("a text answer under -o json is a JSON string, and a binary one is exit 2", async () => {
    expect((await call("GET /x", ["GET", "/x", "-o", "json"], { body: "te\nxt" })).stdout).toBe('"te\\nxt"\n');
    expect(jsonError(await call("GET /x", ["GET", "/x", "-o", "json"], { body: Uint8Array.of(0xff) }))).toMatchObject({
      exit_code: 2,
    });
  });
  test("a binary answer is not printed at a terminal", async () => {
    const result = await call("GET /x", ["GET", "/x"], { body: Uint8Array.of(0, 255) }, { tty: { stdout: true } });
    expect([result.code, result.stdout]).toEqual([2, ""]);
  });
  test("a text answer is escaped at a terminal", async () => {
    const answer = { body: "a\u001b[2J\nb", headers: { "content-type": "text/plain; charset=utf-8" } };
    const result = await call("GET /x", ["GET", "/x"], answer, { tty: { stdout: true } });
    expect([result.code, result.stdout]).toEqual([0, "a␛[2J\nb"]);
  });
  test("an empty answer prints nothing", async () => {
    expect(await call("DELETE /x", ["DELETE", "/x"], { status: 204 })).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "",
    });
    const head = await call("HEAD /x", ["HEAD", "/x"], { headers: { "content-type": "application/json" } });
    expect([head.code, head.stdout]).toEqual([0, ""]);
  });
  test("-i prints the status and headers before the answer", async () => {
    const { stdout } = await call("GET /x", ["GET", "/x", "-i"], { json: { a: 1 }, headers: { "x-a": "b" } });
    expect(stdout).toMatch(/^HTTP 200 OK\n(?:[a-z-]+: .*\n)*x-a: b\n(?:[a-z-]+: .*\n)*\n\{\n {2}"a": 1\n\}\n$/);
    const head = await call("HEAD /x", ["HEAD", "/x", "-i"], { headers: { "content-type": "application/json" } });
    expect(head.stdout).toMatch(/^HTTP 200 OK\n(?:.+\n)+\n$/);
  });
  test("--out writes the whole answer to a file, over an existing one only with --force", async () => {
    const home = temporaryHome();
    const save = (...more: string[]) =>
      call("GET /x", ["GET", "/x", "--out", "f", "-o", "json", ...more], { body: "new" }, { home });
    const first = await save();
    expect(JSON.parse(first.stdout)).toEqual({ path: join(home.dir, "f"), bytes: 3 });
    writeFileSync(join(home.dir, "f"), "old");
    expect(jsonError(await save())).toMatchObject({ exit_code: 10, hint: "add --force to replace it" });
    expect(readFileSync(join(home.dir, "f"), "utf8")).toBe("old");
    expect((await save("--force")).code).toBe(0);
    expect(readFileSync(join(home.dir, "f"), "utf8")).toBe("new");
  });
  test("an answer that breaks off is exit 5", async () => {
    const result = await call("GET /x", ["GET", "/x"], { body: "x".repeat(100), cut: 10 });
    expect([result.code, result.stderr]).toEqual([5, "error: the connection was lost in the middle of the response\n"]);
  });
  test("a failed call has the exit code of its status", async () => {
    expect((await call("GET /x", ["GET", "/x"], { status: 404, json: { code: "c", message: "m" } })).code).toBe(4);
  });
});

describe("on GitHub Actions", () => {
  const key = { id: "k1", name: "ci", key: "bctl_0123456789", masked_key: "bctl_0...9" };
  const create = ["POST", "/org/api_keys", "-F", "name=ci"];

  test("a secret of a known operation is masked on GitHub Actions before it is printed", async () => {
    const env = { GITHUB_ACTIONS: "true" };
    const { stderr, stdout } = await call("POST /org/api_keys", create, { status: 201, json: key }, { env });
    expect(stderr.split("\n")).toContain("::add-mask::bctl_0123456789");
    expect(stderr).not.toContain("::add-mask::bctl_0...9");
    expect(JSON.parse(stdout)).toEqual(key);
  });

  test("nothing is masked elsewhere, and for an error", async () => {
    const elsewhere = await call("POST /org/api_keys", create, { status: 201, json: key });
    expect(elsewhere.stderr).toBe("");
    const env = { GITHUB_ACTIONS: "true" };
    const refused = { status: 403, json: { code: "forbidden", message: "no" } };
    expect((await call("POST /org/api_keys", create, refused, { env })).stderr).not.toContain("bctl_");
  });
});
