import type { PlainSchema, ValidationError } from "../../contract/plain.ts";
import { isObject } from "../../core/is-object.ts";

type Path = readonly (string | number)[];

/** Member or enum value in `--input` that this version does not declare. */
export interface NewerPart {
  readonly path: Path;
  readonly value: unknown;
  /** True for a value of a declared field. */
  readonly isValue: boolean;
}

/** JSON of `--input`, split into parts that this version knows and parts that a newer service may know. */
export interface SplitInput {
  readonly known: Record<string, unknown>;
  readonly newer: readonly NewerPart[];
}

/**
 * Splits the JSON of `--input` by the schema of the body. Only unknown members and enum values count; wrong types stay
 * errors.
 */
export function splitInput(given: object, schema: PlainSchema | undefined): SplitInput {
  const newer: NewerPart[] = [];
  const known = schema ? objectOf(given, schema, [], newer) : { ...given };
  return { known, newer };
}

/** Puts the newer parts back into a body. A part that a flag replaced or removed is left out. */
export function withNewer(
  body: Readonly<Record<string, unknown>>,
  newer: readonly NewerPart[],
): Record<string, unknown> {
  return newer.reduce<unknown>((whole, { path, value }) => placed(whole, path, value), body) as Record<string, unknown>;
}

/** Errors that are not caused by the removal of newer parts, such as a missing member or a wrong count of members. */
export function withoutThoseOf(
  newer: readonly NewerPart[],
  errors: readonly ValidationError[],
): readonly ValidationError[] {
  if (newer.length === 0) return errors;
  const taken = new Set(newer.map(({ path }) => pointer(path)));
  const holders = new Set(newer.map(({ path }) => pointer(path.slice(0, -1))));
  const excused = errors.filter(({ instancePath, keyword, params }) =>
    keyword === "required"
      ? taken.has(`${instancePath}/${escaped(String(params["missingProperty"]))}`)
      : (keyword === "minProperties" || keyword === "oneOf") && holders.has(instancePath),
  );
  const left = errors.filter((error) => !excused.includes(error) && !isWithin(error, excused));
  return left.filter((error) => !isEmptyUnion(error, left, excused));
}

/** Sentence that names the newer parts. */
export function newerNote(newer: readonly NewerPart[]): string {
  const names = newer.map(({ path, isValue }) => (isValue ? `the value of ${dotted(path)}` : dotted(path)));
  return `note: --input: this version does not know ${names.join(", ")}; sent as given`;
}

/** True for an error inside a branch of a failed `oneOf`, which means nothing without the error of the `oneOf`. */
function isWithin({ schemaPath }: ValidationError, excused: readonly ValidationError[]): boolean {
  return excused.some(({ keyword, schemaPath: outer }) => keyword === "oneOf" && schemaPath.startsWith(`${outer}/`));
}

/** True for the errors of a union with a branch that has only excused errors. */
function isEmptyUnion(
  error: ValidationError,
  left: readonly ValidationError[],
  excused: readonly ValidationError[],
): boolean {
  const union = /^(.*\/anyOf)(\/\d+\/type)?$/.exec(error.schemaPath)?.[1];
  if (union === undefined) return false;
  const within = (errors: readonly ValidationError[]) =>
    errors.filter(({ schemaPath, keyword }) => schemaPath.startsWith(`${union}/`) && keyword !== "type");
  return within(excused).length > 0 && within(left).length === 0;
}

function objectOf(value: object, schema: PlainSchema, path: Path, newer: NewerPart[]): Record<string, unknown> {
  const { properties, additionalProperties, patternProperties } = schema;
  const [others] = Object.values(patternProperties ?? {});
  const known: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value)) {
    const own = properties && Object.hasOwn(properties, name) ? properties[name] : others;
    const at = [...path, name];
    if (own === undefined && additionalProperties === false) newer.push({ path: at, value: item, isValue: false });
    else if (own && isNewerValue(item, own)) newer.push({ path: at, value: item, isValue: true });
    else known.push([name, own ? knownOf(item, own, at, newer) : item]);
  }
  return Object.fromEntries(known);
}

function knownOf(value: unknown, schema: PlainSchema, path: Path, newer: NewerPart[]): unknown {
  const own = branchOf(value, schema);
  if (isObject(value)) return own.type === "object" ? objectOf(value, own, path, newer) : value;
  const { items } = own;
  if (!Array.isArray(value) || items === undefined) return value;
  return value.map((item, index) => {
    if (!isNewerValue(item, items)) return knownOf(item, items, [...path, index], newer);
    newer.push({ path: [...path, index], value: item, isValue: true });
    return branchOf(item, items).enum?.[0];
  });
}

/** True for a text that is not in the enum of its field. */
function isNewerValue(value: unknown, schema: PlainSchema): boolean {
  const { enum: values } = branchOf(value, schema);
  return (
    typeof value === "string" && values?.some((each) => typeof each === "string") === true && !values.includes(value)
  );
}

/** Branch of a union that a value belongs to; requests only have unions with null. */
function branchOf(value: unknown, schema: PlainSchema): PlainSchema {
  if (!schema.anyOf) return schema;
  return schema.anyOf.find(({ type }) => (value === null) === (type === "null")) ?? schema;
}

function placed(whole: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (Array.isArray(whole) && typeof step === "number") {
    if (step >= whole.length) return whole;
    return whole.with(step, rest.length === 0 ? value : placed(whole[step], rest, value));
  }
  if (!isObject(whole) || step === undefined) return whole;
  const isThere = Object.hasOwn(whole, step);
  if (rest.length === 0) return isThere ? whole : withOwn(whole, String(step), value);
  return isThere ? withOwn(whole, String(step), placed(whole[step], rest, value)) : whole;
}

/** Copy of an object with one own member, `__proto__` included. */
function withOwn(whole: object, name: string, value: unknown): object {
  return Object.fromEntries([...Object.entries(whole).filter(([each]) => each !== name), [name, value]]);
}

function pointer(path: Path): string {
  return path.map((step) => `/${escaped(String(step))}`).join("");
}

function escaped(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}

function dotted(path: Path): string {
  return path.map((step, at) => (typeof step === "number" ? `[${step}]` : at === 0 ? step : `.${step}`)).join("");
}
