import type { ChildProcess } from "node:child_process";
import { execa } from "execa";
import { untilAborted } from "../../core/abort.ts";
import { CliError } from "../../core/errors.ts";
import { endGroup, hasTerminal, type ProgramGroup, signalGroup, uniqueMark } from "../../core/program-group.ts";
import { checks } from "../model.ts";

/** Variable that reveals a token program that calls browserctl itself. */
const NESTED = "BROWSERCTL_IN_TOKEN_COMMAND";

const MAX_BYTES = 64 * 1024;

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
 * dropped. Its stdin is empty; a program that asks a person opens the terminal itself. A program that is no longer
 * waited for is ended with its child processes. Exit 3 for a program that cannot be started, fails, takes longer than
 * the limit or prints anything else; the message names the program, never its arguments and never what it printed.
 */
export async function runTokenCommand(
  [file, ...args]: readonly [string, ...string[]],
  options: TokenCommandOptions,
): Promise<string> {
  const { env, limitMs, onStderr, signal } = options;
  const name = `the token program "${file}"`;
  if (env[NESTED])
    throw failure(`${name} is asked by a token program: it calls browserctl for the token it should print`);
  const id = uniqueMark();
  const leads = process.platform !== "win32" && !hasTerminal();
  const child = execa(file, args, {
    stdin: "ignore",
    env: { ...env, [NESTED]: id },
    extendEnv: false,
    reject: false,
    killDescendants: leads,
    maxBuffer: { stdout: MAX_BYTES },
    stripFinalNewline: false,
    buffer: { stdout: true, stderr: false },
  });
  child.stderr.setEncoding("utf8").on("data", onStderr);
  const group: ProgramGroup = { program: child, leads, mark: `${NESTED}=${id}` };
  // A second Ctrl-C ends this process at once.
  const killAtExit = (): void => void signalGroup(group, "SIGKILL");
  process.once("exit", killAtExit);
  const late = AbortSignal.timeout(limitMs);
  const ended = await endOf(child, AbortSignal.any([signal, late]), group)
    .catch((error: unknown) => {
      if (signal.aborted || !late.aborted) throw error;
      return { timedOut: true } as const;
    })
    .finally(() => process.off("exit", killAtExit));
  signal.throwIfAborted();
  if (ended.timedOut) throw failure(`${name} did not finish within ${limitMs / 1000} s`);
  if (ended.isMaxBuffer) throw failure(`${name} printed more than ${MAX_BYTES / 1024} KiB; it must print one line`);
  if (ended.code === "ENOENT") throw failure(`${name} was not found`);
  if (ended.code === "EACCES") throw failure(`${name} is not executable`);
  if (ended.signal !== undefined) throw failure(`${name} was ended by ${ended.signal}`);
  if (ended.exitCode !== 0) throw failure(`${name} failed with exit code ${ended.exitCode ?? ended.code ?? "unknown"}`);
  return oneLine(name, ended.stdout);
}

/** Waits for the end of a program and of its output. Ends it with its group after an abort or too much output. */
async function endOf<T extends { isMaxBuffer?: boolean }>(
  child: Promise<T> & Pick<ChildProcess, "stdout" | "stderr">,
  signal: AbortSignal,
  group: ProgramGroup,
): Promise<T> {
  try {
    const ended = await untilAborted(child, signal);
    if (ended.isMaxBuffer) await endGroup(group);
    return ended;
  } catch (error) {
    await endGroup(group);
    // A process that has left the group may hold the other ends.
    child.stdout?.destroy();
    child.stderr?.destroy();
    throw error;
  }
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
