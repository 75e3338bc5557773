import { Script } from "node:vm";
import { CODE_NAME } from "../../../../contract/limits.ts";
import { jsTokens } from "../../../../core/js-tokens.ts";

/** Code for the service, whose answer has the value of an expression as its last text. */
export interface ReplCode {
  readonly code: string;
  /** Characters before the first line of what was typed. */
  readonly shift: number;
}

/** True for code that goes on in the next line: a bracket or template is open, or an operator has no right side. */
export function isUnfinished(code: string): boolean {
  if (code.trim() === "") return false;
  if (jsTokens(code).isOpen) return true;
  try {
    // A script may not await; without the word the rest is the same to the parser.
    new Script(code.replaceAll(/\bawait\b/g, ""));
    return false;
  } catch (error) {
    return (error as Error).message === "Unexpected end of input";
  }
}

/** Makes an expression write its value, undefined only at a terminal; other code stays as it is. */
export function writingValue(code: string, form: { readonly terminal: boolean; readonly colours: boolean }): ReplCode {
  const text = code.trim().replace(/;+$/, "");
  if (!isExpression(text)) return { code, shift: 0 };
  // The newline ends a comment of the last line.
  const [head, tail] = form.terminal
    ? ['repl.write((await import("node:util")).inspect((', `\n), { colors: ${form.colours} }))`]
    : ["{ const value = (", "\n); if (value !== undefined) repl.write(value); }"];
  return { code: head + text + tail, shift: head.length };
}

function isExpression(text: string): boolean {
  if (text === "" || /^(?:async\s+function|function|class)\b/.test(text)) return false;
  return parses(`(async () => (${text}\n))`) && parses(`(async () => {${text}\n})`);
}

function parses(code: string): boolean {
  try {
    new Script(code);
    return true;
  } catch {
    return false;
  }
}

/** Text of an error with the columns of what was typed. */
export function typedPlaces(text: string, { shift }: ReplCode): string {
  const place = new RegExp(`\\b${CODE_NAME}:1:(\\d+)`, "g");
  return text.replace(place, (_, column: string) => `${CODE_NAME}:1:${Math.max(1, Number(column) - shift)}`);
}

/** Splits lines into statements, each with the number of its first line. */
export function* statements(text: string): Generator<{ readonly line: number; readonly code: string }> {
  let [code, first] = ["", 0];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (code === "") first = index + 1;
    code += code === "" ? line : `\n${line}`;
    if (isUnfinished(code)) continue;
    if (code.trim() !== "") yield { line: first, code };
    code = "";
  }
  if (code.trim() !== "") yield { line: first, code };
}
