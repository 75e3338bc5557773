import { CliError, type Problem, usageError } from "../../../core/errors.ts";
import { jsonSyntaxError } from "../../../core/json-syntax-error.ts";
import { parseJson } from "../../../core/parse-json.ts";
import { shellWords } from "../../../curl-line/shell-words.ts";
import { MAX_LINE_BYTES } from "./limits.ts";

/** A command of the input, or the reason why a line is not a command. */
export interface InputLine {
  /** Counted from 1; blank lines count. */
  readonly line: number;
  readonly id?: unknown;
  readonly command: { readonly args: readonly string[]; readonly stdin?: string | undefined } | CliError;
}

const NEWLINE = 10;
const decoder = new TextDecoder("utf-8", { fatal: true });
const members = ["args", "id", "stdin"];

/** Reads commands, one per line, as JSON or in shell form; skips blank lines and comments. Keeps one line in memory. */
export async function* inputLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<InputLine> {
  let line = 0;
  for await (const bytes of byteLines(chunks)) {
    line += 1;
    const read = typeof bytes === "number" ? { command: tooLong(bytes) } : readLine(bytes);
    if (read) yield { line, ...read };
  }
}

/** Lines of a stream; only the size of a line over {@link MAX_LINE_BYTES}. */
async function* byteLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer | number> {
  let held: Buffer[] = [];
  let size = 0;
  const take = (): Buffer | number => {
    const whole = size > MAX_LINE_BYTES ? size : held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
    held = [];
    size = 0;
    return whole;
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let at = 0;
    for (;;) {
      const end = bytes.indexOf(NEWLINE, at);
      const part = bytes.subarray(at, end === -1 ? bytes.length : end);
      size += part.length;
      if (size > MAX_LINE_BYTES) held = [];
      // An incomplete line is copied, because a view of it would keep the whole chunk in memory.
      else held.push(end === -1 ? Buffer.from(part) : part);
      if (end === -1) break;
      yield take();
      at = end + 1;
    }
  }
  if (size > 0) yield take();
}

function tooLong(bytes: number): CliError {
  return new CliError("usage", `the line has ${bytes} bytes; the limit is ${MAX_LINE_BYTES}`, {
    code: "line_too_long",
    hint: "name a file in its words: @file",
  });
}

/** Example of both forms of a line, for errors. */
const SAMPLE = 'write a line as ["browsers","list"], or as in a shell: browsers list';

/**
 * The command of a line; undefined for a blank line or a comment. Errors do not repeat the text, because it may hold a
 * secret.
 */
function readLine(bytes: Buffer): Omit<InputLine, "line"> | undefined {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return { command: new CliError("usage", "the line is not UTF-8 text", { code: "bad_line" }) };
  }
  if (text.trim() === "") return undefined;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return /^\s*[[{]/.test(text) ? { command: notJson(text) } : typedCommand(text);
  }
  if (Array.isArray(value)) return commandOf({ args: value });
  if (typeof value === "object" && value !== null) return commandOf(value as Readonly<Record<string, unknown>>);
  return { command: badLine([{ path: "the line", message: `must be an array or an object, not ${typeName(value)}` }]) };
}

/** The command of a line in shell form, with or without the program's name. */
function typedCommand(text: string): Omit<InputLine, "line"> | undefined {
  let words: ReturnType<typeof shellWords>;
  try {
    words = shellWords(text, "command");
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { command: new CliError("usage", error.message, { code: "bad_line", hint: SAMPLE }) };
  }
  const variable = words.flat().find((part) => typeof part === "object");
  if (variable) {
    const message = "a variable, which is not expanded; put quotes '…' around it to mean the text";
    return { command: badLine([{ path: `position ${variable.position}`, message }]) };
  }
  const args = words.map((parts) => parts.join(""));
  if (args[0] === "browserctl") args.shift();
  return words.length === 0 ? undefined : commandOf({ args });
}

function notJson(text: string): CliError {
  const { column, message } = jsonSyntaxError(text);
  // The message must not show a character of the line.
  const expected = message.replace(/, "(?:[^"\\]|\\.)*" found$/, "");
  return new CliError("usage", `the line is not JSON: column ${column}: ${expected}`, {
    code: "bad_line",
    hint: SAMPLE,
  });
}

function commandOf(value: Readonly<Record<string, unknown>>): Omit<InputLine, "line"> {
  const { args, id, stdin } = value;
  const problems: Problem[] = [];
  const wrong = (path: string, message: string): void => void problems.push({ path, message });
  if (args === undefined) wrong("args", "is missing");
  else if (!Array.isArray(args)) wrong("args", `must be an array of words, not ${typeName(args)}`);
  else if (args.length === 0) wrong("args", "has no words");
  else {
    for (const [at, word] of args.entries()) {
      if (typeof word !== "string") wrong(`args[${at}]`, `must be a string, not ${typeName(word)}`);
      else if (word.includes("\0")) wrong(`args[${at}]`, "has a NUL character");
    }
  }
  if (stdin !== undefined && typeof stdin !== "string") wrong("stdin", `must be a string, not ${typeName(stdin)}`);
  if (Object.keys(value).some((name) => !members.includes(name)))
    wrong("the line", `must have no members beside ${members.join(", ")}`);
  return {
    ...("id" in value && { id }),
    command: problems.length > 0 ? badLine(problems) : { args: args as string[], stdin: stdin as string | undefined },
  };
}

function badLine(problems: readonly Problem[]): CliError {
  const { message, options } = usageError(problems, SAMPLE);
  return new CliError("usage", message, { ...options, code: "bad_line" });
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}
