import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { buildUrl } from "../../src/client/build-url.ts";
import { readJson } from "../../src/client/call.ts";
import { HttpHeaders } from "../../src/client/http/headers.ts";
import { ResponseBody } from "../../src/client/http/response-body.ts";
import type { ApiResponse } from "../../src/client/request.ts";
import { type CliResult, jsonError, runHere } from "../support/cli/run-cli.ts";
import { type Answer, apiServer, session } from "../support/servers/api-server.ts";

async function answered(
  answer: Answer,
  args: readonly string[] = ["browsers", "get", "s1"],
  request = "GET /browsers/s1",
): Promise<CliResult> {
  const server = await apiServer({ request, answer });
  return runHere([...args, "-o", "json"], { env: server.env });
}

describe("odd answers are failures with a reason, never a success or a bug", () => {
  test("an answer that is not valid JSON is a failure", async () => {
    for (const body of ["{", "<html>", "undefined"]) {
      expect(jsonError(await answered({ body }))).toMatchObject({ code: "bad_answer", exit_code: 1 });
    }
  });
  test("an empty answer instead of a record is a failure", async () => {
    expect(jsonError(await answered({ body: "" }))).toMatchObject({ code: "bad_answer", exit_code: 1 });
    expect(jsonError(await answered({ status: 204 }))).toMatchObject({ code: "bad_answer", exit_code: 1 });
  });
  test("a JSON answer over the limit is a failure and is not read further", async () => {
    const chunks = ["[1", ",2", ",3]"].map((text) => Buffer.from(text));
    const source = Readable.from(chunks);
    const response: ApiResponse = {
      status: 200,
      statusText: "OK",
      headers: new HttpHeaders(),
      body: new ResponseBody(source, 1_000),
    };
    await expect(readJson(response, 3)).rejects.toMatchObject({
      message: "the service answered with more than 3 bytes of JSON",
      options: { code: "bad_answer" },
    });
    expect(source.destroyed).toBe(true);
  });
  test("an answer that breaks off is a failure", async () => {
    expect(jsonError(await answered({ json: session(), cut: 20 }))).toMatchObject({
      code: "unreachable",
      exit_code: 5,
    });
  });
  test("an error that breaks off is still that error", async () => {
    expect(jsonError(await answered({ status: 404, json: { code: "x", message: "m" }, cut: 5 }))).toMatchObject({
      http_status: 404,
      exit_code: 4,
    });
  });
  test("a 302 without a target and a 304 are failures", async () => {
    expect(jsonError(await answered({ status: 302 }))).toMatchObject({ exit_code: 1, http_status: 302 });
    expect(jsonError(await answered({ status: 304 }))).toMatchObject({ exit_code: 1, http_status: 304 });
  });
  test("an answer with an unknown compression is a failure", async () => {
    const result = await answered({
      body: "xx",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
    });
    expect([1, 5]).toContain(jsonError(result).exit_code);
  });
  test.each([
    ["browsers curl", ["browsers", "curl", "s1", "https://example.com"], "POST /browsers/s1/curl"],
    ["browsers run", ["browsers", "run", "--", "true"], "POST /browsers"],
  ])("%s checks that its answer has the fields it needs", async (_name, words, request) => {
    const at = words.indexOf("--");
    const args = at === -1 ? words : [...words.slice(0, at), "-o", "json", ...words.slice(at)];
    for (const answer of [{ body: "" }, { json: [] }, { json: "text" }, { json: {} }]) {
      const server = await apiServer({ request, answer });
      const result = await runHere(at === -1 ? [...args, "-o", "json"] : args, { env: server.env });
      expect(jsonError(result), JSON.stringify(answer)).toMatchObject({ code: "bad_answer", exit_code: 1 });
    }
  });
  test("a screenshot that breaks off is exit 5 and leaves no file", async () => {
    const answer = { body: "PNG".repeat(100), headers: { "content-type": "image/png" }, cut: 10 };
    const words = ["browsers", "computer", "screenshot", "s1", "--out", "page.png"];
    expect(jsonError(await answered(answer, words, "POST /browsers/s1/computer/screenshot"))).toMatchObject({
      exit_code: 5,
    });
  });
});

test("fields this program does not know pass through untouched", async () => {
  const value = session("s1", { new_field: { deep: [1, { x: null }] }, __proto: 1, big: 12345678901 });
  expect(JSON.parse((await answered({ json: value })).stdout)).toEqual(value);
});

describe("addresses", () => {
  const url = (
    params: Record<string, string>,
    query: Record<string, unknown> = {},
    base = "https://x.example/v1/",
  ): string => buildUrl(base, { path: "/browsers/{id}/curl" }, params, query).href.slice("https://x.example".length);
  test.each([
    ["a b", "/v1/browsers/a%20b/curl"],
    ["a/b", "/v1/browsers/a%2Fb/curl"],
    ["a?b#c", "/v1/browsers/a%3Fb%23c/curl"],
    ["日本", "/v1/browsers/%E6%97%A5%E6%9C%AC/curl"],
    ["%2e", "/v1/browsers/%252e/curl"],
    ["a.b", "/v1/browsers/a.b/curl"],
    ["...", "/v1/browsers/.../curl"],
  ])("the id %s is encoded in the path", (id, wanted) => expect(url({ id })).toBe(wanted));
  test("dots in an id never change the path", () => {
    for (const id of [".", ".."]) expect(url({ id })).toMatch(/^\/v1\/browsers\/[^/]+\/curl$/);
  });
  test("lists of a query are joined, maps have brackets, and undefined is left out", () => {
    const query = { category: ["a", "b c"], tags: { team: "x&y", "k[]": "" }, no: undefined, on: false, n: 0 };
    expect(url({ id: "s" }, query)).toBe(
      "/v1/browsers/s/curl?category=a%2Cb+c&tags%5Bteam%5D=x%26y&tags%5Bk%5B%5D%5D=&on=false&n=0",
    );
  });
});
