import type { Part, PlainOperation } from "../contract/plain.ts";
import { inputProblems } from "../contract/problems.ts";
import type { Problem } from "../core/errors.ts";
import type { Io } from "../core/io.ts";
import type { RequestInput } from "./context.ts";
import { loadValidator } from "./operations.ts";
import { readSource } from "./source.ts";
import type { ArgSpec, FlagSpec } from "./spec.ts";

export interface ComposeInput {
  operation: PlainOperation;
  args: readonly ArgSpec[];
  argValues: readonly string[];
  flags: readonly FlagSpec[];
  /** Converted values by flag name. */
  flagValues: Readonly<Record<string, unknown>>;
  io: Io;
  signal: AbortSignal;
}

/**
 * Makes the request out of arguments, flags and `--input`: typed words win over the JSON they are merged onto. Adds
 * whatever is wrong with it to `problems`, under the names the person typed.
 */
export async function composeRequest(input: ComposeInput, problems: Problem[]): Promise<RequestInput> {
  const { operation } = input;
  const given = await jsonInput(input, problems);
  const parts = { params: {}, query: {}, body: { ...given } } as Record<Part, Record<string, unknown>>;
  for (const [at, arg] of input.args.entries()) {
    const [part, name] = argField(arg, operation) ?? [];
    if (part && name && input.argValues[at] !== undefined) parts[part][name] = input.argValues[at];
  }
  for (const flag of input.flags) {
    const value = input.flagValues[flag.name];
    if (flag.field && value !== undefined) parts[flag.field[0]][flag.field[1]] = value;
  }
  for (const part of ["params", "query", "body"] as const) await check(input, part, parts[part], problems);
  for (const [name, value] of Object.entries(parts.params)) {
    if (value === "." || value === "..") problems.push({ path: `<${name}>`, message: `must not be "${value}"` });
  }
  const sendsBody = operation.body !== undefined && (!operation.bodyOptional || Object.keys(parts.body).length > 0);
  return {
    params: parts.params as Record<string, string>,
    query: parts.query,
    body: sendsBody ? parts.body : undefined,
  };
}

function argField(arg: ArgSpec, operation: PlainOperation): readonly [Part, string] | undefined {
  if (arg.field) return arg.field;
  return operation.params?.properties?.[arg.name] ? ["params", arg.name] : undefined;
}

/** The object of `--input`. */
async function jsonInput({ flagValues, io, signal }: ComposeInput, problems: Problem[]): Promise<object | undefined> {
  const word = flagValues["input"];
  if (typeof word !== "string") return undefined;
  const text = await readSource(word, "--input", io, signal);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
    problems.push({ path: "--input", message: "must be a JSON object" });
  } catch (error) {
    problems.push({ path: "--input", message: `is not JSON: ${(error as Error).message}` });
  }
  return undefined;
}

async function check(
  input: ComposeInput,
  part: Part,
  value: Record<string, unknown>,
  problems: Problem[],
): Promise<void> {
  const { operation } = input;
  const schema = operation[part];
  const validate = schema && (await loadValidator(operation, part));
  if (!schema || !validate || validate(value)) return;
  for (const { path, message } of inputProblems(validate.errors ?? [], schema, value, "--input")) {
    const [top = "", ...inner] = path.split(/(?=[.[])/);
    const typed = typedName(input, part, top);
    // What the parser has already complained about has no value here.
    if (message === "is missing" && problems.some((problem) => problem.path === typed)) continue;
    problems.push({ path: typed ? `${typed}${inner.join("")}` : `--input: ${path}`, message });
  }
}

/** How a field was, or would be, typed: its argument, its flag, or nothing when it came with `--input`. */
function typedName(input: ComposeInput, part: Part, field: string): string | undefined {
  const arg = input.args.find((each) => {
    const target = argField(each, input.operation);
    return target?.[0] === part && target[1] === field;
  });
  if (arg) return `<${arg.name}>`;
  const flags = input.flags.filter((flag) => flag.field?.[0] === part && flag.field[1] === field);
  const flag = flags.find((each) => input.flagValues[each.name] !== undefined) ?? flags[0];
  const fromInput =
    part === "body" && input.flagValues["input"] !== undefined && !(flag && input.flagValues[flag.name] !== undefined);
  return flag && !fromInput ? `--${flag.name}` : undefined;
}
