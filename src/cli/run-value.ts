import type { PartOf } from "../client/operation-types.ts";
import { RequestRecorder } from "../client/request-recorder.ts";
import type { Part, PlainOperation } from "../contract/plain.ts";
import { Lifetime } from "../core/abort.ts";
import { CliError, missing, type Problem, usageError } from "../core/errors.ts";
import { Io, lineOf } from "../core/io.ts";
import type { DirectoryFile } from "../settings/directory-choice.ts";
import type { Settings } from "../settings/model.ts";
import type { SettingsPaths } from "../settings/paths.ts";
import type { ResolvedSettings } from "../settings/resolve.ts";
import { checkRequest } from "./check-request.ts";
import { commandContext } from "./command-context.ts";
import type { Globals, RequestInput } from "./context.ts";
import type { ArgValues, Command, CommandTypes, FlagValues, Resolved } from "./declaration.ts";
import { commandArgs, commandFlags } from "./field-flags.ts";
import { loadOperation } from "./operations.ts";
import { outputOf } from "./output-of.ts";
import type { CommandSpec, FlagSpec, Output } from "./spec.ts";

/** Surroundings of a command that no person typed. */
export interface ValueHost {
  readonly settings: {
    readonly paths: SettingsPaths;
    readonly settings: Settings;
    readonly directoryFile: DirectoryFile | undefined;
    readonly resolved: ResolvedSettings;
  };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Ends the command. */
  readonly lifetime?: Lifetime;
  /** Answers every question with yes; without it a question is exit 2. */
  readonly consent?: boolean;
  /** Gives the requests in place of their answers. */
  readonly dryRun?: boolean;
  /** Every page of a list. */
  readonly all?: boolean;
}

/** Result of a command, and the notes for a person that came with it. */
export type ValueResult = { readonly notes: readonly string[] } & (
  | { readonly value: unknown; readonly exitNumber: number }
  | { readonly items: AsyncGenerator<unknown, number | undefined> }
  | { readonly bytes: AsyncIterable<Uint8Array> }
);

/** A record whose members that may be undefined may be left out. */
type Given<Type> = {
  readonly [Name in keyof Type as undefined extends Type[Name] ? never : Name]: Type[Name];
} & { readonly [Name in keyof Type as undefined extends Type[Name] ? Name : never]?: Type[Name] | undefined };

type FieldsOf<Id, P extends Part> =
  PartOf<Id, P> extends infer Fields extends object
    ? { readonly [Name in keyof Fields]?: Fields[Name] | undefined }
    : unknown;

type Fields<Types extends CommandTypes> = FieldsOf<Types["operation"], "params"> &
  FieldsOf<Types["operation"], "query"> &
  FieldsOf<Types["operation"], "body">;

/** Input of a command as a value: arguments and flags by key, fields of the operation by name. */
export type ValueInput<Types extends CommandTypes> = Resolved<
  Given<ArgValues<Types>> &
    Given<FlagValues<Types>> &
    Omit<Fields<Types>, keyof ArgValues<Types> | keyof FlagValues<Types>>
>;

/**
 * Runs a command with a value for its words and gives what it would print, as a value or a stream of values. Exit 2 with
 * every problem of the input, and for a command whose job is the terminal.
 */
export async function runValue<Types extends CommandTypes, Module>(
  command: Command<Types, Module>,
  input: ValueInput<Types>,
  host: ValueHost,
): Promise<ValueResult> {
  return runErased(command, input as Readonly<Record<string, unknown>>, host);
}

async function runErased(
  spec: CommandSpec,
  input: Readonly<Record<string, unknown>>,
  host: ValueHost,
): Promise<ValueResult> {
  if (spec.terminal) {
    throw new CliError("usage", `"${spec.words}" needs a terminal: it has no value`, { code: "terminal_only" });
  }
  const operation = spec.operation && (await loadOperation(spec.operation));
  const problems: Problem[] = [];
  const { args, flags, request } = distribute(spec, operation, input, problems);
  if (operation) problems.push(...(await requestProblems(spec, operation, request)));
  if (problems.length > 0) throw usageError(problems);

  const notes: string[] = [];
  const io = silentIo(host, notes);
  const lifetime = host.lifetime ?? new Lifetime();
  const recorder = host.dryRun ? new RequestRecorder() : undefined;
  const facts = {
    spec,
    heads: [],
    io,
    lifetime,
    recorder,
    globals: globalsOf(host),
    flags,
    args,
    rest: [],
    operation,
    request,
  };
  const context = commandContext({ ...facts, ...host.settings, failures: [] });
  const run = spec.run ? (await spec.run()).run : (await import("./call-and-render.ts")).callAndRender;
  return { notes, ...resultOf(await outputOf(() => run(context), context)) };
}

/** Splits input into words of arguments, values of flags and fields of the request. A member that is none is a problem. */
function distribute(
  spec: CommandSpec,
  operation: PlainOperation | undefined,
  input: Readonly<Record<string, unknown>>,
  problems: Problem[],
): { args: string[]; flags: Record<string, unknown>; request: RequestInput } {
  const parts = { params: {}, query: {}, body: {} } as Record<Part, Record<string, unknown>>;
  const flags: Record<string, unknown> = {};
  const left = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const args: string[] = [];
  const argSpecs = commandArgs(spec, operation);
  for (const [at, arg] of argSpecs.entries()) {
    const key = spec.keys?.args?.[at] ?? arg.name;
    const value = left.get(key);
    left.delete(key);
    const [part, name] =
      arg.field ?? (operation?.params?.properties?.[arg.name] ? (["params", arg.name] as const) : []);
    if (value === undefined) {
      // The check of the request finds fields that are missing there.
      if (arg.required && !part) problems.push(missing(key));
      continue;
    }
    if (part && name) parts[part][name] = arg.repeat && part === "params" ? [value].flat()[0] : value;
    args.push(...[value].flat().map(String));
  }
  for (const [at, flag] of (spec.flags ?? []).entries()) {
    const key = spec.keys?.flags[at] ?? flag.name;
    const value = left.get(key);
    left.delete(key);
    if (value === undefined && flag.required) problems.push(missing(key));
    if (value === undefined) continue;
    flags[flag.name] = value;
    setField(parts, flag, value, key, problems);
  }
  for (const [name, value] of left) {
    const part = (["params", "query", "body"] as const).find((each) => operation?.[each]?.properties?.[name]);
    if (part) parts[part][name] = value;
    else problems.push({ path: name, message: "is no argument, flag or field of this command" });
  }
  for (const { field, preset } of commandFlags(spec, operation)) {
    if (field && field[2] === undefined && preset !== undefined) parts[field[0]][field[1]] ??= preset;
  }
  const sendsBody = operation?.body !== undefined && (!operation.bodyOptional || Object.keys(parts.body).length > 0);
  const { params, query, body } = parts;
  return {
    args,
    flags,
    request: { params: params as Record<string, string>, query, body: sendsBody ? body : undefined },
  };
}

function setField(
  parts: Record<Part, Record<string, unknown>>,
  { field, constant }: FlagSpec,
  value: unknown,
  key: string,
  problems: Problem[],
): void {
  if (!field) return;
  const [part, name, ...members] = field;
  const sent = constant !== undefined && value === true ? constant : value;
  if (members.length === 0) parts[part][name] = sent;
  else problems.push({ path: key, message: `is the member ${members.join(".")} of ${name}: give it there` });
}

async function requestProblems(
  spec: CommandSpec,
  operation: PlainOperation,
  request: RequestInput,
): Promise<Problem[]> {
  const found = await Promise.all(
    (["params", "query", "body"] as const).map((part) => checkRequest(operation, part, request[part] ?? {})),
  );
  return found.flat().filter(({ path, kind }) => !(kind === "missing" && spec.filled?.includes(path)));
}

function globalsOf({ consent = false, dryRun = false, all = false }: ValueHost): Globals {
  return {
    // A stream has no end, so its values are lines.
    output: "jsonl",
    fields: undefined,
    query: undefined,
    template: undefined,
    watchMs: undefined,
    debug: false,
    yes: consent,
    all,
    dryRun,
    print: undefined,
    showToken: false,
    retryUnsafe: false,
    insecureHttp: false,
  };
}

/** Streams that a command run as a value must not touch; its notes are kept. */
function silentIo({ env, cwd }: ValueHost, notes: string[]): Io {
  const io = new ValueIo({
    get stdin(): never {
      throw new CliError("usage", "a command that runs as a value has no stdin");
    },
    get stdout(): never {
      throw new Error("a command that runs as a value writes nothing");
    },
    get stderr(): never {
      throw new Error("a command that runs as a value writes nothing");
    },
    env,
    tty: { stdin: false, stdout: false, stderr: false },
    width: 80,
    cwd,
  });
  io.keep = (text) => void notes.push(text);
  return io;
}

/** Keeps notes and reports. */
class ValueIo extends Io {
  keep: (text: string) => void = () => {};

  override note(text: string): void {
    this.keep(text);
  }

  override warn(text: string): void {
    this.keep(lineOf({ text, isWarning: true }));
  }

  override report(text: string): void {
    this.keep(text);
  }

  override async writeError(data: string | Uint8Array): Promise<void> {
    for (const line of data.toString().split("\n")) if (line !== "") this.keep(line);
  }
}

type WithoutNotes = ValueResult extends infer Each ? (Each extends unknown ? Omit<Each, "notes"> : never) : never;

function resultOf(output: Output): WithoutNotes {
  if (output.failure) throw output.failure;
  switch (output.kind) {
    case "value":
      return { value: output.value, exitNumber: output.exitNumber ?? 0 };
    case "done":
      return { value: output.value, exitNumber: 0 };
    case "text":
      return { value: output.text, exitNumber: 0 };
    case "exit":
      return { value: undefined, exitNumber: output.exitNumber };
    case "items":
      return { items: output.values ? eachOf(output.items, output.values) : output.items };
    case "bytes":
      return { bytes: pieces(output.bytes) };
  }
}

/** Values of batches, one by one. */
async function* eachOf(
  batches: AsyncGenerator<unknown, number | undefined>,
  values: (batch: unknown) => readonly unknown[],
): AsyncGenerator<unknown, number | undefined> {
  try {
    for (;;) {
      const { done, value } = await batches.next();
      if (done) return value;
      yield* values(value);
    }
  } finally {
    await batches.return(undefined);
  }
}

async function* pieces(bytes: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (bytes instanceof Uint8Array) yield bytes;
  else yield* bytes;
}
