import type { Part, PlainOperation, PlainSchema, ValidationError } from "../../contract/plain.ts";
import { inputProblems } from "../../contract/problems.ts";
import { type Found, missingArgument, type Problem } from "../../core/errors.ts";
import type { Io } from "../../core/io.ts";
import { isObject } from "../../core/is-object.ts";
import { parseJson } from "../../core/parse-json.ts";
import type { RequestInput } from "../declare/context.ts";
import { durationText } from "../declare/field-flags.ts";
import { limitsOf, schemaOfFlag } from "../declare/field-limits.ts";
import { loadValidator } from "../declare/operations.ts";
import type { ArgSpec, BodyRules, FlagSpec } from "../declare/spec.ts";
import { dotSegmentProblem } from "./dot-segment.ts";
import { readSource } from "./source.ts";

/** Path of problems of a part as a whole. */
const WHOLE = "--input";

export interface ComposeInput {
  operation: PlainOperation;
  /** Fields of the query and the body that may still be missing. */
  filled?: readonly string[] | undefined;
  /** Checks of the body that its schema cannot hold. */
  rules?: (() => Promise<BodyRules>) | undefined;
  args: readonly ArgSpec[];
  argValues: readonly string[];
  flags: readonly FlagSpec[];
  /** Converted values by flag name. */
  flagValues: Readonly<Record<string, unknown>>;
  /** True for a hosted service, which may know more fields than this version. */
  isOpen: boolean;
  /** Problems found so far; stdin and files are read only if there are none. */
  earlier: readonly Problem[];
  io: Io;
  signal: AbortSignal;
}

/**
 * Builds the request from arguments, flags and `--input`; typed words override the JSON of `--input`. Problems use the
 * typed names. For a hosted service, members and enum values in `--input` that this version does not know are sent
 * unchanged, with a note.
 */
export async function composeRequest(input: ComposeInput): Promise<Found<RequestInput>> {
  const { operation } = input;
  const problems = [...input.earlier];
  const given = await jsonInput(input, problems);
  const newer = given && input.isOpen ? await import("./newer-input.ts") : undefined;
  const split = given && newer?.splitInput(given, operation.body);
  const parts = { params: {}, query: {}, body: { ...(split?.known ?? given) } } as Record<
    Part,
    Record<string, unknown>
  >;
  for (const [at, arg] of input.args.entries()) {
    const [part, name] = argField(arg, operation) ?? [];
    const words = arg.repeat ? input.argValues.slice(at) : input.argValues.slice(at, at + 1);
    if (!part || !name || words.length === 0) continue;
    const values = await Promise.all(words.map((word) => argValue(word, arg, input, problems)));
    parts[part][name] = arg.repeat && part !== "params" ? values : values[0];
  }
  for (const flag of input.flags) {
    if (!flag.field) continue;
    const [part, name, ...members] = flag.field;
    const value = input.flagValues[flag.name];
    const rivals = input.flags.filter((each) => each !== flag && excludeEachOther(each, flag));
    const other = rivals.find((each) => input.flagValues[each.name] !== undefined);
    const arg = value === undefined ? undefined : givenArg(input, part, name);
    if (arg) problems.push({ path: `--${flag.name}`, message: `cannot be used together with <${arg.name}>` });
    if (value !== undefined && other && input.flags.indexOf(other) < input.flags.indexOf(flag)) {
      problems.push({ path: `--${flag.name}`, message: `cannot be used together with --${other.name}` });
      continue;
    }
    if (value !== undefined && members.length > 0) {
      const whole = parts[part][name];
      const owner = input.flags.find((each) => each.field?.join() === [part, name].join());
      if (isObject(whole) || (whole === undefined && !owner)) {
        const others = rivals.flatMap((each) => (each.field ? [each.field.slice(2)] : []));
        parts[part][name] = withMember(others.reduce(withoutMember, whole), members, value);
      } else problems.push({ path: `--${flag.name}`, message: `needs --${owner?.name ?? "input"} beside it` });
    } else if (value !== undefined) parts[part][name] = value;
    else if (flag.preset !== undefined) parts[part][name] ??= flag.preset;
  }
  const real = (errors: readonly ValidationError[]): readonly ValidationError[] =>
    newer && split ? newer.withoutThoseOf(split.newer, errors) : errors;
  for (const part of ["params", "query"] as const) await check(input, part, parts[part], problems);
  await check(input, "body", parts.body, problems, real);
  if (problems.length === 0) problems.push(...(await ruleProblems(input, parts.body)));
  if (given && problems.length === 0) {
    for (const text of deprecatedWarnings(given, input.operation.body)) input.io.warn(text);
  }
  for (const [name, value] of Object.entries(parts.params)) {
    const problem = dotSegmentProblem(name, value);
    if (problem) problems.push(problem);
  }
  if (newer && split && split.newer.length > 0) {
    parts.body = newer.withNewer(parts.body, split.newer);
    if (problems.length === 0) input.io.note(newer.newerNote(split.newer));
  }
  const sendsBody = operation.body !== undefined && (!operation.bodyOptional || Object.keys(parts.body).length > 0);
  const value = {
    params: parts.params as Record<string, string>,
    query: parts.query,
    body: sendsBody ? parts.body : undefined,
  };
  return { value, problems: problems.slice(input.earlier.length) };
}

/** The argument that was typed for a field. */
function givenArg(input: ComposeInput, part: Part, field: string): ArgSpec | undefined {
  return input.args.find((each, at) => {
    const target = argField(each, input.operation);
    return input.argValues[at] !== undefined && target?.[0] === part && target[1] === field;
  });
}

/** True for two flags of one field, and for flags that declare that they exclude each other. */
function excludeEachOther(a: FlagSpec, b: FlagSpec): boolean {
  const sameField = a.field !== undefined && a.field.join() === b.field?.join();
  return sameField || a.excludes?.includes(b.name) === true || b.excludes?.includes(a.name) === true;
}

/** A copy of a value with one member set. An intermediate value that is not an object is replaced by one. */
function withMember(whole: unknown, [member, ...inner]: readonly string[], value: unknown): unknown {
  if (member === undefined) return value;
  const object = isObject(whole) ? whole : {};
  return { ...object, [member]: withMember(object[member], inner, value) };
}

/** A copy of a value without one member. */
function withoutMember(whole: unknown, [member, ...inner]: readonly string[]): unknown {
  if (member === undefined || !isObject(whole) || !Object.hasOwn(whole, member)) return whole;
  const { [member]: removed, ...others } = whole;
  return inner.length === 0 ? others : { ...others, [member]: withoutMember(removed, inner) };
}

function argField(arg: ArgSpec, operation: PlainOperation): readonly [Part, string] | undefined {
  if (arg.field) return arg.field;
  return operation.params?.properties?.[arg.name] ? ["params", arg.name] : undefined;
}

/** Value of an argument's word; a word that cannot be read is added to `problems`. */
async function argValue(
  word: string,
  arg: ArgSpec,
  { io, signal }: ComposeInput,
  problems: Problem[],
): Promise<unknown> {
  const path = `<${arg.name}>`;
  switch (arg.kind) {
    case "text":
      // Stdin and files are read only when the command has no other problems.
      return problems.length === 0 ? readSource(word, path, io, signal) : word;
    case "integer":
      if (/^[+-]?\d+$/.test(word)) return Number(word);
      problems.push({ path, message: `must be a whole number, not "${word}"` });
      return undefined;
    case "point": {
      const match = /^(\d+),(\d+)$/.exec(word);
      if (match) return [Number(match[1]), Number(match[2])];
      problems.push({ path, message: `must be X,Y, such as 100,200, not "${word}"` });
      return undefined;
    }
    default:
      return word;
  }
}

/** The object of `--input`. */
async function jsonInput({ flagValues, io, signal }: ComposeInput, problems: Problem[]): Promise<object | undefined> {
  const word = flagValues["input"];
  if (typeof word !== "string") return undefined;
  const text = await readSource(word, "--input", io, signal);
  try {
    const value: unknown = parseJson(text);
    if (isObject(value)) return value;
    problems.push({ path: "--input", message: "must be a JSON object" });
  } catch {
    const { jsonProblem } = await import("../../core/json-syntax-error.ts");
    problems.push({ path: "--input", message: `is not JSON: ${jsonProblem(text)}` });
  }
  return undefined;
}

async function check(
  input: ComposeInput,
  part: Part,
  value: Record<string, unknown>,
  problems: Problem[],
  real: (errors: readonly ValidationError[]) => readonly ValidationError[] = (errors) => errors,
): Promise<void> {
  const { operation } = input;
  const schema = operation[part];
  const validate = schema && (await loadValidator(operation, part));
  if (!schema || !validate || validate(value)) return;
  const known = new Set(problems.map((problem) => problem.path));
  for (const { path, message, kind } of inputProblems(real(validate.errors ?? []), schema, value, WHOLE)) {
    if (path === WHOLE) {
      problems.push({ path, message, ...nothingGiven(input, part, value) });
      continue;
    }
    const [top = "", ...inner] = path.split(/(?=[.[])/);
    if (part !== "params" && kind === "missing" && input.filled?.includes(path)) continue;
    const member = memberFlag(input, part, top, inner);
    if (member) {
      if (!known.has(member.flag)) problems.push({ path: `${member.flag}${member.inner}`, message });
      continue;
    }
    const typed = typedName(input, part, top);
    // A typed value that could not be read is missing here, and its problem is already in the list.
    if (typed !== undefined && known.has(typed)) continue;
    if (typed?.startsWith("<") && inner.length === 0 && kind === "missing") {
      problems.push(missingArgument(typed.slice(1, -1)));
    } else {
      const way = typed ? `${typed}${inner.join("")}` : `--input: ${path}`;
      const flag = kind === "out-of-range" ? input.flags.find(({ name }) => way === `--${name}`) : undefined;
      problems.push({ path: way, message: (flag && durationRange(flag, operation, value[top])) ?? message });
    }
  }
}

/** Limits of a duration in the form that is typed: `must be 10s to 3d, not 5s`; undefined for a flag of another kind. */
function durationRange(flag: FlagSpec, operation: PlainOperation, value: unknown): string | undefined {
  const { kind, unit } = flag;
  const [limits] = limitsOf(schemaOfFlag(flag, operation), unit);
  if (kind !== "duration" || limits === undefined || typeof value !== "number") return undefined;
  return `must be ${limits}, not ${durationText(value, unit)}`;
}

/** Sentence for an update without changes: it lists the flags that the command has. */
function nothingGiven(input: ComposeInput, part: Part, value: object): Pick<Problem, "sentence"> {
  const flags = input.flags.filter((flag) => flag.field?.[0] === part).map((flag) => `--${flag.name}`);
  if (flags.length === 0 || Object.keys(value).length > 0) return {};
  return { sentence: `nothing to change: add ${flags.join(" or ")}` };
}

/**
 * Problems that the command's own rules find in typed words. assumed: values from `--input` are left to the service,
 * which may accept more than this program knows.
 */
async function ruleProblems(input: ComposeInput, body: Readonly<Record<string, unknown>>): Promise<Problem[]> {
  if (!input.rules) return [];
  const named = (field: string): string => typedName(input, "body", field) ?? `--input: ${field}`;
  return (await input.rules())(body, named)
    .filter(({ path }) => !path.startsWith("--input"))
    .map(({ path, message }) => ({ path: path.replace(/\[\d+\]$/, ""), message }));
}

/** Flag that was typed for a member of a field, and the path below that member; undefined if no flag was. */
function memberFlag(
  { flags, flagValues }: ComposeInput,
  part: Part,
  field: string,
  inner: readonly string[],
): { flag: string; inner: string } | undefined {
  const path = `${[part, field, ...inner.map((each) => each.replace(/^\./, ""))].join()},`;
  const flag = flags.find(
    (each) =>
      each.field !== undefined &&
      each.field.length > 2 &&
      flagValues[each.name] !== undefined &&
      path.startsWith(`${each.field.join()},`),
  );
  return flag?.field && { flag: `--${flag.name}`, inner: inner.slice(flag.field.length - 2).join("") };
}

/** Argument or flag of a field, whether it was typed or not; undefined when the value came from `--input`. */
function typedName(input: ComposeInput, part: Part, field: string): string | undefined {
  const arg = input.args.find((each) => {
    const target = argField(each, input.operation);
    return target?.[0] === part && target[1] === field;
  });
  const given = part === "body" && input.flagValues["input"] !== undefined;
  const flags = input.flags.filter((flag) => flag.field?.[0] === part && flag.field[1] === field);
  const argTyped = givenArg(input, part, field) !== undefined;
  if (arg && (argTyped || (flags.length === 0 && !given))) return `<${arg.name}>`;
  const flag = flags.find((each) => input.flagValues[each.name] !== undefined) ?? flags[0];
  const fromInput = given && !(flag && input.flagValues[flag.name] !== undefined);
  return flag && !fromInput ? `--${flag.name}` : undefined;
}

/** Warnings about deprecated fields in a value from `--input`; no flag sets such a field. */
function deprecatedWarnings(value: unknown, schema: PlainSchema | undefined, path = ""): string[] {
  const branches = schema ? [schema, ...(schema.anyOf ?? [])] : [];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const member = branches.flatMap(({ properties }) =>
      properties && Object.hasOwn(properties, name) ? [properties[name]] : [],
    )[0];
    const own = path === "" ? name : `${path}.${name}`;
    return member?.deprecated ? [deprecatedWarning(own, member)] : deprecatedWarnings(item, member, own);
  });
}

function deprecatedWarning(path: string, member: PlainSchema): string {
  const { replacement, removal } = member["x-deprecated"] ?? {};
  const until = removal === undefined ? "" : ` and is removed on ${removal}`;
  return `--input: ${path} is deprecated${until}${replacement === undefined ? "" : `; use ${replacement}`}`;
}
