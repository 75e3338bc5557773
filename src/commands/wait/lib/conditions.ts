import { answerOf } from "../../../cli/declare/command-output.ts";
import { didYouMean } from "../../../cli/route/suggest.ts";
import type { OperationId } from "../../../contract/index.ts";
import type { Problem } from "../../../core/errors.ts";
import { valueAt } from "../../../render/columns.ts";
import type { WaitKind, WaitRecord } from "./kinds.ts";

/** Condition of `--for`: a field with a value, or the end of the record. */
export type Condition = "deleted" | { readonly field: string; readonly value: string };

/** Schema of a field, with references resolved where they are followed. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
}

/** The condition in a word of `--for`. */
export function conditionOf(word: string): Condition {
  const at = word.indexOf("=");
  return at === -1 ? "deleted" : { field: word.slice(0, at), value: word.slice(at + 1) };
}

/** The word of a condition. */
export function conditionWord(condition: Condition): string {
  return condition === "deleted" ? condition : `${condition.field}=${condition.value}`;
}

/** True when a record has the value. A missing field counts as null. */
export function isMet(condition: Condition, record: WaitRecord): boolean {
  return condition !== "deleted" && valueText(valueAt(record, condition.field)) === condition.value;
}

/** A value as `--for` writes it: a text as it is, others as JSON. */
export function valueText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "null");
}

/** Problems of the words of `--for`: fields and values that a record of the kind cannot have. */
export async function conditionProblems(words: readonly string[], kind: WaitKind): Promise<Problem[]> {
  const record = await recordSchema(kind.operation);
  return words.flatMap((word): Problem[] => {
    const message = wordProblem(word, kind, record);
    return message === undefined ? [] : [{ path: "--for", message }];
  });
}

function wordProblem(word: string, kind: WaitKind, record: Schemas): string | undefined {
  if (!word.includes("=")) {
    if (word !== "deleted") return `must be FIELD=VALUE or deleted, not "${word}"`;
    return kind.deletable ? undefined : `${kind.what}s are never deleted; give FIELD=VALUE`;
  }
  const { field, value } = conditionOf(word) as Exclude<Condition, "deleted">;
  let schemas = record.root;
  for (const [at, name] of field.split(".").entries()) {
    const next = schemas.flatMap((schema) => record.member(schema, name));
    if (next.length === 0) {
      const known = schemas.flatMap((schema) => Object.keys(schema.properties ?? {}));
      const above = field.split(".").slice(0, at).join(".");
      return `${above ? `${above} of a ${kind.what}` : `a ${kind.what}`} has no field "${name}"${didYouMean(name, known)}`;
    }
    schemas = next;
  }
  return valueProblem(field, value, schemas, kind.values?.[field]);
}

function valueProblem(
  field: string,
  value: string,
  schemas: readonly Schema[],
  known?: readonly string[],
): string | undefined {
  const choices = known ?? schemas.flatMap((schema) => schema.examples ?? ("const" in schema ? [schema.const] : []));
  const types = schemas.flatMap(({ type = [] }) => type);
  const texts = choices.map(valueText);
  if (texts.includes(value) || value === "null") return undefined;
  if (choices.length > 0 && (known || types.length === 0 || types.every((type) => type === "null" || texts.length > 0)))
    return `${field} is one of ${texts.join(", ")}, not "${value}"${didYouMean(value, texts)}`;
  if (types.length === 0 || types.some((type) => fits(value, type))) return undefined;
  return `${field} is ${types.filter((type) => type !== "null").join(" or ")}, not "${value}"`;
}

/** True when a value of the type can have this JSON text. */
function fits(value: string, type: string): boolean {
  if (type === "boolean") return value === "true" || value === "false";
  if (type === "integer") return /^-?\d+$/.test(value);
  if (type === "number") return value.trim() !== "" && Number.isFinite(Number(value));
  return type !== "null";
}

interface Schemas {
  readonly root: readonly Schema[];
  member(schema: Schema, name: string): readonly Schema[];
}

/** Schema of the answer of an operation, with the values of sets, as examples. */
async function recordSchema(operation: OperationId): Promise<Schemas> {
  const { $defs = {}, ...record } = (await answerOf(operation)) as Schema & { readonly $defs?: Record<string, Schema> };
  const branches = (schema: Schema): readonly Schema[] => {
    const { $ref, anyOf } = schema;
    if ($ref !== undefined) return branches($defs[$ref.split("/").at(-1) ?? ""] ?? {});
    return anyOf ? anyOf.flatMap(branches) : [schema];
  };
  return {
    root: branches(record),
    member: ({ properties = {}, patternProperties = {}, additionalProperties }, name) => {
      if (Object.hasOwn(properties, name)) return branches(properties[name] ?? {});
      const others = typeof additionalProperties === "object" ? [additionalProperties] : [];
      return [...Object.values(patternProperties), ...others].flatMap(branches);
    },
  };
}
