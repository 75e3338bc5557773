import { expect, test } from "vitest";
import { type Answer, type ApiServer, apiServer, type Seen } from "../support/servers/api-server.ts";
import { apiClient } from "../support/service/api-client.ts";

const refused = { status: 401, json: { code: "unauthorized", message: "expired" } };
const answer = ({ headers }: Seen): Answer =>
  headers.authorization === "Bearer new" ? { json: { ok: true } } : refused;

function service(request: string, times: number): Promise<ApiServer> {
  return apiServer({ request, answer, times });
}

const raw = (url: string, method = "GET", body?: string) => ({
  method,
  url: new URL(`${url}/x`),
  accept: "*/*",
  body,
  contentType: body && "application/json",
  attempt: { idempotent: method === "GET", unsafe: false },
  operation: undefined,
});

test.each(["GET", "POST"])("after a 401 a %s is sent again, once, with the renewed token", async (method) => {
  const server = await service(`${method} /x`, 2);
  const asked: string[] = [];
  const renewToken = async (old: string): Promise<string> => {
    asked.push(old);
    return "new";
  };
  const client = apiClient(server, { token: "old", renewToken });
  const body = method === "POST" ? '{"a":1}' : undefined;
  expect((await client.send(raw(server.url, method, body))).status).toBe(200);
  expect(asked).toEqual(["old"]);
  expect(server.requests.map(({ text }) => text)).toEqual([body ?? "", body ?? ""]);
});

test("later calls use the renewed token", async () => {
  const server = await service("GET /x", 3);
  const client = apiClient(server, { token: "old", renewToken: async () => "new" });
  await client.send(raw(server.url));
  await client.send(raw(server.url));
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer old",
    "Bearer new",
    "Bearer new",
  ]);
});

test.each([
  ["no other token", async () => undefined, 1],
  ["another token that is refused too", async () => "newer", 2],
])("%s leaves the 401 as it is", async (_what, renewToken, requests) => {
  const server = await service("GET /x", requests);
  const client = apiClient(server, { token: "old", renewToken });
  await expect(client.send(raw(server.url))).rejects.toMatchObject({ exit: "auth", options: { httpStatus: 401 } });
  expect(server.requests.length).toBe(requests);
});

test("a failure to get another token is the failure of the call", async () => {
  const server = await service("GET /x", 1);
  const { CliError } = await import("../../src/core/errors.ts");
  const renewToken = async (): Promise<never> => {
    throw new CliError("auth", "the token program failed", { code: "token_command_failed" });
  };
  await expect(apiClient(server, { token: "old", renewToken }).send(raw(server.url))).rejects.toMatchObject({
    code: "token_command_failed",
  });
});
