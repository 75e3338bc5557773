import type { PlainSchema } from "../contract/plain.ts";

/**
 * First missing field or wrong type of a value, by its path, as a sentence; undefined for a value that fits the schema.
 * Only types, required fields and their nesting count: unknown fields and values of enums pass, because a newer service
 * sends more.
 *
 * A walker instead of a compiled validator: for the record of a session, every call would load 30 KB of code from Ajv
 * instead of a schema of 2 KB.
 */
export function shapeProblem(value: unknown, schema: PlainSchema, path = ""): string | undefined {
  const { anyOf, items, properties = {}, required = [], additionalProperties: others } = schema;
  if (anyOf) {
    const problems = anyOf.map((branch) => shapeProblem(value, branch, path));
    if (problems.includes(undefined)) return undefined;
    // The branch of the value's own type has the more helpful problem.
    return anyOf.flatMap((branch, at) => (hasType(value, branch) ? (problems[at] ?? []) : []))[0] ?? problems[0];
  }
  if (!hasType(value, schema)) return `${path || "the whole"} must be ${typeNames(schema)}, not ${typeOf(value)}`;
  if (Array.isArray(value)) {
    if (items) return firstProblem(value.entries(), ([at, item]) => shapeProblem(item, items, `${path}[${at}]`));
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const below = (name: string): string => (path === "" ? name : `${path}.${name}`);
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${below(missing)} is missing`;
  return firstProblem(Object.entries(value), ([name, item]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : typeof others === "object" ? others : undefined;
    return own && shapeProblem(item, own, below(name));
  });
}

function firstProblem<T>(all: Iterable<T>, problem: (each: T) => string | undefined): string | undefined {
  for (const each of all) {
    const found = problem(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

function hasType(value: unknown, { type }: PlainSchema): boolean {
  if (type === undefined) return true;
  const own = typeOf(value);
  const fits = (each: string): boolean =>
    each === own || (own === "number" && each === "integer" && Number.isInteger(value));
  return typeof type === "string" ? fits(type) : type.some(fits);
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function typeNames({ type = [] }: PlainSchema): string {
  return typeof type === "string" ? type : type.join(" or ");
}
