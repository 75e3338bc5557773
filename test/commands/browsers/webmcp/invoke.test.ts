import { expect, test } from "vitest";
import { jsonError, runHere } from "../../../support/cli/run-cli.ts";
import { type ApiServer, apiServer } from "../../../support/servers/api-server.ts";

const offered = (tool_ref: string, name: string, frame: string | null = null): object => ({
  tool_ref,
  tool: { name, description: "Search", inputSchema: { type: "object" } },
  source: {
    page_url: "https://shop.example.com/",
    page_title: "Shop",
    tab_id: 1,
    window_id: 1,
    frame: frame === null ? null : { frame_id: 1, url: frame },
  },
});

const tools = [
  offered("r1", "search"),
  offered("r2", "pay"),
  offered("r3", "cart"),
  offered("r4", "cart", "https://pay.example.com/frame"),
];
const lists = { request: "GET /browsers/shop/webmcp/tools", answer: { json: { tools } } } as const;
const request = "POST /browsers/shop/webmcp/invoke";

function serviceThat(answer: object, status = 200): Promise<ApiServer> {
  return apiServer({ ...lists, times: "any" }, { request, answer: { status, json: answer } });
}

const invoke = (server: ApiServer, words: readonly string[], stdin = "") =>
  runHere(["browsers", "webmcp", "invoke", "shop", ...words], { env: server.env, stdin });
const done = { invocation_id: "i1", status: "completed", output: { found: 2 } };
const sent = (server: ApiServer): unknown => server.requests.at(-1)?.json;

test.each([
  ["by its name", ["search", '{"query":"shoes"}'], { tool_ref: "r1", input: { query: "shoes" } }],
  ["by its reference", ["r4", "--timeout-sec", "5"], { tool_ref: "r4", input: {}, timeout_sec: 5 }],
  ["with its input on stdin", ["pay", "-"], { tool_ref: "r2", input: { from: "stdin" } }],
])("a tool is called %s", async (_, words, body) => {
  const server = await serviceThat(done);
  const result = await invoke(server, [...words, "-o", "json"], '{"from":"stdin"}');
  expect([result.code, JSON.parse(result.stdout)]).toEqual([0, done]);
  expect(sent(server)).toEqual(body);
});

test("a form that waits to be sent says so, and prints nothing", async () => {
  const server = await serviceThat({ invocation_id: "i1", status: "awaiting_submission" });
  const result = await invoke(server, ["search"]);
  expect([result.code, result.stdout]).toEqual([0, ""]);
  expect(result.stderr).toContain("The form is filled in and not sent");
});

test.each([
  [{ status: "error", error_text: "Error: sold\u001b[31m out" }, "Error: sold␛[31m out"],
  [{ status: "error" }, "the tool failed without a message"],
  [{ status: "canceled" }, "the call was canceled"],
])("a tool that ends with %j is exit 8", async (end, message) => {
  const server = await serviceThat({ invocation_id: "i1", ...end });
  const result = await invoke(server, ["search"]);
  expect([result.code, result.stdout]).toEqual([8, ""]);
  expect(result.stderr).toContain(message);
});

test("an unknown outcome is exit 9 with the call, and nothing is sent again", async () => {
  const body = { code: "outcome_unknown", message: "its document went away", invocation_id: "i7" };
  const server = await serviceThat(body, 504);
  const result = await invoke(server, ["search", "-o", "json"]);
  expect(result.code).toBe(9);
  expect(jsonError(result)).toMatchObject({ code: "outcome_unknown", invocation_id: "i7" });
  expect(server.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test.each([
  ["an unknown tool", ["nothing"], 4, 'no open page offers the tool "nothing"; there are search, pay, cart'],
  [
    "a name of two tools",
    ["cart"],
    2,
    "<tool>: is offered more than once; name one by its reference: r3 on https://shop",
  ],
  ["an input that is not JSON", ["search", "shoes"], 2, "<input>: must be a JSON object"],
  ["an input that is a list", ["search", "[1]"], 2, "<input>: must be a JSON object"],
  ["a long input", ["search", `{"a":"${"x".repeat(2 ** 20)}"}`], 2, "<input>: must be at most 1048576 bytes (1 MiB)"],
  ["a long wait", ["search", "--timeout-sec", "121"], 2, "--timeout-sec"],
  ["no tool", [], 2, "<tool>"],
])("browsers webmcp invoke with %s is refused", async (_, words, code, message) => {
  const server = await apiServer({ ...lists, times: "any" });
  const result = await invoke(server, words);
  expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(message)]);
});
