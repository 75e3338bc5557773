import { CliError } from "../../core/errors.ts";
import type { Io } from "../../core/io.ts";
import { sanitizeLine } from "../../core/sanitize.ts";

/** Asks a yes-or-no question on stderr, or as the streams ask. Exit 11 on no; exit 2 where it cannot be asked. */
export async function confirm(question: string, yes: boolean, io: Io, signal: AbortSignal): Promise<void> {
  if (yes) return;
  if (io.ask) {
    if (!(await io.ask(sanitizeLine(question), signal))) throw declined();
    return;
  }
  if (!io.interactive) throw consentError(question);
  const { confirm: ask } = await import("@inquirer/prompts");
  const answer = await prompt(
    () => ask({ message: sanitizeLine(question), default: false }, { input: io.stdin, output: io.stderr, signal }),
    signal,
  );
  if (!answer) throw declined();
}

function declined(): CliError {
  return new CliError("declined", "nothing was changed");
}

/** Exit 2 for a question that cannot be asked. */
function consentError(question: string): CliError {
  const action = `${question.charAt(0).toLowerCase()}${question.slice(1)}`;
  return new CliError("usage", `Confirmation needed: ${action} Add --yes.`);
}

/**
 * Asks for a secret on stderr without showing it. Exit 2 without a terminal; `missing` names another way to provide it.
 */
export async function askSecret(message: string, missing: string, io: Io, signal: AbortSignal): Promise<string> {
  if (!io.interactive) throw new CliError("usage", missing);
  const { password } = await import("@inquirer/prompts");
  return prompt(
    () => password({ message: sanitizeLine(message), mask: "*" }, { input: io.stdin, output: io.stderr, signal }),
    signal,
  );
}

/** Asks for a line of text on stderr until `check` finds no problem with it. Only at a terminal. */
export async function askText(
  message: string,
  check: (answer: string) => string | undefined,
  io: Io,
  signal: AbortSignal,
): Promise<string> {
  const { input } = await import("@inquirer/prompts");
  const validate = (answer: string): string | true => {
    const problem = check(answer);
    return problem === undefined || sanitizeLine(problem);
  };
  return prompt(
    () => input({ message: sanitizeLine(message), validate }, { input: io.stdin, output: io.stderr, signal }),
    signal,
  );
}

async function prompt<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    // Inquirer reports Ctrl-C as its own error: the terminal is in raw mode, so there is no signal.
    const { InterruptedError } = await import("../../core/errors.ts");
    if (error instanceof Error && error.name === "ExitPromptError") throw new InterruptedError("SIGINT");
    throw error;
  }
}
