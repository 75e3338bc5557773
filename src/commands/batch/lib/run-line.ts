import type { Globals } from "../../../cli/declare/context.ts";
import { allGlobalFlags, globalFlags } from "../../../cli/declare/global-flags.ts";
import type { CommandHead, CommandSpec, Effect } from "../../../cli/declare/spec.ts";
import type { ParsedWords } from "../../../cli/input/parse.ts";
import { asCliError, errorValue } from "../../../cli/output/report.ts";
import { beforeDashes } from "../../../cli/output/wants-json.ts";
import { route } from "../../../cli/route/route.ts";
import { runCommand } from "../../../cli/run/run-command.ts";
import type { Tokens } from "../../../cli/run/token-reader.ts";
import { Lifetime } from "../../../core/abort.ts";
import type { ClientCode } from "../../../core/client-code.ts";
import { CliError, InterruptedError } from "../../../core/errors.ts";
import type { Io } from "../../../core/io.ts";
import { requireAllowed, requireAllowedService } from "./allowed.ts";
import type { InputLine } from "./input-lines.ts";
import { LineIo } from "./line-io.ts";
import { OutputTaker, type Taken } from "./take-output.ts";

/** Output line. */
export type LineResult = {
  readonly line: number;
  readonly id?: unknown;
  readonly exit_code: number;
  readonly error?: unknown;
  readonly notes?: readonly string[];
} & (Taken | object);

/** Command that runs lines, in the words of its errors. */
export interface LineRunner {
  /** A line of it: `a line of a batch needs --allow secrets`. */
  readonly line: string;
  /** Place of a line: `"local start" cannot run in a batch`. */
  readonly place: string;
  /** Code of a line that cannot run in it. */
  readonly code: ClientCode;
  /** Its words, before `--allow`. */
  readonly words: string;
}

/** Surroundings that all lines share. */
export interface LineSurroundings {
  readonly runner: LineRunner;
  /** Format of results for lines that choose none. */
  readonly output: "jsonl" | "text";
  readonly heads: readonly CommandHead[];
  readonly io: Io;
  readonly tokens: Tokens;
  /** Effects that lines may have. */
  readonly allowed: ReadonlySet<Effect>;
  /** Context and base URL of the batch, from flags, variables or settings. */
  readonly place: { readonly context: string | undefined; readonly "base-url": string | undefined };
  /** Flags of the batch that apply to each line, by their names. */
  readonly flags: Readonly<Record<string, string | true | undefined>>;
  /** Ends the running lines. */
  readonly signal: AbortSignal;
  /** Lifetime of the command that runs the lines. */
  readonly lifetime: Lifetime;
  /** Answers the questions of a line; a line without it asks none, and is refused. */
  readonly ask?: ((question: string, signal: AbortSignal) => Promise<boolean>) | undefined;
  /** Rejects a parsed line by throwing, beside {@link requireAllowed}. */
  readonly permit?: ((spec: CommandSpec, parsed: ParsedWords) => Promise<void>) | undefined;
}

/** Runs one line as a separate process would. Never rejects. */
export async function runLine({ line, id, command }: InputLine, around: LineSurroundings): Promise<LineResult> {
  const head = { line, ...(id !== undefined && { id }) };
  if (command instanceof CliError) return { ...head, ...failed(command) };
  const io = new LineIo(around.io, command.stdin);
  io.ask = around.ask;
  const output = new OutputTaker(io);
  const lifetime = new Lifetime(around.lifetime);
  const end = (): void => lifetime.abort(ownReason(around.signal.reason));
  around.signal.addEventListener("abort", end, { once: true });
  if (around.signal.aborted) end();
  let ended: Pick<LineResult, "exit_code" | "error">;
  try {
    ended = { exit_code: await runWords(command.args, io, lifetime, output, around) };
    await lifetime.finish();
  } catch (error) {
    // Cleanups may add facts to the reason of the end.
    await lifetime.finish();
    ended = failed(asCliError(lifetime.signal.aborted ? lifetime.signal.reason : error));
  } finally {
    around.signal.removeEventListener("abort", end);
  }
  const { exit_code, ...error } = ended;
  return { ...head, exit_code, ...output.taken, ...error, ...(io.notes.length > 0 && { notes: io.notes }) };
}

function failed(error: CliError) {
  return { exit_code: error.exitNumber, ...errorValue(error) };
}

/** Copy of the shared end reason for one line, because its cleanups add facts to it. */
function ownReason(reason: unknown): CliError {
  if (reason instanceof InterruptedError) return new InterruptedError(reason.signal);
  const { exit, message, options } = asCliError(reason);
  return new CliError(exit, message, { ...options });
}

async function runWords(
  words: readonly string[],
  io: LineIo,
  lifetime: Lifetime,
  output: OutputTaker,
  around: LineSurroundings,
): Promise<number> {
  const { allowed, heads, place, runner, tokens, flags } = around;
  if (!runsCommand(words)) throw noCommand(runner);
  const where = route(words, heads);
  if (where.to === "help") throw noCommand(runner);
  const spec = await where.head.load();
  requireRunnable(spec, where.words, around);
  return runCommand(spec, [...sharedFlags(spec, where.words, around), ...where.words], io, lifetime, {
    heads,
    tokens,
    permit: async (parsed) => {
      await requireAllowed(spec, parsed, { allowed, own: { ...flags, ...place }, runner });
      await around.permit?.(spec, parsed);
    },
    // A command that names a new context asks its service.
    permitService: spec.newContext
      ? undefined
      : (...services) => requireAllowedService(...services, { allowed, runner }),
    print: (result, _io, globals: Globals, hints = {}) => output.print(result, globals, hints),
  });
}

/** False for help and the version, which need no command. */
function runsCommand(words: readonly string[]): boolean {
  return words[0] !== "help" && !(words.length === 1 && (words[0] === "--version" || words[0] === "-V"));
}

function noCommand({ code, line }: LineRunner): CliError {
  return new CliError("usage", `${line} runs a command; help and --version are no commands`, {
    code,
    hint: "browserctl help, browserctl version",
  });
}

/** Exit 2 for a command that cannot run as a line, before it has an effect. */
function requireRunnable(
  spec: CommandSpec,
  words: readonly string[],
  { flags, runner }: Pick<LineSurroundings, "flags" | "runner">,
): void {
  const { inBatch, words: name } = spec;
  const refuse = (why: string): never => {
    throw new CliError("usage", `"${name}" cannot run ${runner.place}: ${why}`, { code: runner.code });
  };
  if (inBatch === "never") refuse("it needs the terminal or the streams of a process of its own");
  const shorts = (flag: string): string[] =>
    (spec.flags ?? []).flatMap((each) => (each.name === flag && each.short ? [`-${each.short}`] : []));
  if (typeof inBatch === "object" && !typed(words, "timeout")) {
    const { endless } = inBatch;
    const isEndless =
      endless === true || typed(words, endless) || shorts(endless).some((short) => words.includes(short));
    if (isEndless)
      refuse(`it does not end by itself${endless === true ? "" : ` with --${endless}`}; give it a --timeout`);
  }
  if (typed(words, "watch")) refuse("with --watch it does not end by itself");
  const requests = spec.requests ?? spec.operation !== undefined;
  if (!requests && (flags["dry-run"] || flags["print"])) refuse("it makes no request that could be shown");
}

/** True when a line has a flag, in either of its forms. */
function typed(words: readonly string[], flag: string): boolean {
  return beforeDashes(words).some((word) => word.split("=", 1)[0] === `--${flag}`);
}

/** Shared flags that have an effect on a command; they come before those of its line. */
function sharedFlags(
  spec: CommandSpec,
  words: readonly string[],
  { flags, output }: Pick<LineSurroundings, "flags" | "output">,
): string[] {
  const known = new Set(globalFlags(spec, { body: false, paged: false, reads: false }).map(({ name }) => name));
  const shared = typed(words, "template") ? [] : ["--output", output];
  for (const { name } of allGlobalFlags) {
    const value = flags[name];
    if (value === undefined || !known.has(name)) continue;
    shared.push(...(value === true ? [`--${name}`] : [`--${name}`, value]));
  }
  return shared;
}
