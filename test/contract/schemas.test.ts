import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { loadOperation, loadValidator } from "../../src/cli/declare/operations.ts";
import { type OperationId, operations } from "../../src/contract/index.ts";
import type { OperationSpec } from "../../src/contract/operation.ts";
import { pagings } from "../../src/contract/paging.ts";
import type { Part, PlainSchema, Validate } from "../../src/contract/plain.ts";
import { schemaKeywords } from "../../src/generate/contract.ts";

const specs: readonly OperationSpec[] = operations;
const parts = ["params", "query", "body"] as const;

/** The live TypeBox schema of a part, compiled here and now. */
function live(spec: OperationSpec, part: Part): ValidateFunction {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    coerceTypes: part !== "body" || spec.bodyKind === "multipart",
  });
  ajv.addVocabulary([...schemaKeywords]);
  formats.default(ajv);
  return ajv.compile(spec[part] as object);
}

async function generated(spec: OperationSpec, part: Part): Promise<Validate> {
  const found = await loadValidator(await loadOperation(spec.id as OperationId), part);
  if (!found) throw new Error(`no validator for ${spec.id} ${part}`);
  return found;
}

/** A value the schema takes, as small as it can be but for every property given. */
function good(schema: PlainSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return good(schema.anyOf[0] as PlainSchema);
  switch (schema.type) {
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "array":
      return schema.items ? Array.from({ length: schema.minItems ?? 1 }, () => good(schema.items as PlainSchema)) : [];
    case "object": {
      const [entry] = schema.minProperties ? Object.values(schema.patternProperties ?? {}) : [];
      if (entry) return { key: good(entry) };
      const names = schema.oneOf?.[0]?.required ?? Object.keys(schema.properties ?? {});
      const properties = Object.entries(schema.properties ?? {})
        .filter(([name]) => names.includes(name))
        .slice(0, schema.maxProperties);
      return Object.fromEntries(properties.map(([name, inner]) => [name, good(inner)]));
    }
    case "null":
      return null;
    default:
      if (schema["x-file"]) return {};
      if (schema.format === "date-time") return "2026-01-31T12:00:00Z";
      return schema.pattern
        ? ["/", "644", "name", "https://example.com/"].find(
            (text) => text.length >= (schema.minLength ?? 0) && new RegExp(schema.pattern ?? "").test(text),
          )
        : "x".repeat(Math.max(1, schema.minLength ?? 1));
  }
}

/** The value with one thing in it changed for the worse, in every way the schema gives. */
function* spoilt(schema: PlainSchema, value: unknown): Generator<unknown> {
  yield* [null, 7.5, "text", [], {}, true];
  if (schema.minimum !== undefined) yield schema.minimum - 1;
  if (schema.maximum !== undefined) yield* [schema.maximum, schema.maximum + 1];
  if (schema.minLength !== undefined) yield "x".repeat(Math.max(0, schema.minLength - 1));
  if (schema.maxLength !== undefined) yield* ["😀".repeat(schema.maxLength), "😀".repeat(schema.maxLength + 1)];
  for (const branch of schema.anyOf ?? []) yield* spoilt(branch, value);
  if (schema.items) for (const inner of spoilt(schema.items, undefined)) yield [inner];
  if (schema.maxItems !== undefined) yield Array.from({ length: schema.maxItems + 1 }, () => "x");
  if (schema.type !== "object" || typeof value !== "object" || value === null) return;
  yield { ...value, unknown_property: 1 };
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const { [name]: own, ...rest } = value as Record<string, unknown>;
    yield rest;
    for (const bad of spoilt(inner, own)) yield { ...value, [name]: bad };
  }
  if (schema.patternProperties) {
    yield { "": "empty key" };
    yield { key: 1 };
    yield { key: "x".repeat(1025) };
    yield Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, "v"]));
  }
}

describe("the generated validators say what the declarations say", () => {
  const cases = specs.flatMap((spec) =>
    parts.filter((part) => spec[part]).map((part) => [spec.id, part, spec] as const),
  );
  test.each(cases)("%s %s", async (_id, part, spec) => {
    const [ours, theirs] = [await generated(spec, part), live(spec, part)];
    const schema = JSON.parse(JSON.stringify(spec[part])) as PlainSchema;
    const value = good(schema);
    expect(theirs(structuredClone(value)), JSON.stringify(theirs.errors)).toBe(true);
    let refused = 0;
    for (const sample of [value, ...spoilt(schema, value)]) {
      // Text is coerced in place: each validator gets its own copy.
      const expected = theirs(structuredClone(sample));
      const accepted = ours(structuredClone(sample));
      expect(accepted, accepted === expected ? "" : JSON.stringify(sample)).toBe(expected);
      const keywords = (errors: Validate["errors"]): string[] =>
        (errors ?? []).map((e) => `${e.instancePath} ${e.keyword}`);
      expect(keywords(ours.errors)).toEqual(keywords(theirs.errors as Validate["errors"]));
      if (!expected) refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
  });
});

test("every response schema compiles and every operation is declared in full", () => {
  const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
  ajv.addVocabulary(["x-secret", "x-deprecated", "x-needs", "x-expects", "x-format"]);
  formats.default(ajv);
  const ids = new Set<string>();
  for (const spec of specs) {
    expect(ids.has(spec.id), spec.id).toBe(false);
    ids.add(spec.id);
    expect(spec.summary, spec.id).toMatch(/^[A-Z][^\n]*[^.]$/);
    expect(spec.source, spec.id).not.toBe("");
    const { response } = spec;
    if (response.kind === "json" || response.kind === "sse") {
      const { $id: _, ...schema } = JSON.parse(JSON.stringify(response.schema)) as { $id?: string };
      expect(() => ajv.compile(schema), spec.id).not.toThrow();
    }
    const inPath = [...spec.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(spec.params?.properties ?? {}), spec.id).toEqual(inPath);
    expect(spec.path.startsWith("/_local/"), spec.id).toBe(spec.localOnly === true);
    // The method alone decides which operations may be repeated.
    const byMethod = ["GET", "HEAD", "PUT", "DELETE"].includes(spec.method);
    if (!spec.localOnly) expect(spec.idempotent, spec.id).toBe(byMethod);
    if (spec.paging)
      expect(Object.keys(spec.query?.properties ?? {})).toEqual(
        expect.arrayContaining(["limit", pagings[spec.paging].parameter]),
      );
  }
});

test("request bodies and queries are closed at every level", () => {
  const open: string[] = [];
  const visit = (schema: PlainSchema, path: string): void => {
    if (schema.type === "object" && schema.properties && schema.additionalProperties !== false) open.push(path);
    for (const [name, inner] of Object.entries(schema.properties ?? {})) visit(inner, `${path}.${name}`);
    for (const branch of schema.anyOf ?? []) visit(branch, path);
    if (schema.items) visit(schema.items, `${path}[]`);
  };
  for (const spec of specs) {
    for (const part of ["query", "body"] as const) {
      if (spec[part]) visit(JSON.parse(JSON.stringify(spec[part])) as PlainSchema, `${spec.id}.${part}`);
    }
  }
  expect(open).toEqual([]);
});
