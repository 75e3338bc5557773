import { execa } from "execa";
import { untilAborted } from "../../core/abort.ts";
import { CliError } from "../../core/errors.ts";
import { checks } from "../model.ts";

/** Variable by which a token program that calls browserctl is recognised. */
const NESTED = "BROWSERCTL_IN_TOKEN_COMMAND";

const MOST_BYTES = 64 * 1024;
/** Milliseconds between SIGTERM and SIGKILL. */
const KILL_AFTER_MS = 500;

export interface TokenCommandOptions {
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  /** Maximum run time, in milliseconds. */
  limitMs: number;
  /** Receives what the program writes to stderr. */
  onStderr: (text: string) => void;
}

/**
 * Runs a program, without a shell, and returns the token that it prints: exactly one line; a newline at its end is
 * dropped. Its stdin is empty; a program that asks a person opens the terminal itself. Exit 3 for a program that cannot be
 * started, fails, takes longer than the limit or prints anything else; the message names the program, never its
 * arguments and never what it printed.
 */
export async function runTokenCommand(
  [file, ...args]: readonly [string, ...string[]],
  options: TokenCommandOptions,
): Promise<string> {
  const { env, limitMs, onStderr, signal } = options;
  const name = `the token program "${file}"`;
  if (env[NESTED])
    throw failure(`${name} is asked by a token program: it calls browserctl for the token it should print`);
  const child = execa(file, args, {
    stdin: "ignore",
    env: { ...env, [NESTED]: "1" },
    extendEnv: false,
    reject: false,
    timeout: limitMs,
    cancelSignal: signal,
    forceKillAfterDelay: KILL_AFTER_MS,
    maxBuffer: { stdout: MOST_BYTES },
    stripFinalNewline: false,
    buffer: { stdout: true, stderr: false },
  });
  child.stderr.setEncoding("utf8").on("data", onStderr);
  // A child of the program may keep its stdout open.
  const late = AbortSignal.timeout(limitMs + 2 * KILL_AFTER_MS);
  const ended = await untilAborted(child, AbortSignal.any([signal, late])).catch((error: unknown) => {
    child.stdout.destroy();
    child.stderr.destroy();
    if (signal.aborted || !late.aborted) throw error;
    return { timedOut: true } as const;
  });
  signal.throwIfAborted();
  if (ended.timedOut) throw failure(`${name} did not finish within ${limitMs / 1000} s`);
  if (ended.isMaxBuffer) throw failure(`${name} printed more than ${MOST_BYTES / 1024} KiB; it must print one line`);
  if (ended.code === "ENOENT") throw failure(`${name} was not found`);
  if (ended.code === "EACCES") throw failure(`${name} is not executable`);
  if (ended.signal !== undefined) throw failure(`${name} was ended by ${ended.signal}`);
  if (ended.exitCode !== 0) throw failure(`${name} failed with exit code ${ended.exitCode ?? ended.code ?? "unknown"}`);
  return oneLine(name, ended.stdout);
}

function oneLine(name: string, printed: string): string {
  const text = printed.replace(/\r?\n$/, "");
  if (text === "") throw failure(`${name} printed nothing; it must print the token`);
  const lines = text.split("\n").length;
  if (lines > 1) throw failure(`${name} printed ${lines} lines; it must print the token as one line`);
  const problem = checks.token(text);
  if (problem !== undefined) throw failure(`${name} printed no token: it ${problem}`);
  return text;
}

function failure(message: string): CliError {
  return new CliError("auth", message, {
    code: "token_command_failed",
    hint: "run the program yourself, or store the token elsewhere: browserctl login --store file",
  });
}
