import type { PlainOperation, PlainSchema } from "../../contract/plain.ts";
import { table } from "../../core/table.ts";
import { durationText } from "./field-flags.ts";
import type { ArgSpec, FlagSpec } from "./spec.ts";

/** Rules of text that nobody types by accident. */
const obvious = /^text without NUL/;

/** Schema of the field that a flag sets, or a member of it. */
export function schemaOfFlag({ field, constant }: FlagSpec, operation: PlainOperation | undefined) {
  if (field === undefined || constant !== undefined) return undefined;
  const [part, name, ...members] = field;
  return members.reduce<PlainSchema | undefined>(
    (schema, member) => schema?.properties?.[member] && withoutNull(schema.properties[member]),
    fieldSchema(operation, part, name),
  );
}

/** Schema of the field that an argument sets. */
export function schemaOfArg({ field, name }: ArgSpec, operation: PlainOperation | undefined) {
  const [part, key] = field ?? (["params", name] as const);
  return fieldSchema(operation, part, key);
}

function fieldSchema(operation: PlainOperation | undefined, part: "params" | "query" | "body", name: string) {
  const schema = operation?.[part]?.properties?.[name];
  return schema && withoutNull(schema);
}

function withoutNull(schema: PlainSchema): PlainSchema {
  return schema.anyOf?.find((branch) => branch.type !== "null") ?? schema;
}

/**
 * Limits of a value in words: `1 to 100`, `10s to 3d`, `an absolute path`, `at most 50`.
 *
 * @param unit unit of a duration
 */
export function limitsOf(schema: PlainSchema | undefined, unit: FlagSpec["unit"]): string[] {
  if (schema === undefined) return [];
  const { minimum, maximum, minItems, maxItems, maxProperties } = schema;
  const shown = (amount: number): string => (unit === undefined ? String(amount) : durationText(amount, unit));
  return [
    between(minimum, maximum, shown),
    ...textLimits(schema),
    between(minItems === 1 ? undefined : minItems, maxItems, String),
    ...(schema.type === "object" && maxProperties !== undefined && maxProperties > 1
      ? [`at most ${maxProperties}`]
      : []),
    ...(schema.type === "array" && schema.items?.type === "string" ? textLimits(schema.items).map(each) : []),
  ].filter((limit) => limit !== undefined);
}

/** Limits of a text: its rule and its length. A rule that names the length has both. */
function textLimits({ "x-expects": rule, format, minLength = 0, maxLength }: PlainSchema): string[] {
  const expected = rule !== undefined && !obvious.test(rule) ? rule : formats.get(format ?? "");
  const hasLength = expected !== undefined && /\d/.test(expected);
  const length =
    maxLength === undefined || hasLength
      ? undefined
      : `${minLength > 0 ? `${minLength} to ${maxLength}` : `at most ${maxLength}`} characters`;
  return [expected, length].filter((limit) => limit !== undefined);
}

const formats = table<string>({
  "date-time": "an RFC 3339 time",
  uri: "a URL",
});

function each(limit: string): string {
  return `each ${limit}`;
}

function between(least: number | undefined, most: number | undefined, shown: (amount: number) => string) {
  if (least !== undefined && most !== undefined) return `${shown(least)} to ${shown(most)}`;
  if (most !== undefined) return `at most ${shown(most)}`;
  // A minimum of zero is obvious for counts and pixels.
  return least !== undefined && least !== 0 ? `at least ${shown(least)}` : undefined;
}

/** Notes that the summary does not already contain, in the same words or with the same numbers. */
export function notYetSaid(summary: string, notes: readonly string[]): string[] {
  const said = summary.toLowerCase();
  return notes
    .map((note) => (said.includes("absolute") ? note.replace(/^an absolute path( of )?/, "") : note))
    .filter((note) => note !== "" && !said.includes(note.toLowerCase()));
}
