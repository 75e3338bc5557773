import { resolve } from "node:path";
import type { BodyOf, Check, Run } from "../cli/declare/body.ts";
import { printOutput } from "../cli/output/print.ts";
import { TokenReader } from "../cli/run/token-reader.ts";
import { untilAborted } from "../core/abort.ts";
import { CliError, fileError, type Problem } from "../core/errors.ts";
import { inputBytes } from "../core/input-file.ts";
import { jsonText } from "../render/json.ts";
import { count } from "../render/sentence.ts";
import { inputLines } from "./batch/lib/input-lines.ts";
import { MAX_CONCURRENCY } from "./batch/lib/limits.ts";
import { type LineResult, type LineSurroundings, runLine } from "./batch/lib/run-line.ts";
import { runLines } from "./batch/lib/run-lines.ts";
import type { batch } from "./batch.ts";

type Batch = BodyOf<typeof batch>;

/** Milliseconds that results wait for their reader after an interruption of the batch. */
const LAST_WRITES_MS = 1_000;

export const check: Check<typeof batch> = ({ flags: { concurrency = 1 }, output }) => {
  const problems: Problem[] = [];
  if (concurrency < 1 || concurrency > MAX_CONCURRENCY)
    problems.push({ path: "--concurrency", message: `must be 1 to ${MAX_CONCURRENCY}, not ${concurrency}` });
  if (output !== "text" && output !== "json" && output !== "jsonl")
    problems.push({ path: "--output", message: `must be jsonl, not ${output}: results are lines of JSON` });
  return problems;
};

/** Runs the commands of the input and prints a line for each. */
export const run: Run<typeof batch> = async (body) => {
  const { flags, globals, io, lifetime, signal } = body;
  const tally = new Tally();
  // Ends the running lines when the output has no reader.
  const closed = new AbortController();
  const around = surroundings(body, AbortSignal.any([signal, closed.signal]));
  const running = new Set<Promise<unknown>>();
  lifetime.defer(async () => void (await Promise.all(running)));
  // Interrupted lines still report their results.
  const interrupted = (): void => {
    io.interruption = AbortSignal.timeout(LAST_WRITES_MS);
  };
  signal.addEventListener("abort", interrupted, { once: true });
  const results = runLines(inputLines(input(body)), {
    run: (line) => {
      const result = runLine(line, around);
      running.add(result);
      return result.finally(() => running.delete(result));
    },
    concurrency: flags.concurrency ?? 1,
    unordered: flags.unordered === true,
    stops: ({ exit_code }) => flags.stopOnError === true && exit_code !== 0,
    signal: around.signal,
  });
  const items = tallied(results, tally);
  const print = (item: unknown) =>
    body.selects ? { values: [item] } : ({ to: "stdout", data: `${jsonText(item, 0)}\n` } as const);
  try {
    await printOutput({ kind: "items", items, print }, io, { ...globals, output: "jsonl" });
  } catch (error) {
    closed.abort(new CliError("outcome-unknown", "the batch has ended"));
    if (!signal.aborted) throw error;
  }
  if (signal.aborted) throw withTally(signal.reason, tally, body);
  const failure = tally.failure(flags.stopOnError === true);
  if (failure) throw failure;
  return body.exit(0);
};

async function* tallied(
  results: AsyncGenerator<LineResult, void>,
  tally: Tally,
): AsyncGenerator<LineResult, undefined> {
  for await (const result of results) {
    tally.add(result);
    yield result;
  }
}

/** Bytes of the input. */
async function* input({ args: { file = "-" }, cwd, readBytes, signal }: Batch): AsyncGenerator<Uint8Array> {
  if (file === "-") return yield* readBytes("-", "the commands");
  try {
    yield* inputBytes(resolve(cwd, file), signal);
  } catch (error) {
    throw signal.aborted ? signal.reason : fileError("read", file, error);
  }
}

function surroundings(
  { heads, io, lifetime, settings, globals, ...body }: Batch,
  signal: AbortSignal,
): LineSurroundings {
  const { resolved } = settings;
  const reader = new TokenReader(io, lifetime);
  const typed = <T>({ value, source }: { value: T; source: string }): T | undefined =>
    source === "flag" ? value : undefined;
  return {
    runner: { line: "a line of a batch", place: "in a batch", code: "not_in_batch", words: "batch" },
    output: "jsonl",
    heads,
    io,
    lifetime,
    allowed: new Set(body.flags.allow),
    place: { context: resolved.context.value, "base-url": resolved.base_url.value },
    // The end of one line does not end the wait of other lines for the same token.
    tokens: {
      read: (service, own = signal) => untilAborted(reader.read(service), own),
      source: (service, shown, own = signal) => untilAborted(reader.source(service, shown, own), own),
      renew: (service, refused, own = signal) => untilAborted(reader.renew(service, refused), own),
    },
    flags: {
      context: typed(resolved.context),
      "base-url": typed(resolved.base_url),
      project: typed(resolved.project),
      "insecure-http": globals.insecureHttp || undefined,
      "dry-run": globals.dryRun || undefined,
      print: globals.print,
      "retry-unsafe": globals.retryUnsafe || undefined,
      debug: globals.debug || undefined,
      "show-token": globals.showToken || undefined,
      quiet: body.quiet || undefined,
      yes: globals.yes || undefined,
      "no-input": true,
    },
    signal,
  };
}

/** Counts lines by their outcome. */
class Tally {
  done = 0;
  failed = 0;
  /** The first failed line of the input. */
  #first: LineResult | undefined;

  add(result: LineResult): void {
    this.done += 1;
    if (result.exit_code === 0) return;
    this.failed += 1;
    if (!this.#first || result.line < this.#first.line) this.#first = result;
  }

  /** Error with the exit code of the first failed line; undefined where all succeeded. */
  failure(stopped: boolean): CliError | undefined {
    const first = this.#first;
    if (!first) return undefined;
    const stop = stopped ? "; nothing was started after it (--stop-on-error)" : "";
    const message = `${this.failed} of ${count(this.done, "line")} failed; the first is line ${first.line}${stop}`;
    return new CliError("failed", message, {
      code: "batch_failed",
      exitNumber: first.exit_code,
      extra: { lines: this.done, failed: this.failed, first_failed_line: first.line },
    });
  }
}

/** Adds the progress of the batch to the reason of an interruption. */
function withTally(reason: unknown, { done, failed }: Tally, { note }: Batch): unknown {
  note(`${count(done, "line")} ended, ${failed} of them with an error; no other line was started`);
  if (reason instanceof CliError) reason.options.extra = { ...reason.options.extra, lines: done, failed };
  return reason;
}
