import { Script } from "node:vm";
import { CODE_NAME } from "../../../../contract/limits.ts";
import { jsTokens } from "../../../../core/js-tokens.ts";

/** Code for the service, whose answer has the value of its last statement as its last text. */
export interface ReplCode {
  readonly code: string;
  /** Place in what was typed from which on characters are added before it. */
  readonly added: { readonly line: number; readonly column: number; readonly length: number };
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

/** Makes a last statement that is an expression write its value, undefined only at a terminal; other code stays as it is. */
export function writingValue(code: string, form: { readonly terminal: boolean; readonly colours: boolean }): ReplCode {
  const text = code.trim().replace(/;+$/, "");
  const at = lastExpression(text);
  if (at === undefined) return { code, added: { line: 1, column: 1, length: 0 } };
  const [before, expression] = [text.slice(0, at), text.slice(at)];
  // The newline ends a comment of the last line.
  const [head, tail] = form.terminal
    ? ['repl.write((await import("node:util")).inspect((', `\n), { colors: ${form.colours} }))`]
    : ["{ const value = (", "\n); if (value !== undefined) repl.write(value); }"];
  const lines = before.split("\n");
  const added = { line: lines.length, column: (lines.at(-1) ?? "").length + 1, length: head.length };
  return { code: before + head + expression + tail, added };
}

/** Index at which the last statement begins, if that is an expression. */
function lastExpression(text: string): number | undefined {
  if (isExpression(text)) return 0;
  let depth = 0;
  const starts: number[] = [];
  const { tokens } = jsTokens(text);
  for (const [index, token] of tokens.entries()) {
    const previous = tokens[index - 1];
    // Brackets, operators and templates on a new line go on with the statement before.
    const begins = token.kind === "word" && !/^(?:in|instanceof|of)$/.test(token.text);
    const onNewLine = begins && previous && text.slice(previous.at, token.at).includes("\n");
    if (depth === 0 && previous && (previous.text === ";" || onNewLine)) starts.push(token.at);
    if ("([{".includes(token.text)) depth += 1;
    if (")]}".includes(token.text)) depth -= 1;
  }
  return starts.findLast((at) => isExpression(text.slice(at)) && parses(`(async () => {${text.slice(0, at)}\n})`));
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
export function typedPlaces(text: string, { added }: ReplCode): string {
  const place = new RegExp(`\\b${CODE_NAME}:${added.line}:(\\d+)`, "g");
  return text.replace(place, (whole, digits: string) => {
    const column = Number(digits);
    if (column < added.column) return whole;
    return `${CODE_NAME}:${added.line}:${Math.max(added.column, column - added.length)}`;
  });
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
