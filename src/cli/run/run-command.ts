import { RequestRecorder } from "../../client/request-recorder.ts";
import type { Lifetime } from "../../core/abort.ts";
import { type Found, missing, type Problem, usageError } from "../../core/errors.ts";
import type { Io } from "../../core/io.ts";
import type { ResolvedSettings } from "../../settings/resolve.ts";
import type { CommandContext } from "../declare/context.ts";
import { commandArgs, commandFlags } from "../declare/field-flags.ts";
import { globalFlags, needsOf } from "../declare/global-flags.ts";
import { loadOperation } from "../declare/operations.ts";
import type { CommandHead, CommandSpec, FlagSpec, Output } from "../declare/spec.ts";
import { composeRequest } from "../input/compose.ts";
import { withFlagArguments, withNamedTemplate } from "../input/moved-words.ts";
import { type ParsedWords, parseWords } from "../input/parse.ts";
import { readGlobals } from "../input/read-globals.ts";
import { readSettingsFor } from "../input/read-settings-for.ts";
import { aboutCurrentSession, withCurrentSession } from "../input/session-words.ts";
import { readSource } from "../input/source.ts";
import { argWords, flagValue } from "../input/values.ts";
import { printOutput } from "../output/print.ts";
import { inTypedWords } from "../output/typed-failure.ts";
import { commandContext } from "./command-context.ts";
import type { Tokens } from "./token-reader.ts";

/**
 * Runs a command's function and gives its output. In preview mode the recorded requests are the output, even if the
 * function handled the error that ended its call.
 */
export async function outputOf(
  run: () => Promise<Output>,
  { recorder, globals, io }: Pick<CommandContext, "recorder" | "globals" | "io">,
): Promise<Output> {
  if (!recorder) return run();
  const result = await run().then(
    async (output) => {
      // A stream makes its call when its first item is read.
      if (output.kind === "items") await output.items.next().catch(() => {});
      return () => output;
    },
    (error: unknown) => (): Output => {
      throw error;
    },
  );
  if (recorder.requests.length === 0) return result();
  return (await import("../output/request-preview.ts")).recordedPreview(recorder.requests, { globals, io });
}

export interface RunOptions {
  /** Writes the help of the command, for `--help` among its words. */
  readonly help?: () => Promise<void>;
  /** Words of all commands, for a command that runs others. */
  readonly heads?: readonly CommandHead[];
  /** Token reader shared by several runs; a new one by default. */
  readonly tokens?: Tokens;
  /** Rejects parsed words by throwing, before they are used. */
  readonly permit?: (parsed: ParsedWords) => Promise<void>;
  /** Rejects calls to a service beside the one that the settings choose, by throwing. */
  readonly permitService?: CommandContext["permitService"];
  /** Receives the output instead of the streams. */
  readonly print?: typeof printOutput;
}

/** Runs one command: words to values, values to a request, the request to output. Returns the exit code. */
export async function runCommand(
  spec: CommandSpec,
  words: readonly string[],
  io: Io,
  lifetime: Lifetime,
  { heads = [], help, permit, permitService, tokens, print = printOutput }: RunOptions = {},
): Promise<number> {
  const operation = spec.operation && (await loadOperation(spec.operation));
  const args = commandArgs(spec, operation);
  const flags = commandFlags(spec, operation);
  const general = globalFlags(spec, needsOf(operation));
  const typed = withFlagArguments(parseWords(words, [...flags, ...general], args, spec), args);
  const parsed = withNamedTemplate(typed, spec.namesTemplate);
  if (parsed.flags.has("help")) {
    if (!help)
      throw usageError([{ path: "--help", message: "cannot be used here" }], `browserctl ${spec.words} --help`);
    await help();
    return 0;
  }

  const problems: Problem[] = [...parsed.problems];
  // A value that seems to be missing may belong to the unknown flag.
  const flagsKnown = problems.every(({ kind }) => kind !== "unknown-flag");
  await permit?.(parsed);
  const { value: values, problems: ofValues } = convert([...flags, ...general], parsed, () => io.now());
  problems.push(...ofValues);
  if (flagsKnown) problems.push(...missingFlags(flags, parsed));
  const { signal } = lifetime;
  io.quiet = values["quiet"] === true;
  const warnings: string[] = [];
  const found = await readSettingsFor(settingsFlags(parsed, values), spec, problems, io, {
    warn: (text) => warnings.push(text),
    signal,
  }).catch((error: unknown) => {
    for (const text of warnings) io.warn(text);
    throw error;
  });
  const { paths, settings, directoryFile, resolved, failures } = found;
  problems.push(...found.problems);
  applyGlobals(io, spec.serves ? undefined : lifetime, values, resolved);
  for (const text of warnings) io.warn(text);
  const { value: globals, problems: ofGlobals } = readGlobals(values, resolved);
  problems.push(...ofGlobals);
  const { query, template } = values;
  if (query !== undefined)
    globals.query = await (await import("../../render/select.ts")).compileQuery(String(query), lifetime);

  // Stdin is read only when there are no problems yet: it may be large, or a person may have to type it.
  const sound = problems.length === 0;
  if (sound) {
    await readSources(flags, values, io, signal);
    if (template !== undefined) {
      globals.template = await (await import("../input/template-flag.ts")).readTemplate(String(template), io, lifetime);
    }
  }
  const given = resolved && withCurrentSession(parsed, args, resolved);
  problems.push(...(given?.problems ?? []));
  const argValues = argWords(given?.value ?? parsed.args, args);
  const composed =
    operation && flagsKnown
      ? await composeRequest({
          operation,
          filled: spec.filled,
          rules: spec.rules,
          args,
          argValues,
          flags,
          flagValues: sound ? values : { ...values, input: undefined },
          isOpen: resolved?.base_url.value !== undefined && resolved.kind !== "local",
          earlier: problems,
          io,
          signal,
        })
      : undefined;
  problems.push(...(composed?.problems ?? []));
  const request = composed?.value ?? { params: {}, query: {}, body: undefined };
  if (problems.length > 0 || !resolved) throw usageError(problems, `browserctl ${spec.words} --help`);

  noteOtherLimit(flags, values, io);
  for (const text of resolved.notes) io.note(text);
  const { rest } = parsed;
  if (spec.fixedText) {
    const { fixedText } = await spec.fixedText();
    return print({ kind: "text", text: fixedText(argValues) }, io, globals);
  }
  const recorder = globals.dryRun || globals.print !== undefined ? new RequestRecorder() : undefined;
  const input = { flags: values, args: argValues, rest, operation, request };
  const known = { paths, settings, directoryFile, resolved, failures };
  const around = { spec, heads, io, lifetime, recorder, globals, permitService };
  const context = commandContext({ ...around, ...input, ...known }, tokens);
  const { runDeclared } = await import("./run-declared.ts");
  try {
    if (globals.watchMs !== undefined) {
      const { watch } = await import("./watch.run.ts");
      return await watch(() => runDeclared(context), context, words);
    }
    return await print(await outputOf(() => runDeclared(context), context), io, globals, spec);
  } catch (error) {
    const typedError = aboutCurrentSession(inTypedWords(error, { flags, args, rest: spec.rest }), argValues, resolved);
    const { withListHint } = await import("../output/list-hint.ts");
    throw await withListHint(typedError, { words: spec.words, args, argValues }, heads);
  }
}

/** Prints a note after a typed `--timeout` when the command also has its own limit, such as `--timeout-seconds`. */
function noteOtherLimit(flags: readonly FlagSpec[], values: Readonly<Record<string, unknown>>, io: Io): void {
  if (values["timeout"] === undefined) return;
  const other = flags.find((flag) => flag.kind === "duration" && /(^|-)timeout(-|$)/.test(flag.name));
  if (other === undefined || values[other.name] !== undefined) return;
  const meaning = `${other.summary.charAt(0).toLowerCase()}${other.summary.slice(1)}`;
  io.note(`note: --timeout limits the whole command; --${other.name} is another limit: ${meaning}`);
}

function convert(flags: readonly FlagSpec[], parsed: ParsedWords, now: () => number): Found<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const flag of flags) {
    const given = parsed.flags.get(flag.name);
    if (!given) continue;
    const found = flagValue(flag, given, now);
    values[flag.name] = found.value;
    problems.push(...found.problems);
  }
  return { value: values, problems };
}

function missingFlags(flags: readonly FlagSpec[], { flags: given, valueless }: ParsedWords): Problem[] {
  return flags
    .filter(({ name, required }) => required && !given.has(name) && !valueless.has(name))
    .map(({ name }) => missing(`--${name}`));
}

/** Flags that override settings, as they were typed; one that could not be converted counts as omitted. */
function settingsFlags(parsed: ParsedWords, values: Readonly<Record<string, unknown>>) {
  const word = (name: string): string | undefined => {
    const value = parsed.flags.get(name)?.at(-1);
    return typeof value === "string" && values[name] !== undefined ? value : undefined;
  };
  return {
    context: word("context"),
    baseUrl: word("base-url"),
    project: word("project"),
    output: values["output"] as string | undefined,
    timeout: word("timeout"),
    noInput: values["no-input"] === true || undefined,
  };
}

/** Applies global flags and settings to streams and lifetime. */
function applyGlobals(
  io: Io,
  lifetime: Lifetime | undefined,
  values: Readonly<Record<string, unknown>>,
  resolved: ResolvedSettings | undefined,
): void {
  if (resolved) io.jsonErrors = /^jsonl?$/.test(resolved.output.value ?? "");
  io.noColor = values["no-color"] === true;
  io.noInput = resolved?.no_input.value ?? values["no-input"] === true;
  const limit = resolved?.timeout.value;
  if (limit) lifetime?.limit(limit.ms, limit.text);
}

async function readSources(
  flags: readonly FlagSpec[],
  values: Record<string, unknown>,
  io: Io,
  signal: AbortSignal,
): Promise<void> {
  for (const flag of flags) {
    const value = values[flag.name];
    if (flag.kind === "text" && typeof value === "string") {
      values[flag.name] = await readSource(value, `--${flag.name}`, io, signal);
    }
  }
}
