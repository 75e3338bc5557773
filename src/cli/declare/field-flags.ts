import type { PlainOperation, PlainSchema } from "../../contract/plain.ts";
import { table } from "../../core/table.ts";
import { namedRecordsOf } from "./named-records.ts";
import type { ArgSpec, CommandSpec, FieldFlag, FlagKind, FlagSpec } from "./spec.ts";

/** True for an argument that must be typed. */
export function mustBeTyped({ required, session }: Pick<ArgSpec, "required" | "session">): boolean {
  return required && session !== "optional";
}

/** Fields whose flag always has another name, because the plain name is reserved or reads badly. */
const everywhere = table<FieldFlag>({
  query: { name: "search", placeholder: "TEXT" },
  tags: { name: "tag", kind: "pairs" },
  version: { name: "app-version" },
});

/** The arguments of a command: its own, or the path parameters of its operation in their order. */
export function commandArgs(spec: CommandSpec, operation: PlainOperation | undefined): readonly ArgSpec[] {
  return argsOf(spec, operation).map((arg, at) => {
    const session = arg.session ?? (at === 0 && namesSession(arg, operation) ? "optional" : undefined);
    return session === undefined ? arg : { ...arg, session, summary: `${arg.summary}; ${sessionTexts[session]}` };
  });
}

const sessionTexts = {
  optional: "the current one when left out; @last is the newest",
  typed: "@current and @last stand for one",
  prefix: "@current and @last stand for a session",
} as const;

/** True for the argument that names the session of an operation on one session. */
function namesSession({ field, name }: ArgSpec, operation: PlainOperation | undefined): boolean {
  return field === undefined && new RegExp(`^/(?:_local/)?browsers/\\{${name}\\}`).test(operation?.path ?? "");
}

function argsOf(spec: CommandSpec, operation: PlainOperation | undefined): readonly ArgSpec[] {
  if (spec.args) return spec.args;
  const names = [...(operation?.path.matchAll(/\{(\w+)\}/g) ?? [])].map((match) => match[1] ?? "");
  return names.map((name) => ({
    name,
    summary: summaryOfParameter(operation, name),
    required: true,
  }));
}

/** Description of a path parameter; it mentions the name where the record has one. */
function summaryOfParameter(operation: PlainOperation | undefined, name: string): string {
  const own = operation?.params?.properties?.[name]?.description ?? "";
  const records = operation && name === "id" ? namedRecordsOf(operation) : undefined;
  return records ? `${own} or ${records.field}` : own;
}

/** The flags of a command: one for each field of its operation, and its own. */
export function commandFlags(spec: CommandSpec, operation: PlainOperation | undefined): readonly FlagSpec[] {
  const fromFields = (["query", "body"] as const).flatMap((part) =>
    Object.entries(operation?.[part]?.properties ?? {}).flatMap(([name, schema]) =>
      fieldFlags(spec, part, name, schema),
    ),
  );
  return [...fromFields, ...(spec.flags ?? [])];
}

function fieldFlags(spec: CommandSpec, part: "query" | "body", name: string, schema: PlainSchema): FlagSpec[] {
  const own = spec.fields?.[name];
  if (own === false || (schema.deprecated && own === undefined)) return [];
  const field = { ...everywhere.get(name), ...own };
  const bare = withoutNull(schema);
  const unit = field.unit ?? unitOf(name);
  const derived = bare.type === "integer" && unit ? { kind: "duration" as const } : kindOf(bare);
  const kind = field.kind ?? derived?.kind;
  if (kind === undefined) return [];
  const choices = field.choices ?? (bare.enum ?? bare.items?.enum)?.map(String);
  const flag: FlagSpec = {
    name: field.name ?? flagNameOfField(name),
    kind,
    summary: field.summary ?? schema.description ?? bare.description ?? "",
    field: [part, name],
  };
  if (kind === "duration" && unit) flag.unit = unit;
  if (field.short) flag.short = field.short;
  if (field.placeholder) flag.placeholder = field.placeholder;
  if (choices) flag.choices = choices;
  if (field.meanings) flag.meanings = field.meanings;
  if (field.repeat ?? derived?.repeat) flag.repeat = true;
  if (kind === "boolean") flag.negatable = true;
  if (field.preset !== undefined) {
    flag.preset = field.preset;
    flag.default = kind === "duration" ? durationText(Number(field.preset), unit) : String(field.preset);
  } else if (bare.default !== undefined) {
    flag.default = kind === "duration" ? durationText(Number(bare.default), unit) : String(bare.default);
  }
  const flags = [flag];
  if (field.clear) {
    const { name: clearName, value, summary } = field.clear;
    flags.push({ name: clearName, kind: "boolean", summary, constant: value, field: [part, name] });
  }
  return flags;
}

/** Unit of a field by its name. `delay` and `duration` are in milliseconds (contract 2.4). */
function unitOf(name: string): FlagSpec["unit"] {
  if (/(^days_|_days$)/.test(name)) return "days";
  if (/_sec(onds)?$/.test(name)) return "seconds";
  return /(_ms|^delay|^duration)$/.test(name) ? "milliseconds" : undefined;
}

const unitMs = { days: 86_400_000, seconds: 1000, milliseconds: 1 } as const;
const typedUnits = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
  ["ms", 1],
] as const;

/** A duration as it is typed, in the largest unit that divides it; zero in its own. */
export function durationText(amount: number, unit: FlagSpec["unit"] = "milliseconds"): string {
  const ms = amount * unitMs[unit];
  const [letters, length] = typedUnits.find(([, each]) => (ms === 0 ? each === unitMs[unit] : ms % each === 0)) ?? [
    "ms",
    1,
  ];
  return `${ms / length}${letters}`;
}

function withoutNull(schema: PlainSchema): PlainSchema {
  return schema.anyOf?.find((branch) => branch.type !== "null") ?? schema;
}

/** The kind of flag a field's type asks for; objects have none unless the command declares one. */
function kindOf(schema: PlainSchema): { kind: FlagKind; repeat?: boolean } | undefined {
  if (schema.enum) return { kind: "enum" };
  switch (schema.type) {
    case "string":
      return { kind: schema["x-secret"] ? "text" : "string" };
    case "integer":
      return { kind: "integer" };
    case "number":
      return { kind: "number" };
    case "boolean":
      return { kind: "boolean" };
    case "array":
      if (schema.items?.enum) return { kind: "enum", repeat: true };
      return schema.items?.type === "string" ? { kind: "string", repeat: true } : undefined;
    case "object":
      return schema.patternProperties && Object.values(schema.patternProperties)[0]?.type === "string"
        ? { kind: "pairs" }
        : undefined;
    default:
      return undefined;
  }
}

/** `timeout_seconds` as it is typed: `timeout-seconds`. */
export function flagNameOfField(name: string): string {
  return name.replaceAll("_", "-");
}
