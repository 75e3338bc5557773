import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sourceOf } from "../../src/cli/input/source.ts";
import { type HereOptions, jsonError, runHere, temporaryHome } from "../support/cli/run-cli.ts";
import { apiServer } from "../support/servers/api-server.ts";

const service = { BROWSERCTL_BASE_URL: "http://127.0.0.1:1", BROWSERCTL_TOKEN: "t" };
const curl = ["browsers", "curl", "s1", "https://example.com", "-o", "json"];

/** The body that `-d WORD` would send, without its masking. */
async function sent(word: string, options: HereOptions & { file?: string | Uint8Array } = {}): Promise<unknown> {
  const server = await apiServer({
    request: "POST /browsers/s1/curl",
    answer: { json: { status: 200, headers: {}, body: "", duration_ms: 1 } },
  });
  const home = temporaryHome();
  if (options.file !== undefined) writeFileSync(join(home.dir, "file"), options.file);
  const result = await runHere([...curl, "-d", word], { ...options, home, env: { ...server.env, ...options.env } });
  expect([result.code, result.stderr]).toEqual([0, ""]);
  return (server.requests[0]?.json as { body: unknown } | undefined)?.body;
}

describe("where a value comes from", () => {
  test("a value from stdin keeps every byte and newline", async () => {
    expect(await sent("-", { stdin: "a\r\nb\n\n😀" })).toBe("a\r\nb\n\n😀");
    expect(await sent("-", { stdin: "" })).toBe("");
    expect(await sent("-", { stdin: "\ufeffx" })).toBe("\ufeffx");
  });
  test("a value is read from a file", async () =>
    expect(await sent("@file", { file: "from a file\n" })).toBe("from a file\n"));
  test("a value is read from a variable", async () => {
    expect(await sent("env:BODY", { env: { BODY: "from env" } })).toBe("from env");
    expect(await sent("env:BODY", { env: { BODY: "" } })).toBe("");
  });
  test("a literal word is a value, with @@ for a literal @", async () => {
    expect(await sent("@@file")).toBe("@file");
    expect(await sent("env:1")).toBe("env:1");
    expect(await sent("environment")).toBe("environment");
    expect(await sent("")).toBe("");
    expect(await sent("@")).toBe("@");
  });
  test("each form of a source is recognised", () => {
    expect(["-", "@f", "@@f", "env:A_1", "env:a-b", "--", "@"].map((word) => sourceOf(word).from)).toEqual([
      "stdin",
      "file",
      "literal",
      "env",
      "literal",
      "literal",
      "literal",
    ]);
  });
});

describe("what cannot be read, before the network", () => {
  test("a value from a missing file is exit 10 and names the file", async () => {
    const error = jsonError(await runHere([...curl, "-d", "@nowhere"], { env: service }));
    expect(error).toMatchObject({ exit_code: 10, message: 'cannot read "nowhere": no such file or directory' });
  });
  test("a value from a directory is exit 10", async () => {
    const home = temporaryHome();
    mkdirSync(join(home.dir, "directory"));
    expect(jsonError(await runHere([...curl, "-d", "@directory"], { home, env: service })).exit_code).toBe(10);
  });
  test("a value from an unset variable is exit 2", async () => {
    const error = jsonError(await runHere([...curl, "-d", "env:NO_SUCH"], { env: service }));
    expect(error).toMatchObject({ exit_code: 2, message: "--data: the variable NO_SUCH is not set" });
  });
  test("a value with bytes that are not UTF-8 is refused", async () => {
    const binary = Uint8Array.of(0xff, 0xfe, 0x00);
    const error = jsonError(await runHere([...curl, "-d", "-"], { env: service, stdin: binary }));
    expect(error).toMatchObject({ exit_code: 2, message: "--data: is not UTF-8 text" });
  });
  test("stdin cannot serve two values", async () => {
    const result = await runHere([...curl, "-d", "-", "--input", "-"], { env: service, stdin: "{}" });
    expect(jsonError(result)).toMatchObject({ exit_code: 2 });
    expect(jsonError(result).message).toMatch(/^--input: stdin is already read for --data; give one of them as @file$/);
  });
  test("stdin is not read when the words have problems", async () => {
    const result = await runHere([...curl, "-d", "-", "--bogus"], { env: service, stdin: Uint8Array.of(0xff) });
    expect(jsonError(result).message).toBe("--bogus: unknown flag");
  });
});

describe("--input", () => {
  const preview = async (...args: string[]): Promise<Record<string, unknown>> => {
    const result = await runHere(["browsers", "create", "--dry-run", "-o", "json", ...args], { env: service });
    expect(result.stderr).toBe("");
    return JSON.parse(result.stdout) as Record<string, unknown>;
  };
  test("flags override --input", async () => {
    const input = JSON.stringify({ name: "a", headless: true, tags: { a: "1" }, timeout_seconds: 99 });
    expect((await preview("--input", input, "--name", "b", "--no-headless", "--tag", "b=2"))["body"]).toEqual({
      name: "b",
      headless: false,
      tags: { b: "2" },
      timeout_seconds: 99,
    });
  });
  test("--input sets fields that have no flag", async () => {
    expect((await preview("--input", '{"proxy":{"mode":"direct"}}'))["body"]).toEqual({ proxy: { mode: "direct" } });
  });
  test("--input is read from stdin, and problems name its fields", async () => {
    const stdin = '{"viewport":{"width":0,"height":720},"nope":1,"timeout_seconds":1}';
    const result = await runHere(["browsers", "create", "--input", "-", "-o", "json", "--name", ""], { stdin });
    expect((jsonError(result)["details"] as { message: string }[]).map(({ message }) => message).sort()).toEqual([
      expect.stringMatching(/^--input: nope: unknown property; known: name, /),
      "--input: timeout_seconds: must be 10 to 259200, not 1",
      "--input: viewport.width: must be 1 to 16384, not 0",
      "--name: must have 1 to 255 characters, not 0",
    ]);
  });
  test.each([
    ["{", /^--input: is not JSON: /],
    ["[]", /^--input: must be a JSON object$/],
    ["null", /^--input: must be a JSON object$/],
    ["", /^--input: is not JSON: /],
    ['{"token":"s3cret" x}', /^--input: is not JSON: line 1, column 19: "," or "}" expected, "x" found$/],
  ])("--input %j is refused", async (text, message) => {
    const result = await runHere(["browsers", "create", "--input", text, "-o", "json"], { env: service });
    expect(jsonError(result)).toMatchObject({ exit_code: 2, message: expect.stringMatching(message) });
  });
  test("a __proto__ in --input is an unknown property", async () => {
    const result = await runHere(["browsers", "create", "--input", '{"__proto__":{"name":"x"}}', "-o", "json"]);
    expect(jsonError(result).message).toMatch(/^--input: __proto__: unknown property/);
  });
});
