import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appSource, deploy, deployed, invoke } from "../../support/service/app.ts";
import { type Answer, startService, type TestService } from "../../support/service/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await deployed(
    service,
    `
    "order": {
      input_schema: {
        type: "object",
        required: ["item"],
        additionalProperties: false,
        properties: {
          item: { $ref: "#/$defs/item" },
          count: { type: "integer", minimum: 1, maximum: 9 },
          notify: { type: "string", format: "email" },
          lines: { type: "array", items: { type: "object", properties: { "per cent": { type: "number" } } } },
        },
        $defs: { item: { type: "string", pattern: "^[a-z]+$" } },
      },
      output_schema: { type: "number" },
      run: (_context: unknown, payload: unknown) => payload,
    },
    "old": {
      input_schema: {
        $schema: "http://json-schema.org/draft-07/schema#",
        definitions: { a: { type: "string" } },
        properties: { list: { items: [{ $ref: "#/definitions/a" }], additionalItems: false } },
      },
      run: () => "ran",
    },
    "text": { input_schema: { type: "string" }, run: (_context: unknown, payload: unknown) => payload ?? "none" },
    "easy": { input_schema: { type: "object" }, run: (_context: unknown, payload: unknown) => payload ?? "none" },
    "slow": { input_schema: { type: "string", pattern: "^(a+)+$" }, run: () => "ran" },
    "free": (_context: unknown, payload: unknown) => payload ?? "none",
  `,
  );
});
afterAll(() => service.stop());

const call = (action: string, payload?: unknown): Promise<Answer> =>
  service.api("POST", "/invocations", {
    json: {
      app_name: "demo",
      action_name: action,
      version: "latest",
      ...(payload !== undefined && { payload: JSON.stringify(payload) }),
    },
  });

describe("a payload that does not fit the input_schema", () => {
  test.each<[string, unknown, string[]]>([
    ["order", undefined, ["payload.item: is missing"]],
    ["order", {}, ["payload.item: is missing"]],
    ["order", [], ["payload: must be an object"]],
    ["order", null, ["payload: must be an object"]],
    ["order", { item: "Secret-4711" }, ["payload.item: must be text that matches ^[a-z]+$"]],
    ["order", { item: "a", count: 10 }, ["payload.count: must be 1 to 9"]],
    ["order", { item: "a", notify: "secret 4711" }, ['payload.notify: must be text of the format "email"']],
    ["order", { item: "a", lines: [{}, { "per cent": "4711" }] }, ["payload.lines[1].per cent: must be a number"]],
    [
      "order",
      { count: 0, other: 1 },
      [
        "payload.item: is missing",
        "payload.other: unknown property; known: item, count, notify, lines",
        "payload.count: must be 1 to 9",
      ],
    ],
    ["old", { list: [1] }, ["payload.list[0]: must be a string"]],
    ["text", 7, ["payload: must be a string"]],
    ["text", undefined, ["payload: must be a string"]],
  ])("a payload of %s is 400 before anything runs: %j", async (action, payload, messages) => {
    const before = (await service.api("GET", "/invocations")).body.length;
    const answer = await call(action, payload);
    expect([answer.status, answer.body.code], answer.text).toEqual([400, "bad_request"]);
    expect(answer.body.message).toBe("the payload does not fit the action's input_schema");
    expect(answer.body.details.map(({ message }: { message: string }) => message)).toEqual(messages);
    expect(answer.text).not.toContain("4711");
    expect((await service.api("GET", "/invocations")).body.length).toBe(before);
    expect(await readdir(join(service.stateDir, "invocations"))).toHaveLength(before);
  });

  test("a payload is refused in time even if its pattern would take forever", async () => {
    const answer = await call("slow", `${"a".repeat(60)}!`);
    expect([answer.status, answer.body.details[0].message]).toEqual([
      400,
      "payload: cannot be checked against the input_schema within 2000 ms",
    ]);
    expect((await call("slow", "aaa")).body.output).toBe('"ran"');
  });
});

test("a valid payload is accepted unchanged, and the result is not checked", async () => {
  const payload = { item: "a", count: 3, notify: "a@example.com", lines: [{ "per cent": 1 }] };
  expect((await invoke(service, "order", { payload })).output).toBe(JSON.stringify(payload));
  expect((await call("old", { list: ["a"] })).body.output).toBe('"ran"');
  expect((await call("text", "x")).body.output).toBe('"x"');
  expect((await call("easy")).body.output).toBe('"none"');
  expect((await call("free", [1])).body.output).toBe("[1]");
});

describe("a deployment with a schema that is not valid fails and names the action", () => {
  test.each([
    ["input_schema", '{ type: "no type" }', /^the action "bad" has an input_schema that is not valid: .*type/],
    ["input_schema", '{ pattern: "(" }', /^the action "bad" has an input_schema that is not valid: .*Invalid regular/],
    [
      "input_schema",
      '{ $ref: "https://example.com/schema" }',
      /input_schema that is not valid: can't resolve reference/,
    ],
    ["input_schema", '{ $schema: "http://json-schema.org/draft-04/schema#" }', /\$schema "http.*" is not supported/],
    ["input_schema", '{ $schema: "constructor" }', /\$schema "constructor" is not supported/],
    ["output_schema", "{ required: 1 }", /^the action "bad" has an output_schema that is not valid: /],
  ])("%s %s", async (field, schema, reason) => {
    const source = appSource(`"fine": () => 1, "bad": { ${field}: ${schema}, run: () => 1 }`, { name: "broken" });
    const record = await deploy(service, source);
    expect([record.status, record.status_reason]).toEqual(["failed", expect.stringMatching(reason)]);
  });
});
