import { missing, type Problem } from "../core/errors.ts";
import type { PlainSchema, ValidationError } from "./plain.ts";

/** Problem of a field of a request; its path is dotted, `body` or `query` for the whole value. */
export type InputProblem = Pick<Problem, "path" | "message" | "kind">;

/** Limit of errors turned into problems; each is compared with all others. */
const MAX_ERRORS = 1_000;

/**
 * Turns a validator's errors into sentences that name the field and its limit, one for each field and rule. Values are
 * quoted unless the field is a secret.
 *
 * @param whole path of an error about the whole value
 */
export function inputProblems(
  errors: readonly ValidationError[],
  schema: PlainSchema,
  value: unknown,
  whole: string,
): InputProblem[] {
  const seen = new Set<string>();
  const problems: InputProblem[] = [];
  const first = errors.slice(0, MAX_ERRORS);
  for (const error of first) {
    if (insideUnion(error, first)) continue;
    const found = problem(error, schema, value, whole);
    const key = `${found.path}\0${found.message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    problems.push(found);
  }
  return problems;
}

/** Drops errors of the branches of a `oneOf`, and of union branches of another type: a nullable object also reports those of its null branch. */
function insideUnion(error: ValidationError, errors: readonly ValidationError[]): boolean {
  if (/\/oneOf\/\d+\//.test(error.schemaPath)) return true;
  // An unknown member fits none of the forms.
  const { instancePath: at } = error;
  if (error.keyword === "oneOf")
    return errors.some((other) => other.instancePath === at && other.keyword === "additionalProperties");
  const branch = /^(.*\/anyOf)\/\d+\//.exec(error.schemaPath);
  if (error.keyword === "anyOf") {
    const prefix = `${error.schemaPath}/`;
    return errors.some((other) => other.schemaPath.startsWith(prefix) && other.keyword !== "type");
  }
  if (!branch || error.keyword !== "type") return false;
  return /\/anyOf\/\d+\/type$/.test(error.schemaPath);
}

function problem(error: ValidationError, root: PlainSchema, value: unknown, whole: string): InputProblem {
  const segments = error.instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const above = schemasAbove(root, error.schemaPath);
  const parent = above.at(-1);
  const at = (...more: string[]): string => joinPath([...segments, ...more]) || whole;
  const own = above.some((schema) => schema?.["x-secret"] || schema?.["x-headers"])
    ? undefined
    : lookUp(value, segments);
  const param = error.params;
  switch (error.keyword) {
    case "required":
      return missing(at(String(param["missingProperty"])));
    case "additionalProperties":
      return {
        path: at(String(param["additionalProperty"])),
        message: `unknown property; known: ${Object.keys(parent?.properties ?? {}).join(", ") || "none"}`,
      };
    case "type":
      return { path: at(), message: `must be ${typeName(param["type"])}${shown(own)}` };
    case "anyOf":
      return { path: at(), message: `must be ${unionName(parent) ?? "of one of the forms it can have"}${shown(own)}` };
    case "oneOf":
      return { path: at(), message: `must be ${parent?.["x-expects"] ?? "of exactly one of its forms"}` };
    case "enum":
      return { path: at(), message: `must be one of ${(parent?.enum ?? []).map(enumName).join(", ")}${shown(own)}` };
    case "const":
      return { path: at(), message: `must be ${JSON.stringify(param["allowedValue"])}${shown(own)}` };
    case "minimum":
    case "maximum":
      return {
        path: at(),
        message: `must be ${range(parent?.minimum, parent?.maximum)}${shown(own)}`,
        kind: "out-of-range",
      };
    case "minLength":
    case "maxLength": {
      if (parent?.minLength === 1 && parent.maxLength === undefined)
        return { path: at(), message: "must not be empty" };
      const length = typeof own === "string" ? `, not ${[...own].length}` : "";
      return { path: at(), message: `must have ${range(parent?.minLength, parent?.maxLength)} characters${length}` };
    }
    case "minItems":
    case "maxItems":
      return { path: at(), message: itemCount(error.keyword, parent, own) };
    case "minProperties":
    case "maxProperties":
      return { path: at(), message: propertyCount(parent) };
    case "format":
      return { path: at(), message: `must be ${formatName(String(param["format"]))}${shown(own)}` };
    case "pattern":
      return {
        path: at(),
        message: `must be ${parent?.["x-expects"] ?? `text that matches ${param["pattern"]}`}${shown(own)}`,
      };
    case "propertyNames":
      return { path: at(), message: `has a key that is not allowed: ${JSON.stringify(param["propertyName"])}` };
    default:
      return { path: at(), message: error.message ?? "is not valid" };
  }
}

/** The limit that a list has crossed, and its count. */
function itemCount(keyword: string, schema: PlainSchema | undefined, value: unknown): string {
  const { minItems, maxItems, "x-items": items = "items" } = schema ?? {};
  const limit =
    minItems === maxItems
      ? `exactly ${minItems} ${items}`
      : keyword === "minItems"
        ? `${minItems} ${items} or more`
        : `at most ${maxItems} ${items}`;
  return `must have ${limit}${Array.isArray(value) ? `, not ${value.length}` : ""}`;
}

function propertyCount(schema: PlainSchema | undefined): string {
  const names = Object.keys(schema?.properties ?? {});
  if (schema?.minProperties === 1 && schema.maxProperties === 1) return `must have exactly one of ${names.join(", ")}`;
  if (schema?.minProperties === 1 && schema.maxProperties === undefined && names.length > 0)
    return `must have at least one of ${names.join(", ")}`;
  return `must have ${range(schema?.minProperties, schema?.maxProperties)} entries`;
}

function range(low: number | undefined, high: number | undefined): string {
  if (low === undefined) return `at most ${high}`;
  if (high === undefined) return `at least ${low}`;
  return low === high ? `exactly ${low}` : `${low} to ${high}`;
}

/** Types of a union; undefined where the types do not distinguish its branches. */
function unionName(schema: PlainSchema | undefined): string | undefined {
  const types = (schema?.anyOf ?? []).map((branch) => branch.type);
  return types.includes(undefined) ? undefined : types.map(typeName).join(" or ");
}

function enumName(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function typeName(type: unknown): string {
  if (Array.isArray(type)) return type.map(typeName).join(" or ");
  const names: Record<string, string> = {
    integer: "a whole number",
    number: "a number",
    string: "a string",
    boolean: "true or false",
    object: "an object",
    array: "a list",
    null: "null",
  };
  return names[String(type)] ?? String(type);
}

function formatName(format: string): string {
  const names: Record<string, string> = {
    "date-time": "a date and time as RFC 3339 has it, such as 2026-01-31T12:00:00Z",
    uri: "an absolute URL",
  };
  return names[format] ?? `text of the format "${format}"`;
}

function shown(value: unknown): string {
  if (value === undefined || (typeof value === "object" && value !== null)) return "";
  const text = JSON.stringify(value);
  return `, not ${text.length > 60 ? `${text.slice(0, 57)}..."` : text}`;
}

function lookUp(value: unknown, segments: readonly string[]): unknown {
  return segments.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], value);
}

/** Schemas on the path to the failing keyword; the last one holds it. */
function schemasAbove(root: PlainSchema, schemaPath: string): (PlainSchema | undefined)[] {
  const parts = schemaPath
    .replace(/^#?\//, "")
    .split("/")
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"));
  parts.pop();
  const above: (PlainSchema | undefined)[] = [root];
  for (const key of parts) above.push((above.at(-1) as Record<string, PlainSchema> | undefined)?.[key]);
  return above;
}

function joinPath(segments: readonly string[]): string {
  return segments
    .map((segment, index) => (/^\d+$/.test(segment) ? `[${segment}]` : index === 0 ? segment : `.${segment}`))
    .join("");
}
