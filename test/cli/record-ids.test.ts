import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { sharedHome } from "../support/cli/local-home.ts";
import { jsonError, runHere } from "../support/cli/run-cli.ts";
import { apiServer } from "../support/servers/api-server.ts";
import { onLoopback } from "../support/servers/loopback.ts";

interface Named {
  id: string;
}

const proxyId = "x5p2r9o4x7y1k8e3n6t0l9m2";
const otherId = "x6p2r9o4x7y1k8e3n6t0l9m2";
const list = (name: string): string => `GET /proxies?limit=100&name=${name}&offset=0`;
const recordOf = (id: string, name: string): object => ({ id, type: "custom", name });

describe("against the local service", () => {
  const started = sharedHome({ fakeBrowser: true, inProcess: true });

  test("a proxy, an API key and an auth connection are found by the name in their list", async () => {
    const home = await started();
    const proxy = await home.json<Named>(["proxies", "create", "office", "--host", "127.0.0.1", "--port", "9"]);
    const key = await home.json<Named>(["api-keys", "create", "ci"]);
    const words = ["auth", "connections", "create", "localhost", "--profile-name", "work"];
    const connection = await home.json<Named>(words);
    expect(await home.json<Named>(["proxies", "get", "office"])).toMatchObject({ id: proxy.id });
    expect(await home.json<Named>(["proxies", "update", "office", "--name", "old"])).toMatchObject({ id: proxy.id });
    expect(await home.json<Named>(["api-keys", "get", "ci"])).toMatchObject({ id: key.id });
    expect(await home.json<Named>(["auth", "connections", "get", "localhost"])).toMatchObject({ id: connection.id });
    const waited = await home.json<Named>(["wait", "connection", "localhost", "--for", "status=NEEDS_AUTH"]);
    expect(waited).toMatchObject({ id: connection.id });
    const deleted = await home.cli(["proxies", "delete", "old", "--yes", "-o", "json"]);
    expect(JSON.parse(deleted.stdout)).toMatchObject({ ok: true, id: proxy.id });
  });

  test("a name that several connections share is refused with their ids and profiles", async () => {
    const home = await started();
    const create = (profile: string) =>
      home.json<Named>(["auth", "connections", "create", "shop.example.com", "--profile-name", profile]);
    const [one, two] = [await create("ada"), await create("bob")];
    const refused = await home.cli(["auth", "connections", "delete", "shop.example.com", "--yes", "-o", "json"]);
    expect(refused.code).toBe(2);
    expect(jsonError(refused)).toMatchObject({
      code: "ambiguous_name",
      message: expect.stringContaining('2 auth connections have the domain "shop.example.com"'),
      hint: "type one of these ids in its place",
    });
    expect(jsonError(refused).message).toContain(`${one.id} (ada)`);
    expect(jsonError(refused).message).toContain(`${two.id} (bob)`);
  });

  test("an unknown name is sent, and the service answers it", async () => {
    const home = await started();
    expect((await home.cli(["proxies", "check", "nowhere", "-o", "json"])).code).toBe(4);
  });
});

test("a word in the form of an id costs no extra request", async () => {
  const server = await apiServer({ request: `GET /proxies/${proxyId}`, answer: { json: recordOf(proxyId, "office") } });
  expect((await runHere(["proxies", "get", proxyId], { env: server.env })).code).toBe(0);
  expect(server.requests).toHaveLength(1);
});

test("names are case-sensitive, and a name of two records is refused", async () => {
  const records = [recordOf(otherId, "Office"), recordOf(proxyId, "office")];
  const same = [recordOf(otherId, "OFFICE"), recordOf(proxyId, "OFFICE")];
  const server = await apiServer(
    { request: list("office"), answer: { json: records } },
    { request: `GET /proxies/${proxyId}`, answer: { json: records[1] } },
    { request: list("OFFICE"), answer: { json: same } },
  );
  const found = await runHere(["proxies", "get", "office", "-o", "json"], { env: server.env });
  expect(JSON.parse(found.stdout)).toMatchObject({ id: proxyId });
  const refused = await runHere(["proxies", "get", "OFFICE"], { env: server.env });
  expect([refused.code, refused.stderr]).toEqual([
    2,
    `error: 2 proxies have the name "OFFICE": ${otherId}, ${proxyId}\nhint: type one of these ids in its place\n`,
  ]);
});

test("a name is looked up in 100 pages at most", async () => {
  const server = createServer(({ url }, response) => {
    const offset = Number(new URL(url ?? "", "http://service").searchParams.get("offset"));
    response.setHeader("x-has-more", "true").setHeader("x-next-offset", offset + 1);
    response.setHeader("content-type", "application/json").end(JSON.stringify([recordOf(otherId, "other")]));
  });
  const { env } = await onLoopback(server);
  expect(jsonError(await runHere(["proxies", "get", "office", "-o", "json"], { env }))).toMatchObject({
    code: "bad_answer",
    message: '"office" was looked up in 100 pages of proxies, and the service announced more',
    hint: "type the id in its place",
  });
});

test("the question before a deletion names the record and its id", async () => {
  const record = recordOf(proxyId, "office");
  const server = await apiServer(
    { request: list("office"), answer: { json: [record] } },
    { request: `GET /proxies/${proxyId}`, answer: { json: record } },
  );
  const asked = await runHere(["proxies", "delete", "office"], { env: server.env });
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining(`delete proxy ${proxyId} (office)?`)]);
});

test("a preview sends nothing and notes that the name is looked up", async () => {
  const server = await apiServer();
  const preview = await runHere(["proxies", "get", "office", "--dry-run"], { env: server.env });
  expect(preview.code).toBe(0);
  expect(preview.stderr).toContain('note: "office" is looked up among the proxies');
  expect(server.requests).toEqual([]);
});
