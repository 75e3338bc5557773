import { inspect, stripVTControlCharacters } from "node:util";

/** Maximum length of an error in an answer, in characters. */
const MAX_CHARACTERS = 4_000;

/** Error without a useful stack, which would show only the runner. */
export class PlainError extends Error {}

/** Text of an error for the answer, without control characters. */
export function describeError(error: unknown): string {
  const plain = stripVTControlCharacters(textOf(error));
  return plain.length > MAX_CHARACTERS ? `${plain.slice(0, MAX_CHARACTERS)} ...` : plain;
}

function textOf(error: unknown): string {
  if (error instanceof PlainError) return error.message;
  const isError = typeof error === "object" && error !== null && "message" in error && "name" in error;
  return isError ? `${error.name}: ${error.message}` : inspect(error);
}

/**
 * Stack lines of the app.
 *
 * @param self URL of the runner, whose lines are omitted
 */
export function stackOfApp(error: unknown, self: string): string {
  const stack = (error as Error | null)?.stack;
  if (typeof stack !== "string") return describeError(error);
  const isOurs = (line: string): boolean => /^\s+at /.test(line) && (line.includes(self) || / \(?node:/.test(line));
  return stack
    .split("\n")
    .filter((line) => !isOurs(line))
    .join("\n");
}
