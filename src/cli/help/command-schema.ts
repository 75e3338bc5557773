import type { PlainOperation, PlainSchema } from "../../contract/plain.ts";
import { answerSchema, type JsonSchema } from "../declare/answer-schema.ts";
import { commandArgs, commandFlags, mustBeTyped } from "../declare/field-flags.ts";
import { limitsOf, notYetSaid, schemaOfArg, schemaOfFlag } from "../declare/field-limits.ts";
import { globalFlags, needsOf } from "../declare/global-flags.ts";
import { loadOperation } from "../declare/operations.ts";
import type { ArgSpec, CommandOutput, CommandSpec, FlagSpec } from "../declare/spec.ts";
import { argSummary, callsOf } from "./help.ts";

/** Schemas of a command: the words it takes, what it prints, and its error. */
export interface CommandSchema {
  readonly command: string;
  readonly summary: string;
  /** Operations of the API that it calls, each as `GET /browsers`. */
  readonly calls: readonly string[];
  /** Object with a member for each argument by its name, each flag with its dashes, and `--` for the words after it. */
  readonly arguments: JsonSchema;
  /** Schema of the document on stdout under `-o json`; false where there is none. */
  readonly output: JsonSchema | false;
  /** True where stdout has one document on each line. */
  readonly stream: boolean;
  /** Schema of the document on stderr when the command fails under `-o json`. */
  readonly error: JsonSchema;
}

const dialect = "https://json-schema.org/draft/2020-12/schema";

/** Schemas of a command from its declaration. */
export async function commandSchema(spec: CommandSpec, operation: PlainOperation | undefined): Promise<CommandSchema> {
  const { schema, stream = false } = await commandOutput(spec, operation);
  return {
    command: spec.words,
    summary: spec.summary ?? operation?.summary ?? "",
    calls: callsOf(spec, operation),
    arguments: { $schema: dialect, ...argumentsSchema(spec, operation) },
    output: schema === undefined ? false : { $schema: dialect, ...schema },
    stream,
    error: { $schema: dialect, ...errorSchema },
  };
}

/** Output of a command under `-o json`: its own declaration, or the answer of its operation. */
export async function commandOutput(spec: CommandSpec, operation: PlainOperation | undefined): Promise<CommandOutput> {
  if (typeof spec.output === "function") return spec.output();
  if (spec.output !== undefined) return answerOutput(await loadOperation(spec.output));
  if (spec.fixedText) return { schema: { type: "string" } };
  if (operation === undefined) throw new Error(`"${spec.words}" has no operation and declares no output`);
  return answerOutput(operation);
}

async function answerOutput(operation: PlainOperation): Promise<CommandOutput> {
  switch (operation.response.kind) {
    case "json":
      return { schema: await answerSchema(operation) };
    case "sse":
      return { schema: await answerSchema(operation), stream: true };
    case "empty":
      return { schema: doneSchema(operation) };
    case "file":
      return {};
  }
}

/** `{ "ok": true }` with the ids of the path, as `call-and-render.ts` prints it. */
function doneSchema({ params }: PlainOperation): JsonSchema {
  const ids = Object.keys(params?.properties ?? {});
  return {
    type: "object",
    required: ["ok", ...ids],
    properties: { ok: { const: true }, ...Object.fromEntries(ids.map((id) => [id, { type: "string" }])) },
    additionalProperties: false,
  };
}

/** Schema of the words of a command. */
function argumentsSchema(spec: CommandSpec, operation: PlainOperation | undefined): JsonSchema {
  const args = commandArgs(spec, operation);
  const flags = [...commandFlags(spec, operation), ...globalFlags(spec, needsOf(operation))];
  const { rest } = spec;
  const properties = {
    ...Object.fromEntries(args.map((arg) => [arg.name, argSchema(arg, operation)])),
    ...Object.fromEntries(flags.map((flag) => [`--${flag.name}`, flagSchema(flag, operation)])),
    ...(rest && { "--": { type: "array", items: { type: "string" }, description: rest.summary } }),
  };
  const required = [
    ...args.filter(mustBeTyped).map(({ name }) => name),
    ...flags.filter((flag) => flag.required).map(({ name }) => `--${name}`),
    ...(rest && rest.required !== false ? ["--"] : []),
  ];
  return { type: "object", properties, required, additionalProperties: false };
}

function argSchema(arg: ArgSpec, operation: PlainOperation | undefined): JsonSchema {
  const field = schemaOfArg(arg, operation);
  const one =
    arg.kind === "integer" ? { type: "integer", ...limits(field, numberLimits) } : textSchema(arg.kind, field);
  return { ...(arg.repeat ? { type: "array", items: one } : one), description: argSummary(arg, operation) };
}

const numberLimits = ["minimum", "maximum"] as const;
const textLimits = ["minLength", "maxLength", "pattern", "x-expects", "format"] as const;

/** Schema of a text. The limits are left out where the word may also name a file or a variable. */
function textSchema(kind: ArgSpec["kind"] | FlagSpec["kind"], field: PlainSchema | undefined): JsonSchema {
  return { type: "string", ...(kind === "string" && limits(field, textLimits)) };
}

function limits(field: PlainSchema | undefined, names: readonly (keyof PlainSchema)[]): JsonSchema {
  const schemas = [field, ...(field?.anyOf ?? [])].filter((each) => each !== undefined);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = schemas.map((each) => each[name]).find((each) => each !== undefined);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Schema of a flag's value: true for one without, false for its `--no-` form. */
function flagSchema(flag: FlagSpec, operation: PlainOperation | undefined): JsonSchema {
  const one = flagValueSchema(flag, operation);
  const several = flag.repeat === true || flag.kind === "pairs";
  return {
    ...(several ? { type: "array", items: one } : one),
    description: withLimits(flag, operation),
    ...(flag.default !== undefined && { default: defaultOf(flag) }),
  };
}

/** Meaning of a flag with its limits, also those that no keyword of a schema has, such as the length of a duration. */
function withLimits(flag: FlagSpec, operation: PlainOperation | undefined): string {
  const limits = notYetSaid(flag.summary, limitsOf(schemaOfFlag(flag, operation), flag.unit));
  return limits.length > 0 ? `${flag.summary} (${limits.join("; ")})` : flag.summary;
}

function defaultOf({ kind, default: text }: FlagSpec): unknown {
  if (kind === "integer" || kind === "number") return Number(text);
  return kind === "boolean" ? text === "true" : text;
}

function flagValueSchema(flag: FlagSpec, operation: PlainOperation | undefined): JsonSchema {
  const field = schemaOfFlag(flag, operation);
  const item = flag.repeat ? (field?.items ?? field) : field;
  switch (flag.kind) {
    case "boolean":
      return flag.negatable ? { type: "boolean" } : { const: true };
    case "integer":
    case "number":
      return { type: flag.kind, ...limits(item, numberLimits) };
    case "enum":
      return { enum: flag.choices ?? [] };
    case "pairs": {
      const values = Object.keys(flag.meanings ?? {});
      return { type: "string", pattern: values.length > 0 ? `^[^=]+=(${values.join("|")})$` : "^[^=]+=" };
    }
    case "viewport":
      return { type: "string", pattern: "^[0-9]+x[0-9]+(@[0-9]+)?$" };
    default:
      return textSchema(flag.kind, item);
  }
}

const detail = {
  type: "object",
  properties: { code: { type: "string" }, message: { type: "string" } },
} as const;

/** The JSON form of an error, as `report.ts` writes it. */
export const errorSchema: JsonSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      description: "Further members depend on the code, such as net_error",
      required: ["code", "message", "details", "exit_code"],
      properties: {
        code: { type: "string", description: "Machine-readable code; `explain CODE` says what it means" },
        message: { type: "string" },
        details: { type: "array", items: detail, description: "Each problem, or what the service said" },
        inner_error: detail,
        http_status: { type: "integer", description: "Status of the service's answer" },
        exit_code: { type: "integer", description: "Exit code of the program" },
        hint: { type: "string", description: "A command to type next" },
        warnings: { type: "array", items: { type: "string" } },
      },
    },
  },
  additionalProperties: false,
};
