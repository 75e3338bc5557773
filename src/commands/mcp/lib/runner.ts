import type { BodyOf } from "../../../cli/declare/body.ts";
import { onlyReads } from "../../../cli/declare/only-reads.ts";
import type { CommandSpec } from "../../../cli/declare/spec.ts";
import type { ParsedWords } from "../../../cli/input/parse.ts";
import { asCliError, errorValue } from "../../../cli/output/report.ts";
import { TokenReader } from "../../../cli/run/token-reader.ts";
import { CliError } from "../../../core/errors.ts";
import { isObject } from "../../../core/is-object.ts";
import { Semaphore } from "../../../core/semaphore.ts";
import { type LineResult, type LineSurroundings, runLine } from "../../batch/lib/run-line.ts";
import type { mcp } from "../../mcp.ts";
import { MAX_RUNNING_CALLS } from "./limits.ts";
import type { ToolLine } from "./tool-lines.ts";

/** Body of the command `mcp`. */
export type Mcp = BodyOf<typeof mcp>;

/** Asks a person; undefined where the client cannot. */
export type Ask = ((question: string, signal: AbortSignal) => Promise<boolean>) | undefined;

export interface LineOptions {
  readonly output: LineSurroundings["output"];
  /** Ends the line. */
  readonly signal: AbortSignal;
  readonly ask: Ask;
}

/** Flags that write a file of this machine. */
const writingFlags = ["checkpoint", "extract", "out", "out-file"];

/** Runs the lines of calls as the command line would, with the flags of the server. */
export class Runner {
  readonly #body: Mcp;
  readonly #places = new Semaphore(MAX_RUNNING_CALLS);
  #tokens: TokenReader;
  #calls = 0;

  constructor(body: Mcp) {
    this.#body = body;
    this.#tokens = new TokenReader(body.io, body.lifetime);
  }

  get readOnly(): boolean {
    return this.#body.flags.readOnly === true;
  }

  /** Runs lines in their order, until one fails. Never rejects. */
  async run(lines: readonly ToolLine[], options: LineOptions): Promise<LineResult[]> {
    const results: LineResult[] = [];
    let leave: (() => void) | undefined;
    try {
      leave = await this.#places.enter(options.signal);
      for (const line of lines) {
        const result = await this.#runLine(line, options);
        results.push(result);
        if (result.exit_code !== 0) break;
      }
    } catch (error) {
      results.push(failedLine(error));
    } finally {
      leave?.();
    }
    return results;
  }

  async #runLine({ args, stdin }: ToolLine, options: LineOptions): Promise<LineResult> {
    this.#calls += 1;
    const result = await runLine({ line: this.#calls, command: { args, stdin } }, this.#around(options));
    const { error } = result;
    // The next call asks the store again: somebody may log in meanwhile.
    if (isObject(error) && error["exit_code"] === 3) this.#tokens = new TokenReader(this.#body.io, this.#body.lifetime);
    return result;
  }

  #around({ ask, output, signal }: LineOptions): LineSurroundings {
    const { flags, globals, heads, io, lifetime, settings } = this.#body;
    const { resolved } = settings;
    return {
      runner: { line: "a tool call", place: "as a tool call", code: "not_in_mcp", words: "mcp" },
      output,
      heads,
      io,
      lifetime,
      allowed: new Set(flags.allow),
      place: { context: resolved.context.value, "base-url": resolved.base_url.value },
      tokens: this.#tokens,
      flags: sharedFlags(this.#body),
      signal,
      ask: ask ?? refusedQuestion,
      permit: async (spec, parsed) => {
        if (!globals.yes) refuseYes(parsed);
        if (this.readOnly) await requireReading(spec, parsed);
      },
    };
  }
}

/** Result of a line that could not be run. */
export function failedLine(error: unknown): LineResult {
  const failure = asCliError(error);
  return { line: 0, exit_code: failure.exitNumber, ...errorValue(failure) };
}

/** Flags of the server that apply to each call. Settings are read by the call itself. */
function sharedFlags({ globals, quiet, settings: { resolved } }: Mcp): LineSurroundings["flags"] {
  const typed = <T>({ value, source }: { value: T; source: string }): T | undefined =>
    source === "flag" ? value : undefined;
  return {
    context: typed(resolved.context),
    "base-url": typed(resolved.base_url),
    project: typed(resolved.project),
    timeout: typed(resolved.timeout)?.text,
    "insecure-http": globals.insecureHttp || undefined,
    "show-token": globals.showToken || undefined,
    quiet: quiet || undefined,
    yes: globals.yes || undefined,
    "no-input": true,
  };
}

async function refusedQuestion(question: string): Promise<never> {
  throw new CliError("usage", `Confirmation needed: ${question} The client cannot ask a person.`, {
    code: "confirmation_needed",
    hint: "a person runs it in a terminal, or starts the server as: browserctl mcp --yes",
  });
}

/** Exit 2 for a call that confirms its own question. */
function refuseYes({ flags }: ParsedWords): void {
  if (!flags.has("yes")) return;
  throw new CliError("usage", "--yes is not for a tool call: a person is asked by the client", {
    code: "not_in_mcp",
    hint: "leave out --yes; a person may start the server as: browserctl mcp --yes",
  });
}

/** Exit 2 for a call that changes something, where the server only reads. */
async function requireReading(spec: CommandSpec, { args, flags }: ParsedWords): Promise<void> {
  const writing = writingFlags.find((name) => flags.has(name));
  if (writing === undefined && (await onlyReads(spec, args))) return;
  const what = writing === undefined ? `"${spec.words}" changes something` : `--${writing} writes a file`;
  throw new CliError("usage", `${what}, and the server is read-only`, { code: "read_only" });
}
