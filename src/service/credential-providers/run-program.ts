import { type GroupRun, runInGroup } from "../../core/run-in-group.ts";
import { type Answer, AnsweredError } from "../driver-error.ts";

/**
 * Kinds of failures of a credential provider.
 *
 * - `failed`: its program is missing, failed, took too long or printed something else.
 * - `no-item`: it does not have the item, or has several that match.
 */
type ProviderErrorKind = "failed" | "no-item";

/** Failure of a credential provider. Its message has nothing that the program printed. */
export class ProviderError extends AnsweredError<ProviderErrorKind> {
  override readonly name = "ProviderError";

  override get answer(): Answer {
    return { code: "credential_provider_failed", retry: false };
  }
}

/** Maximum run time of a provider's program, in milliseconds. */
export const MAX_RUN_MS = 30_000;

/** Maximum size of what a program prints, in bytes. */
const MAX_OUTPUT_BYTES = 16 * 2 ** 20;

/** Program of a provider. */
export interface ProviderProgram {
  /** Name of the provider, for messages. */
  readonly name: string;
  /** Program and its own arguments. */
  readonly command: readonly [string, ...string[]];
  /** Environment, with the token. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs a provider's program with further arguments, without a shell, and returns what it prints to stdout. It leads a
 * session of its own without a terminal, its stdin is empty, and nobody reads its stderr, which may hold a secret. The
 * program and its group are killed after {@link MAX_RUN_MS} and by the signal. Throws a {@link ProviderError} `failed`
 * whose message has nothing that was printed.
 */
export async function runProgram(
  { name, command, env }: ProviderProgram,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const limits = { limitMs: MAX_RUN_MS, maxBytes: MAX_OUTPUT_BYTES };
  const run = await runInGroup([...command, ...args], { cwd: "/", env, ...limits, signal });
  if (run.end === "exit" && run.code === 0) return run.stdout.toString("utf8");
  throw failed(name, command[0], failureOf(run));
}

/** Runs a program that prints JSON. Throws a {@link ProviderError} `failed`. */
export async function runForJson(
  program: ProviderProgram,
  args: readonly string[],
  signal: AbortSignal,
): Promise<unknown> {
  const printed = await runProgram(program, args, signal);
  try {
    return JSON.parse(printed);
  } catch {
    // The message of the parser has a part of the text.
    throw failed(program.name, program.command[0], "did not print one JSON value");
  }
}

/** Failure of a provider's program, in words that follow its name. */
export function failed(name: string, file: string, what: string): ProviderError {
  return new ProviderError("failed", `the program of the credential provider ${JSON.stringify(name)} ${what}`, {
    withMachine: `the program "${file}" of the credential provider ${JSON.stringify(name)} ${what}`,
  });
}

function failureOf(run: GroupRun): string {
  if (run.end === "late") return `did not finish within ${MAX_RUN_MS / 1_000} seconds and was ended`;
  if (run.end === "too-large") return `printed more than ${MAX_OUTPUT_BYTES / 2 ** 20} MiB`;
  if (run.end === "exit") {
    if (run.killedBy !== null) return `was ended by ${run.killedBy}`;
    return `failed with exit code ${run.code}; run it yourself to see what it says`;
  }
  if (run.code === "ENOENT") return "was not found: install it, or name another one by command";
  return run.code === "EACCES" ? "is not executable" : `cannot be started (${run.code ?? "unknown"})`;
}
