import { describe, expect, test } from "vitest";
import { operations } from "../../src/contract/index.ts";
import { type Part, type PlainOperation, type PlainSchema, validatorName } from "../../src/contract/plain.ts";
import { inputProblems } from "../../src/contract/problems.ts";
import { areaLoaders, validatorLoaders } from "../../src/generated/index.ts";

/**
 * Fields that carry content rather than names: anything may stand in them, or a check of their own refuses what cannot.
 */
const contentFields = [
  "browsers.curl body.body",
  "computer.batch body.actions[].type_text.text",
  "computer.clipboardWrite body.text",
  "computer.type body.text",
  "deployments.create body.source",
  "invocations.create body.payload",
  "invocations.update body.output",
  "playwright.execute body.code",
  "process.stdin body.data_b64",
  "repl.evaluate body.code",
];

type Step = string | number;

interface Field {
  part: Part;
  /** As people write it: `tags.*`, `actions[].type`. */
  name: string;
  /** Path of its value in the request part. */
  steps: Step[];
  /** True when the text is a key of a map. */
  key: boolean;
}

/** Every place of a request where text without a closed set of values goes. */
function textFields(operation: PlainOperation): Field[] {
  const fields: Field[] = [];
  const walk = (part: Part, schema: PlainSchema, name: string, steps: Step[]): void => {
    if (schema.type === "string" && !schema["x-file"]) fields.push({ part, name, steps, key: false });
    for (const [key, inner] of Object.entries(schema.properties ?? {}))
      walk(part, inner, `${name}.${key}`, [...steps, key]);
    for (const inner of Object.values(schema.patternProperties ?? {})) {
      if (schema.propertyNames) fields.push({ part, name: `${name}.<key>`, steps, key: true });
      if (Object.keys(inner).length > 0) walk(part, inner, `${name}.*`, [...steps, "KEY"]);
    }
    if (schema.items) walk(part, schema.items, `${name}[]`, [...steps, 0]);
    for (const branch of schema.anyOf ?? []) walk(part, branch, name, steps);
  };
  for (const part of ["params", "query", "body"] as const) {
    const schema = operation[part];
    if (schema) walk(part, schema, part, []);
  }
  return fields;
}

/** A value in which only the field stands, at its place. */
function valueWith({ steps, key }: Field, text: string): unknown {
  const inner: unknown = key ? { [text]: "x" } : text;
  return steps.reduceRight((value, step) => (typeof step === "number" ? [value] : { [step]: value }), inner);
}

describe("text of requests", async () => {
  const areas = await Promise.all(
    Object.keys(areaLoaders).map(async (area) => {
      const { operations: plain } = await areaLoaders[area as keyof typeof areaLoaders]();
      const { validators } = await validatorLoaders[area as keyof typeof validatorLoaders]();
      return { plain, validators };
    }),
  );
  const cases = areas.flatMap(({ plain, validators }) =>
    Object.values(plain).flatMap((operation) =>
      textFields(operation).map((field) => ({
        name: `${operation.id} ${field.name}`,
        operation,
        field,
        validate: validators[validatorName(operation.id, field.part)],
      })),
    ),
  );

  test("every operation with a request is covered", () => {
    expect(new Set(cases.map(({ operation }) => operation.id)).size).toBeGreaterThan(operations.length / 2);
    expect(cases.map(({ name }) => name)).toEqual(expect.arrayContaining(contentFields));
  });

  test.each(cases.filter(({ name }) => !contentFields.includes(name)))(
    "$name takes neither a NUL character nor a lone surrogate",
    ({ operation, field, validate }) => {
      const path = field.steps
        .map((step) => (step === 0 ? "[0]" : `.${step}`))
        .join("")
        .replace(/^\./, "");
      const problemsOf = (text: string): string[] => {
        const value = valueWith(field, text);
        validate?.(value);
        const schema = operation[field.part] as PlainSchema;
        return inputProblems(validate?.errors ?? [], schema, value, field.part)
          .filter((problem) => problem.path === path && !/^is missing/.test(problem.message))
          .map(({ message }) => message);
      };
      for (const text of ["a\0b", "a\ud800", "\udc00b"]) expect(problemsOf(text), JSON.stringify(text)).not.toEqual([]);
      for (const message of problemsOf("😀 wörd\n")) expect(message).not.toMatch(/NUL|surrogate/);
    },
  );
});
