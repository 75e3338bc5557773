import { Ajv } from "ajv";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import type { PlainSchema, ValidationError } from "../../src/contract/plain.ts";
import { inputProblems } from "../../src/contract/problems.ts";

const ajv = new Ajv({ allErrors: true, strict: false });
formats.default(ajv);

/** Problems of a value, as text. */
function said(schema: PlainSchema, value: unknown): string[] {
  const validate = ajv.compile(schema as object);
  validate(value);
  return inputProblems((validate.errors ?? []) as ValidationError[], schema, value, "body").map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

const field = (schema: PlainSchema): PlainSchema => ({ type: "object", properties: { f: schema } });

describe("each keyword has its sentence", () => {
  const table: [name: string, schema: PlainSchema, value: unknown, sentence: string][] = [
    ["type", { type: "integer" }, "x", `must be a whole number, not "x"`],
    ["type number", { type: "number" }, "x", `must be a number, not "x"`],
    ["type string", { type: "string" }, 7, "must be a string, not 7"],
    ["type boolean", { type: "boolean" }, 7, "must be true or false, not 7"],
    ["type array", { type: "array" }, {}, "must be a list"],
    ["type object", { type: "object" }, [], "must be an object"],
    ["types", { type: ["string", "null"] }, 7, "must be a string or null, not 7"],
    ["enum", { enum: ["a", "b"] }, "c", `must be one of a, b, not "c"`],
    ["const", { const: "a" }, "c", `must be "a", not "c"`],
    ["minimum and maximum", { type: "integer", minimum: 1, maximum: 9 }, 10, "must be 1 to 9, not 10"],
    ["minimum", { type: "integer", minimum: 1 }, 0, "must be at least 1, not 0"],
    ["maximum", { type: "integer", maximum: 9 }, 10, "must be at most 9, not 10"],
    ["one value", { type: "integer", minimum: 4, maximum: 4 }, 5, "must be exactly 4, not 5"],
    ["minLength 1", { type: "string", minLength: 1 }, "", "must not be empty"],
    [
      "lengths in code points",
      { type: "string", minLength: 1, maxLength: 2 },
      "😀😀😀",
      "must have 1 to 2 characters, not 3",
    ],
    ["items", { type: "array", minItems: 1, maxItems: 2 }, [1, 2, 3], "must have at most 2 items, not 3"],
    ["too few items", { type: "array", minItems: 2, "x-items": "points" }, [1], "must have 2 points or more, not 1"],
    ["items of one count", { type: "array", minItems: 2, maxItems: 2 }, [1], "must have exactly 2 items, not 1"],
    ["maxProperties", { type: "object", maxProperties: 1 }, { a: 1, b: 2 }, "must have at most 1 entries"],
    [
      "format",
      { type: "string", format: "date-time" },
      "x",
      `must be a date and time as RFC 3339 has it, such as 2026-01-31T12:00:00Z, not "x"`,
    ],
    ["format uri", { type: "string", format: "uri" }, "x", `must be an absolute URL, not "x"`],
    [
      "pattern with words",
      { type: "string", pattern: "^h", "x-expects": "an http URL" },
      "x",
      `must be an http URL, not "x"`,
    ],
    ["pattern", { type: "string", pattern: "^h" }, "x", `must be text that matches ^h, not "x"`],
    ["unknown keyword", { not: {} } as PlainSchema, 1, "must NOT be valid"],
  ];
  test.each(table)("%s", (_name, schema, value, sentence) => {
    expect(said(field(schema), { f: value })).toEqual([`f: ${sentence}`]);
  });
});

test("a missing, an unknown and a nested field are named by their path", () => {
  const schema: PlainSchema = {
    type: "object",
    required: ["a"],
    additionalProperties: false,
    properties: { a: { type: "string" }, list: { type: "array", items: field({ type: "integer" }) } },
  };
  expect(said(schema, { b: 1, list: [{ f: 1 }, { f: "x" }] })).toEqual([
    "a: is missing",
    "b: unknown property; known: a, list",
    `list[1].f: must be a whole number, not "x"`,
  ]);
  expect(said({ type: "object", additionalProperties: false }, { b: 1 })).toEqual(["b: unknown property; known: none"]);
  expect(said({ type: "object" }, [])).toEqual(["body: must be an object"]);
});

test("exactly one of several, and a key that is not allowed", () => {
  const one = field({ type: "object", minProperties: 1, maxProperties: 1, properties: { id: {}, name: {} } });
  expect(said(one, { f: {} })).toEqual(["f: must have exactly one of id, name"]);
  expect(said(one, { f: { id: 1, name: 2 } })).toEqual(["f: must have exactly one of id, name"]);
  const keys = field({ type: "object", propertyNames: { maxLength: 2 } });
  expect(said(keys, { f: { abc: 1 } })).toContain(`f: has a key that is not allowed: "abc"`);
});

test("a nullable field says the rule of its value, not that it might be null", () => {
  const nullable = field({ anyOf: [{ type: "string", maxLength: 2 }, { type: "null" }] });
  expect(said(nullable, { f: "abc" })).toEqual(["f: must have at most 2 characters, not 3"]);
  expect(said(nullable, { f: 7 })).toEqual(["f: must be a string or null, not 7"]);
  expect(said(nullable, { f: null })).toEqual([]);
});

test("a secret's value is never repeated, a long one is cut", () => {
  const secret = field({ type: "string", pattern: "^a", "x-secret": true });
  expect(said(secret, { f: "hunter2" })).toEqual(["f: must be text that matches ^a"]);
  const [long = ""] = said(field({ enum: ["a"] }), { f: "x".repeat(500) });
  expect(long.length).toBeLessThan(100);
});

test("what is inside a secret is not repeated either", () => {
  const map = field({ type: "object", "x-secret": true, patternProperties: { "^.*$": { type: "string" } } });
  expect(said(map, { f: { authorization: 12345 } }).join()).not.toContain("12345");
});

test("names with slashes and tildes keep them", () => {
  const schema: PlainSchema = { type: "object", properties: { "a/b~c": { type: "string" } } };
  expect(said(schema, { "a/b~c": 1 })).toEqual(["a/b~c: must be a string, not 1"]);
});
