import { Ajv } from "ajv";
import formats from "ajv-formats";
import { closedSchema } from "../contract/closed-schema.ts";
import type { OperationExample, OperationSpec } from "../contract/operation.ts";

/** Mistakes in the examples of operations: missing parts, parts without a schema, values that no schema accepts. */
export function exampleProblems(specs: readonly OperationSpec[]): string[] {
  const ajv = new Ajv({ allErrors: true, strict: false });
  formats.default(ajv);
  const mismatch = (schema: unknown, value: unknown): string[] => {
    const validate = ajv.compile(closedSchema(withFileNames(schema)) as object);
    return validate(value) ? [] : [ajv.errorsText(validate.errors, { dataVar: "" })];
  };
  return specs.flatMap((spec) => {
    const example: OperationExample | undefined = spec.example;
    if (example === undefined) return [`${spec.id}: has no example`];
    return partProblems(spec, example, mismatch).map((problem) => `${spec.id}: example.${problem}`);
  });
}

function partProblems(
  spec: OperationSpec,
  example: OperationExample,
  mismatch: (schema: unknown, value: unknown) => string[],
): string[] {
  const { response, bodyKind, bodyOptional } = spec;
  const parts: [name: keyof OperationExample, schema: unknown, isNeeded: boolean][] = [
    ["params", spec.params, true],
    ["query", spec.query, (spec.query as { required?: unknown } | undefined)?.required !== undefined],
    ["body", bodyKind === "bytes" ? { type: "string", minLength: 1 } : spec.body, !bodyOptional],
    ["result", response.kind === "json" ? response.schema : undefined, true],
    ["events", response.kind === "sse" ? { type: "array", minItems: 1, items: response.schema } : undefined, true],
  ];
  return parts.flatMap(([name, schema, isNeeded]) => {
    const value = example[name];
    if (value === undefined) return schema && isNeeded ? [`${name} is missing`] : [];
    return schema ? mismatch(schema, value).map((text) => `${name}${text}`) : [`${name} has no schema`];
  });
}

/** A file of a form is written as its name. */
function withFileNames(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withFileNames);
  if (typeof schema !== "object" || schema === null) return schema;
  if ("x-file" in schema) return { type: "string", minLength: 1 };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withFileNames(value)]));
}
