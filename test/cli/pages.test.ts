import { expect, test } from "vitest";
import { everyPage } from "../../src/cli/run/pages.ts";
import { operation } from "../../src/generated/operations/browsers.list.ts";
import { apiServer } from "../support/servers/api-server.ts";
import { apiClient } from "../support/service/api-client.ts";

const numbers = { ...operation, response: { kind: "json", status: 200 } } as const;

test("a page of any length is a part of the list", async () => {
  const items = Array.from({ length: 150_000 }, (_, at) => at);
  const server = await apiServer({ request: "GET /browsers?limit=100&offset=0", answer: { json: items } });
  expect(await everyPage(apiClient(server), numbers, {})).toEqual(items);
});
