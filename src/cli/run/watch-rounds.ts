import { isTransient } from "../../client/retry.ts";
import { CliError } from "../../core/errors.ts";
import { pause } from "../../core/pause.ts";
import { clockText } from "../../render/sentence.ts";
import type { Output } from "../declare/spec.ts";

/** Longest wait after failed rounds, in milliseconds, unless the interval itself is longer. */
const MAX_BACKOFF_MS = 30_000;

/** Result of a repeated command. */
export type RepeatableOutput = Extract<Output, { kind: "value" | "text" }>;

/** One run of a repeated command. */
export type Round = { readonly output: RepeatableOutput } | { readonly error: CliError; readonly againInMs: number };

/**
 * Runs a command at an interval, measured from start to start. Transient failures are rounds of their own, with a
 * backoff. Throws all others, every failure before the first result, and the signal's reason.
 */
export async function* watchRounds(
  run: () => Promise<Output>,
  intervalMs: number,
  now: () => number,
  signal: AbortSignal,
): AsyncGenerator<Round, never> {
  let failures = 0;
  let seenAt: number | undefined;
  for (;;) {
    const started = performance.now();
    let round: Round;
    try {
      const output = await run();
      if (output.kind !== "value" && output.kind !== "text") {
        throw new CliError("usage", "--watch: the result of this command is neither a value nor text");
      }
      if (output.failure) throw output.failure;
      failures = 0;
      seenAt = now();
      round = { output };
    } catch (error) {
      signal.throwIfAborted();
      if (seenAt === undefined || !(error instanceof CliError) || !isTransient(error)) throw gone(error, seenAt);
      failures += 1;
      const againInMs = Math.max(intervalMs, Math.min(MAX_BACKOFF_MS, intervalMs * 2 ** failures));
      round = { error, againInMs };
    }
    yield round;
    await pause("error" in round ? round.againInMs : intervalMs - (performance.now() - started), signal);
  }
}

/** The error for a record that existed in an earlier round. */
function gone(error: unknown, seenAt: number | undefined): unknown {
  if (seenAt === undefined || !(error instanceof CliError) || error.exit !== "not-found") return error;
  return new CliError(error.exit, `${error.message}; it was there at ${clockText(seenAt)}`, error.options);
}
