import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { servedSpecs } from "../../../src/conformance/declarations.ts";
import type { OperationSpec } from "../../../src/contract/operation.ts";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import type { Answer, TestService } from "../../support/service/service.ts";

const specs: readonly OperationSpec[] = servedSpecs;
const MAX_ERROR = 64 * 1_024;

let service: TestService;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser();
});
afterAll(async () => {
  const errors = service.log.filter((line) => line.includes(" error in "));
  await service.stop();
  expect(errors).toEqual([]);
});

interface RawAnswer {
  status: number;
  head: string;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any error
  body: any;
}

/** Sends bytes on a separate connection and reads the first answer; its body must be JSON. */
async function send(data: string | Buffer): Promise<RawAnswer> {
  const socket = connect(service.port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(data);
  let all = "";
  for await (const chunk of socket) {
    all += chunk;
    const [head = "", text = ""] = all.split(/\r\n\r\n(.*)/s);
    const length = /^content-length: (\d+)/im.exec(head)?.[1];
    if (length !== undefined && Buffer.byteLength(text) >= Number(length)) break;
  }
  socket.destroy();
  const [head = "", text = ""] = all.split(/\r\n\r\n(.*)/s);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, text, body: text && JSON.parse(text) };
}

function request(line: string, headers: Record<string, string>, body = ""): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

const own = (): string => `127.0.0.1:${service.port}`;
const headers = (): Record<string, string> => ({ Host: own(), Authorization: `Bearer ${service.token}` });

describe("targets in absolute form", () => {
  test.each([
    ["a foreign host", "http://evil.example/browsers"],
    ["another port", "http://127.0.0.1:1/browsers"],
    ["no port", "http://127.0.0.1/browsers"],
    ["a user in it", "http://user@127.0.0.1:PORT/browsers"],
    ["https", "https://127.0.0.1:PORT/browsers"],
    ["nothing", "http:///browsers"],
    ["an open path at a foreign host", "http://evil.example/openapi.json"],
  ])("targets with %s are refused like a foreign Host header", async (_what, target) => {
    const answer = await send(request(`GET ${target.replace("PORT", String(service.port))}`, headers()));
    expect(answer).toMatchObject({ status: expect.any(Number), body: { message: expect.any(String) } });
    expect([answer.status, answer.body.code]).toEqual([403, "forbidden_host"]);
  });

  test("targets in absolute form with our own host are served like others", async () => {
    for (const host of [own(), `localhost:${service.port}`]) {
      const answer = await send(request(`GET http://${host}/browsers?limit=1`, headers()));
      expect([answer.status, answer.body]).toEqual([200, []]);
    }
    const bare = await send(request(`GET http://${own()}`, headers()));
    expect([bare.status, bare.body.message]).toEqual([404, "there is no GET /"]);
    const open = await send(request(`GET http://${own()}/openapi.json`, { Host: own() }));
    expect(open.body.openapi).toBe("3.1.0");
  });

  test("targets in absolute form do not replace the Host header", async () => {
    const answer = await send(request(`GET http://${own()}/browsers`, { ...headers(), Host: "evil.example" }));
    expect([answer.status, answer.body.code]).toEqual([403, "forbidden_host"]);
  });

  test("targets in absolute form of a foreign host are refused for a WebSocket too", async () => {
    const upgrade = { ...headers(), Connection: "Upgrade", Upgrade: "websocket" };
    const answer = await send(request("GET http://evil.example/browsers/x/cdp", upgrade));
    expect([answer.status, answer.body.code]).toEqual([403, "forbidden_host"]);
  });
});

describe("requests that are not valid have the common error body", () => {
  test.each<[string, number, string, () => string]>([
    ["no Host header", 403, "forbidden_host", () => "GET /browsers HTTP/1.1\r\n\r\n"],
    ["two Host headers", 400, "bad_request", () => `GET / HTTP/1.1\r\nHost: ${own()}\r\nHost: ${own()}\r\n\r\n`],
    ["an unknown method", 400, "bad_request", () => request("NONSENSE /", headers())],
    ["a method that no path takes", 405, "method_not_allowed", () => request("TRACE /browsers", headers())],
    ["CONNECT", 405, "method_not_allowed", () => request("CONNECT evil.example:443", { Host: "evil.example" })],
    ["OPTIONS for the server", 404, "not_found", () => request("OPTIONS *", headers())],
    [
      "two lengths",
      400,
      "bad_request",
      () => `POST /browsers HTTP/1.1\r\nHost: ${own()}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    ],
    [
      "a length and chunks",
      400,
      "bad_request",
      () => `POST /browsers HTTP/1.1\r\nHost: ${own()}\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    ],
    ["a header without a name", 400, "bad_request", () => `GET / HTTP/1.1\r\n: x\r\n\r\n`],
    ["a NUL in a header", 400, "bad_request", () => `GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n`],
    [
      "a broken chunk",
      400,
      "bad_request",
      () =>
        request(
          "POST /browsers",
          { ...headers(), "Content-Type": "application/json", "Transfer-Encoding": "chunked" },
          "zz\r\n{}\r\n",
        ),
    ],
    ["HTTP/2 without an upgrade", 400, "bad_request", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["the greeting of TLS", 400, "bad_request", () => "\x16\x03\x01\x00\xa5\x01\x00\x00"],
  ])("%s", async (_what, status, code, data) => {
    const answer = await send(data());
    expect([answer.status, answer.body.code], answer.head).toEqual([status, code]);
    expect(answer.head).toMatch(/^x-browserctl-local: 0\.1\.0/im);
    expect(answer.head).toMatch(/^content-type: application\/json/im);
  });

  test.each<[string, Record<string, string>]>([
    ["no key", { "Sec-WebSocket-Version": "13" }],
    ["a broken key", { "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "short" }],
    ["no version", { "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==" }],
    ["an old version", { "Sec-WebSocket-Version": "7", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==" }],
    [
      "a broken protocol",
      {
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Protocol": ",,",
      },
    ],
  ])("a WebSocket handshake with %s", async (_what, broken) => {
    const { session_id, cdp_ws_url } = await session();
    const token = new URL(cdp_ws_url).search;
    const upgrade = { Host: own(), Connection: "Upgrade", Upgrade: "websocket", ...broken };
    const answer = await send(request(`GET /browsers/${session_id}/cdp${token}`, upgrade));
    expect([answer.status, answer.body.code]).toEqual([400, "bad_request"]);
    expect(answer.body.message).toMatch(/^the WebSocket handshake is not valid: /);
    expect(answer.head).toMatch(/^Sec-WebSocket-Version: 13, 8/m);
  });

  test("an unknown expectation is ignored", async () => {
    const answer = await send(request("GET /browsers?limit=1", { ...headers(), Expect: "the-best" }));
    expect(answer.status).toBe(200);
  });
});

let shared: Promise<Answer["body"]> | undefined;
/** One session for all tests that need one. */
async function session(): Promise<Answer["body"]> {
  shared ??= service.create();
  return await shared;
}

describe("error bodies have at most 64 KiB", () => {
  const small = (answer: Answer, status: number, code: string): string[] => {
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.bytes.length).toBeLessThanOrEqual(MAX_ERROR);
    return answer.body.details.map(({ message }: { message: string }) => message);
  };

  test("error bodies are bounded for thousands of unknown properties, and the rest is counted", async () => {
    const json = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`property ${at}`, at]));
    const messages = small(await service.api("POST", "/browsers", { json }), 400, "bad_request");
    expect(messages[0]).toMatch(/^property 0: unknown property/);
    expect(messages.at(-1)).toMatch(/^body: \d+ more problems are not listed$/);
  });

  test("an error body is bounded for one property with a name of a megabyte", async () => {
    const [message = ""] = small(
      await service.api("POST", "/browsers", { json: { ["é\u0001".repeat(100_000)]: 1 } }),
      400,
      "bad_request",
    );
    expect(message.length).toBeLessThan(3_000);
  });

  test("an error body is bounded for a form of twenty thousand unknown parts", async () => {
    const form = new FormData();
    for (let at = 0; at < 20_000; at++) form.append(`part ${at}`, "x");
    const messages = small(await service.api("POST", "/extensions", { form }), 400, "bad_request");
    expect(messages[0]).toBe("part 0: unknown part");
  });

  test("an error body is bounded for a form whose parts have long names", async () => {
    const form = new FormData();
    for (let at = 0; at < 1_000; at++) form.append(`${"n".repeat(10_000)}${at}`, "x");
    small(await service.api("POST", "/extensions", { form }), 400, "bad_request");
  });

  test("an error body is bounded for an unknown name", async () => {
    const answer = await service.api("GET", `/profiles/${"x".repeat(3_000)}`);
    expect(answer.status).toBe(404);
    expect(answer.bytes.length).toBeLessThan(4_000);
  });
});

describe("forms", () => {
  test("a form with more than 4096 parts is refused, even if all parts are valid", async () => {
    const form = new FormData();
    for (let at = 0; at < 2_500; at++) {
      form.append(`files[${at}][dest_path]`, `/tmp/${at}`);
      form.append(`files[${at}][file]`, new File([], "empty"));
    }
    const { session_id } = await session();
    const answer = await service.api("POST", `/browsers/${session_id}/fs/upload`, { form });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toContainEqual({
      code: "invalid_input",
      message: "body: must have at most 4096 parts",
    });
  });

  test("texts of a form of more than 16 MiB together are refused", async () => {
    const form = new FormData();
    for (let at = 0; at < 300; at++) form.append(`env_vars[A${at}]`, "x".repeat(60_000));
    const answer = await service.api("POST", "/deployments", { form });
    expect([answer.status, answer.body.code]).toEqual([413, "payload_too_large"]);
  });

  test("names of a form of more than 16 MiB together are refused", async () => {
    const form = new FormData();
    for (let at = 0; at < 1_100; at++) form.append(`env_vars[${"A".repeat(16_000)}${at}]`, "");
    const answer = await service.api("POST", "/deployments", { form });
    expect([answer.status, answer.body.code]).toEqual([413, "payload_too_large"]);
  });

  test.each([
    ["long", `source.${"x".repeat(16_000)}`, "must name a member in at most 256 characters"],
    ["deep", "source.auth[token].x", "must name a member of at most 2 levels"],
  ])("a part of a form with a %s path of a member is refused, with the limit", async (_kind, name, message) => {
    const form = new FormData();
    form.append(name, "");
    const answer = await service.api("POST", "/deployments", { form });
    expect(answer.status).toBe(400);
    expect(answer.body.details[0].message).toMatch(new RegExp(`^source\\.\\S*: ${message}$`));
  });

  test.each([
    ["before", ["source", "source.type"]],
    ["behind", ["source.type", "source"]],
  ])("a JSON part with parts of its members %s it is refused", async (_where, names) => {
    const form = new FormData();
    for (const name of names) form.append(name, "no JSON");
    const answer = await service.api("POST", "/deployments", { form });
    expect(answer.status).toBe(400);
    expect(answer.body.details[0].message).toMatch(/^source(\.type)?: cannot be combined with /);
  });
});

describe("the offset of a list", () => {
  const lists = specs.filter(
    ({ path, query, deprecated }) =>
      !deprecated &&
      !path.includes("{") &&
      Object.hasOwn((query as { properties?: object })?.properties ?? {}, "offset"),
  );

  test.each(lists.map(({ id, path }) => [id, path]))("the offset of a list of %s has a maximum", async (_id, path) => {
    const last = await service.api("GET", `${path}?offset=2147483647`);
    expect([last.status, last.body], last.text).toEqual([200, []]);
    for (const offset of ["2147483648", "9223372036854775808", `1${"0".repeat(400)}`]) {
      const { status, body } = await service.api("GET", `${path}?offset=${offset}`);
      expect([status, body.code, body.details[0].message]).toEqual([
        400,
        "bad_request",
        expect.stringMatching(/^offset: /),
      ]);
    }
  });
});

describe("an empty JSON body", () => {
  const needed = specs.filter((spec) => spec.body && !spec.bodyKind);
  // Removed operations are 410 whatever is sent, so that these are sent on the day before.
  const removals = specs.flatMap(({ deprecated }) =>
    deprecated?.removal === undefined ? [] : [Date.parse(deprecated.removal)],
  );
  beforeAll(() => service.clock.set(Math.min(Date.now(), ...removals) - 86_400_000));

  test.each(needed.map((spec) => [spec.id, spec] as const))(
    "an empty JSON body is refused by %s",
    async (_id, spec) => {
      const path = spec.path.replace(/\{\w+\}/g, "x");
      const type = { ...headers(), "Content-Type": "application/json" };
      const ofLengthZero = await send(request(`${spec.method} ${path}`, { ...type, "Content-Length": "0" }));
      const chunked = await send(
        request(`${spec.method} ${path}`, { ...type, "Transfer-Encoding": "chunked" }, "0\r\n\r\n"),
      );
      const blank = await send(request(`${spec.method} ${path}`, { ...type, "Content-Length": "1" }, " "));
      for (const answer of [ofLengthZero, chunked, blank]) {
        expect([answer.status, answer.body.code], answer.text).toEqual([400, "bad_request"]);
        expect(answer.body.details.some(({ message }: { message: string }) => message.startsWith("body: "))).toBe(true);
      }
    },
  );
});

describe("names with a NUL character or a lone surrogate", () => {
  const bad = ["a\0b", "a\ud800b"];
  const cases: [method: string, path: string, field: string, body: (text: string) => unknown][] = [
    ["POST", "/browsers", "name", (name) => ({ name })],
    ["POST", "/browsers", "tags", (key) => ({ tags: { [key]: "x" } })],
    ["POST", "/browsers", "tags.a", (value) => ({ tags: { a: value } })],
    ["POST", "/browsers", "profile.name", (name) => ({ profile: { name } })],
    ["POST", "/browsers", "extensions[0].name", (name) => ({ extensions: [{ name }] })],
    ["PATCH", "/browsers/x", "name", (name) => ({ name })],
    ["POST", "/profiles", "name", (name) => ({ name })],
    ["PATCH", "/profiles/x", "name", (name) => ({ name })],
    ["POST", "/invocations", "app_name", (app_name) => ({ app_name, action_name: "a", version: "1" })],
  ];

  test.each(cases)(
    "names with a NUL character or a lone surrogate: %s %s refuses them in %s",
    async (method, path, field, body) => {
      for (const text of bad) {
        const answer = await service.api(method, path, { json: body(text) });
        expect([answer.status, answer.body.code], answer.text).toEqual([400, "bad_request"]);
        expect(answer.body.details[0].message.startsWith(`${field}: must be `), answer.text).toBe(true);
      }
    },
  );

  test("names with a NUL character or a lone surrogate are refused by a form, a path and a query", async () => {
    const form = new FormData();
    form.append("name", "a\0b");
    form.append("file", new File([], "a.zip"));
    const inForm = await service.api("POST", "/extensions", { form });
    expect(inForm.body.details[0].message).toMatch(/^name: must be /);
    const inPath = await service.api("GET", "/browsers/a%00b");
    expect(inPath.body.details[0].message).toMatch(/^id_or_name: must be text without NUL characters/);
    const inQuery = await service.api("GET", "/browsers?tags[a%00b]=1");
    expect(inQuery.body.details[0].message).toMatch(/^tags: must be text without NUL characters/);
    for (const answer of [inForm, inPath, inQuery]) expect(answer.status).toBe(400);
  });

  test("names with other characters are accepted unchanged", async () => {
    const name = "näme 😀 \u200d\n\u0085";
    const { session_id } = await service.create({ name, tags: { [name]: name } });
    const answer = await service.api("GET", `/browsers/${encodeURIComponent(name)}`);
    expect(answer.body).toMatchObject({ session_id, name, tags: { [name]: name } });
  });
});
