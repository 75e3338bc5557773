import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { specs } from "../../../src/conformance/declarations.ts";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import type { Answer, TestService } from "../../support/service/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser();
});
afterAll(async () => {
  const errors = service.log.filter((line) => line.includes(" error in ") && !line.includes("secret 4711"));
  await service.stop();
  expect(errors).toEqual([]);
});

/** Request with headers that `fetch` forbids. */
async function raw(
  path: string,
  headers: Record<string, string>,
  method = "GET",
): Promise<Pick<Answer, "status" | "body">> {
  return await new Promise((resolve, reject) => {
    const call = request({ host: "127.0.0.1", port: service.port, path, method, headers, agent: false }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text && JSON.parse(text) }));
    });
    call.on("error", reject);
    call.end();
  });
}

/**
 * Sends bytes and returns the whole response until the service closes; with `open` the client does not end its side.
 */
async function bytes(data: string, { open = false } = {}): Promise<string> {
  const socket = connect(service.port, "127.0.0.1");
  if (open) socket.write(data, "latin1");
  else socket.end(data, "latin1");
  let text = "";
  for await (const chunk of socket) text += chunk;
  return text;
}

describe("who may call", () => {
  const bearer = (): Record<string, string> => ({ Authorization: `Bearer ${service.token}` });

  test.each([
    ["no token", {}],
    ["an empty token", { Authorization: "Bearer " }],
    ["a wrong token", { Authorization: "Bearer nonsense" }],
    ["another scheme", { Authorization: "Basic YTpi" }],
  ])("a request with %s is 401", async (_name, headers) => {
    const answer = await service.api("GET", "/browsers", { anonymous: true, headers });
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe("unauthorized");
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("the token of a CDP address is not valid for the API", async () => {
    const { cdpToken } = await import("../../../src/service/sessions/cdp-address.ts");
    const { readLocalIdentity } = await import("../../../src/settings/local-state.ts");
    const token = cdpToken(readLocalIdentity(service.stateDir)?.cdp_secret ?? "", "abc");
    const answer = await service.api("GET", "/browsers", {
      anonymous: true,
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(401);
  });

  test("an unknown path without a token is 401, not 404", async () => {
    expect((await service.api("GET", "/nothing", { anonymous: true })).status).toBe(401);
    expect((await service.api("GET", "/profiles", { anonymous: true })).status).toBe(401);
  });

  test.each(["evil.example", "127.0.0.1:1", "127.0.0.1", "localhost.evil.example:80"])(
    "the host %j is 403",
    async (host) => {
      const answer = await raw("/browsers", { ...bearer(), Host: host });
      expect(answer).toMatchObject({ status: 403, body: { code: "forbidden_host" } });
    },
  );

  test("a request without a host is 403 too", async () => {
    expect(await bytes("GET /browsers HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 403 .*forbidden_host/s);
  });

  test.each(["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])("the host %s with our port is taken", async (host) => {
    expect((await raw("/browsers", { ...bearer(), Host: `${host}:${service.port}` })).status).toBe(200);
  });

  test.each(["https://evil.example", "null", ""])("the origin %j is 403", async (origin) => {
    const answer = await raw("/browsers", { ...bearer(), Origin: origin });
    expect(answer).toMatchObject({ status: 403, body: { code: "forbidden_origin" } });
  });

  test("a preflight request of a page is 403", async () => {
    const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" };
    expect((await raw("/browsers", headers, "OPTIONS")).status).toBe(403);
  });

  test("the OpenAPI document needs no token, but the right host", async () => {
    for (const path of ["/openapi.json", "/spec.json"]) {
      const answer = await service.api("GET", path, { anonymous: true });
      expect(answer.body).toMatchObject({ openapi: "3.1.0", info: { version: "0.1.0" } });
      expect((await raw(path, { Host: "evil.example" })).status).toBe(403);
    }
  });
});

describe("projects", () => {
  const context = async (headers: Record<string, string>): Promise<Answer> =>
    await service.api("GET", "/auth/context", { headers });

  test("the default project is chosen by either header, or none", async () => {
    expect((await context({})).body.authorization).toEqual({
      credential_scope: { project_id: null },
      effective_scope: { project_id: null },
    });
    const byName = await context({ "X-Kernel-Project": "default" });
    const id = byName.body.authorization.effective_scope.project_id;
    expect(id).toMatch(/^[a-z0-9]{24}$/);
    for (const headers of [{ "X-Kernel-Project": id }, { "X-Kernel-Project-Id": id }]) {
      expect((await context(headers)).body.authorization.effective_scope.project_id).toBe(id);
    }
    expect((await context({ "X-Kernel-Project": "default", "X-Kernel-Project-Id": id })).status).toBe(200);
  });

  test("an unknown project is 404; the older header accepts no name", async () => {
    for (const headers of [{ "X-Kernel-Project": "other" }, { "X-Kernel-Project-Id": "default" }]) {
      const answer = await context(headers);
      expect(answer).toMatchObject({ status: 404, body: { code: "project_not_found" } });
    }
  });
});

describe("bodies", () => {
  const post = async (body: string | Uint8Array<ArrayBuffer>, headers?: Record<string, string>): Promise<Answer> =>
    await service.api("POST", "/browsers", { raw: body, ...(headers && { headers }) });

  test("malformed JSON is 400 with the position", async () => {
    const answer = await post('{\n  "name": "x",\n  "tags": {"a": b}\n}');
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe("bad_request");
    expect(answer.body.message).toContain("line 3, column 17");
    expect(answer.body.details).toEqual([
      { code: "invalid_input", message: 'body: a value expected, "b" found at line 3, column 17' },
    ]);
  });

  test("an unknown property is 400 and named, with every other mistake", async () => {
    const answer = await service.api("POST", "/browsers", {
      json: { nmae: "x", timeout_seconds: 5, viewport: { width: 0, height: 10, depth: 3 }, tags: { a: 1 } },
    });
    expect(answer.status).toBe(400);
    const messages = answer.body.details.map((detail: { message: string }) => detail.message);
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^nmae: unknown property/),
        expect.stringMatching(/^timeout_seconds: must be 10 to 259200, not 5/),
        expect.stringMatching(/^viewport\.depth: unknown property/),
        expect.stringMatching(/^viewport\.width: /),
        expect.stringMatching(/^tags\.a: must be a string/),
      ]),
    );
    expect(answer.body.details.every((detail: { code: string }) => detail.code === "invalid_input")).toBe(true);
  });

  test("numbers in text are not numbers", async () => {
    const answer = await service.api("POST", "/browsers", { json: { timeout_seconds: "60" } });
    expect(answer.status).toBe(400);
  });

  test.each(['{"__proto__": {"name": "x"}}', '{"tags": {"__proto__": "x"}}', '{"tags": {"\\u005f_proto__": "x"}}'])(
    "%s is 400",
    async (body) => {
      const answer = await post(body);
      expect(answer.status).toBe(400);
      expect(answer.body.details[0].message).toMatch(/__proto__: unknown property/);
    },
  );

  test("a body that is not an object is 400", async () => {
    for (const body of ["[]", "null", "7", '"x"']) expect((await post(body)).status, body).toBe(400);
  });

  test("a body that is not UTF-8 is 400", async () => {
    expect((await post(new Uint8Array([0x7b, 0xff, 0x7d]))).body.message).toMatch(/UTF-8/);
  });

  test("another content type is 400, also a missing one", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const answer = await post("{}", { "Content-Type": type });
      expect(answer.status, type).toBe(400);
      expect(answer.body.details[0].message).toMatch(/^Content-Type: must be application\/json/);
    }
  });

  test("a missing body is 400 if one is needed", async () => {
    const answer = await service.api("POST", "/browsers/x/curl");
    expect(answer).toMatchObject({ status: 400, body: { details: [{ message: "body: is missing" }] } });
  });

  test("an unexpected body is 400, but an empty object is not", async () => {
    expect((await service.api("DELETE", "/browsers/x", { json: { force: true } })).status).toBe(400);
    expect((await service.api("DELETE", "/browsers/x", { json: {} })).status).toBe(404);
  });

  test("a body of more than 1 MiB is 413; curl accepts up to 32 MiB", async () => {
    const large = (mib: number): string => JSON.stringify({ name: "x".repeat(mib * 2 ** 20) });
    const tooLarge = (bytes: number) => ({
      status: 413,
      body: {
        code: "payload_too_large",
        message: `the body is larger than ${bytes} bytes, the limit of this operation`,
      },
    });
    expect(await service.api("POST", "/proxies", { raw: large(1) })).toMatchObject(tooLarge(2 ** 20));
    const curl = async (mib: number): Promise<Answer> =>
      await service.api("POST", "/browsers/x/curl", {
        json: { url: "http://127.0.0.1/", method: "POST", body: "x".repeat(mib * 2 ** 20) },
      });
    expect((await curl(31)).status).toBe(404);
    expect(await curl(33)).toMatchObject(tooLarge(2 ** 25));
  });

  test("a body without a declared length is bounded too", async () => {
    const stream = new ReadableStream({
      start(controller) {
        for (let count = 0; count < 20; count++) controller.enqueue(randomBytes(2 ** 17));
        controller.close();
      },
    });
    const response = await fetch(`${service.baseUrl}/proxies`, {
      method: "POST",
      headers: { Authorization: `Bearer ${service.token}`, "Content-Type": "application/json" },
      body: stream,
      duplex: "half",
    } as RequestInit);
    expect(response.status).toBe(413);
    await response.arrayBuffer();
  });
});

describe("queries", () => {
  test.each([
    ["limit=0", /^limit: must be 1 to 100, not /],
    ["limit=101", /^limit: must be 1 to 100/],
    ["limit=x", /^limit: must be a whole number/],
    ["offset=-1", /^offset: must be 0 to 2147483647, not -1/],
    ["status=gone", /^status: must be one of active, deleted, all/],
    ["colour=red", /^colour: unknown property/],
    ["limit=1&limit=2", /^limit: is given more than once/],
    ["tags[a]=1&tags[a]=2", /^tags\[a\]: is given more than once/],
    ["include_deleted=maybe", /^include_deleted: must be true or false/],
  ])("a query %s is 400", async (query, message) => {
    const answer = await service.api("GET", `/browsers?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.details[0].message).toMatch(message);
  });

  test("an operation without a query accepts none", async () => {
    const answer = await service.api("GET", "/auth/context?x=1");
    expect(answer).toMatchObject({ status: 400, body: { details: [{ message: "x: unknown query parameter" }] } });
  });
});

describe("routes", () => {
  test("an unknown path is 404", async () => {
    const answer = await service.api("GET", "/nothing?secret=1");
    expect(answer).toMatchObject({ status: 404, body: { code: "not_found", message: "there is no GET /nothing" } });
  });

  test.each([
    ["PUT", "/browsers", "GET, POST"],
    ["GET", "/browsers/x/curl", "POST"],
    ["DELETE", "/org/limits", "GET, PATCH"],
    ["POST", "/openapi.json", "GET"],
  ])("%s %s is 405 and names what is allowed", async (method, path, allow) => {
    const answer = await service.api(method, path);
    expect(answer).toMatchObject({ status: 405, body: { code: "method_not_allowed" } });
    expect(answer.headers.get("allow")).toBe(allow);
  });

  test("every operation that is not served is 501, whatever its body", async () => {
    const declared = specs.filter(({ local }) => local?.unserved !== undefined);
    for (const { method, path } of declared) {
      const url = path.replace(/\{\w+\}/g, "x");
      const body =
        method === "GET" ? {} : { raw: "zip", headers: { "Content-Type": "multipart/form-data; boundary=b" } };
      const answer = await service.api(method, url, body);
      expect(answer, `${method} ${path}`).toMatchObject({ status: 501, body: { code: "not_supported_locally" } });
      expect(answer.headers.get("x-should-retry")).toBe("false");
    }
  });

  test("a broken percent-encoding is 400", async () => {
    expect((await service.api("GET", "/browsers/%zz")).status).toBe(400);
  });

  test("a name that needs encoding arrives whole", async () => {
    const name = "näme/mit % und 😀";
    const answer = await service.api("GET", `/browsers/${encodeURIComponent(name)}`);
    expect(answer).toMatchObject({ status: 404, body: { message: `there is no session ${JSON.stringify(name)}` } });
  });

  test("a long target is 414, long headers are 431, and bytes that are not HTTP are 400", async () => {
    expect((await service.api("GET", `/browsers?query=${"x".repeat(9_000)}`)).status).toBe(414);
    const header = await bytes(`GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`);
    expect(header).toMatch(/^HTTP\/1\.1 431 /);
    expect(header).toContain('"code":"headers_too_large"');
    expect(header).toContain("X-Browserctl-Local: 0.1.0");
    const nonsense = await bytes("nonsense\r\n\r\n");
    expect(nonsense).toMatch(/^HTTP\/1\.1 400 /);
    expect(nonsense).toContain('"code":"bad_request"');
  });

  /** Status of each answer to a connection that sends these bytes. */
  const statuses = async (data: string, open = false): Promise<string[]> =>
    [...(await bytes(data, { open })).matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status = ""]) => status);
  const fields = (): string => `Host: 127.0.0.1:${service.port}\r\nAuthorization: Bearer ${service.token}\r\n`;
  const whole = (): string => `GET /browsers HTTP/1.1\r\n${fields()}\r\n`;
  const post = "POST /browsers HTTP/1.1\r\nContent-Type: application/json\r\nFIELDS";

  test.each([
    ["no version", "GET /browsers\r\nFIELDS\r\n"],
    ["version 0.9", "GET /browsers HTTP/0.9\r\nFIELDS\r\n"],
    ["version 2.0", "GET /browsers HTTP/2.0\r\nFIELDS\r\n"],
    ["version 1.2", "GET /browsers HTTP/1.2\r\nFIELDS\r\n"],
    ["an unknown method", "GEX /browsers HTTP/1.1\r\nFIELDS\r\n"],
    ["a method in lower case", "get /browsers HTTP/1.1\r\nFIELDS\r\n"],
    ["a space in the target", "GET /brow sers HTTP/1.1\r\nFIELDS\r\n"],
    ["a fragment", "GET /browsers#x HTTP/1.1\r\nFIELDS\r\n"],
    ["a line that ends with LF alone", "GET /browsers HTTP/1.1\nFIELDS\r\n"],
    ["a header that ends with LF alone", "GET /browsers HTTP/1.1\r\nFIELDSX: y\n\r\n"],
    ["a folded header", "GET /browsers HTTP/1.1\r\nFIELDSX: y\r\n z\r\n\r\n"],
    ["NUL in a header", "GET /browsers HTTP/1.1\r\nFIELDSX: y\0z\r\n\r\n"],
    ["a header without a colon", "GET /browsers HTTP/1.1\r\nFIELDSxyz\r\n\r\n"],
    ["a space before the colon", "GET /browsers HTTP/1.1\r\nFIELDSX : y\r\n\r\n"],
    ["two Host headers", "GET /browsers HTTP/1.1\r\nFIELDSHost: x\r\n\r\n"],
    ["two lengths", `${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ["a length with a sign", `${post}Content-Length: +2\r\n\r\n{}`],
    ["a length and chunks", `${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ["an encoding that is not chunked", `${post}Transfer-Encoding: gzip\r\n\r\n{}`],
    ["chunked and more", `${post}Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ["a chunk without a length", `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ])("a malformed request with %s is 400", async (_, text) => {
    expect(await statuses(text.replace("FIELDS", fields()))).toEqual(["400"]);
  });

  test.each([
    ["without a version", "GET /browsers\r\nFIELDS\r\n"],
    ["of an unknown method", "GEX /browsers HTTP/1.1\r\nFIELDS\r\n"],
  ])("a request %s among pipelined ones is answered in its turn, and ends the connection", async (_, text) => {
    expect(await statuses(whole() + text.replace("FIELDS", fields()) + whole(), true)).toEqual(["200", "400"]);
  });
});

describe("failures of our own", () => {
  test("an unexpected error is 500, and its text is only in the log", async () => {
    const remove = service.faults.inject("before-handler", { error: () => new Error("secret 4711"), times: 1 });
    const answer = await service.api("GET", "/browsers");
    remove();
    expect(answer).toMatchObject({ status: 500, body: { code: "internal_error" } });
    expect(answer.text).not.toContain("4711");
    expect(service.log.join("\n")).toContain("secret 4711");
  });

  test("the log has method, path, status and time, never a query, a body or a token", async () => {
    await service.api("GET", "/browsers?query=geheim");
    await service.api("POST", "/browsers", { json: { nmae: "geheim" } });
    const log = service.log.join("\n");
    expect(log).toMatch(/GET \/browsers 200 \d+ ms/);
    expect(log).not.toContain("geheim");
    expect(log).not.toContain(service.token);
  });
});
