import { MAX_JSON_LEVELS } from "./parse-json.ts";

export interface JsonSyntaxError {
  /** Counted from 1. */
  line: number;
  /** UTF-16 units in the line, counted from 1. */
  column: number;
  message: string;
}

type State = "value" | "first-item" | "first-key" | "key" | "colon" | "after-value" | "end";

const literal = /(?:true|false|null)/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const space = /[ \t\n\r]*/y;

/** Place and reason for a text that `JSON.parse` refused: `line 2, column 11: a value expected, "o" found`. */
export function jsonProblem(text: string): string {
  const { line, column, message } = jsonSyntaxError(text);
  return `line ${line}, column ${column}: ${message}`;
}

/**
 * Finds where a text that `parseJson` refused stops being JSON; the engine's own message often has no position, and
 * repeats a part of the text, which may be secret.
 * Works without recursion, whatever the depth.
 */
export function jsonSyntaxError(text: string): JsonSyntaxError {
  const open: ("{" | "[")[] = [];
  let state: State = "value";
  let at = 0;
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const closed = (): State => (open.length > 0 ? "after-value" : "end");
  for (;;) {
    match(space);
    const char = text[at];
    if (char === undefined) return problem(text, at, `${expected(state, open)} expected`);
    if ((state === "first-item" && char === "]") || (state === "first-key" && char === "}")) {
      at += 1;
      open.pop();
      state = closed();
    } else if (state === "value" || state === "first-item") {
      if (char === "{" || char === "[") {
        if (open.length === MAX_JSON_LEVELS) return problem(text, at, `nested deeper than ${MAX_JSON_LEVELS} levels`);
        at += 1;
        open.push(char);
        state = char === "{" ? "first-key" : "first-item";
      } else if (match(literal) || match(number)) state = closed();
      else if (char === '"') {
        const read = readString(text, at);
        if (read.problem) return problem(text, read.end, read.problem);
        at = read.end;
        state = closed();
      } else return problem(text, at, `${expected(state, open)} expected, ${shown(text, at)} found`);
    } else if (state === "first-key" || state === "key") {
      if (char !== '"') return problem(text, at, `${expected(state, open)} expected, ${shown(text, at)} found`);
      const read = readString(text, at);
      if (read.problem) return problem(text, read.end, read.problem);
      at = read.end;
      state = "colon";
    } else if (state === "colon") {
      if (char !== ":") return problem(text, at, `":" expected, ${shown(text, at)} found`);
      at += 1;
      state = "value";
    } else if (state === "after-value") {
      const top = open.at(-1);
      if (char === ",") state = top === "{" ? "key" : "value";
      else if (char === (top === "{" ? "}" : "]")) {
        open.pop();
        state = closed();
      } else return problem(text, at, `${expected(state, open)} expected, ${shown(text, at)} found`);
      at += 1;
    } else return problem(text, at, `nothing more expected, ${shown(text, at)} found`);
  }
}

function expected(state: State, open: readonly string[]): string {
  const names: Record<State, string> = {
    value: "a value",
    "first-item": 'a value or "]"',
    "first-key": 'a property name or "}"',
    key: "a property name",
    colon: '":"',
    "after-value": open.at(-1) === "{" ? '"," or "}"' : '"," or "]"',
    end: "the end",
  };
  return names[state];
}

/** Reads the string that begins at `start`. Returns its end, with a problem if it is invalid. */
function readString(text: string, start: number): { end: number; problem?: string } {
  for (let at = start + 1; ; at += 1) {
    const char = text[at];
    if (char === undefined) return { end: at, problem: "the string is not closed" };
    if (char === '"') return { end: at + 1 };
    if (char < " ") return { end: at, problem: "a control character in a string must be escaped" };
    if (char !== "\\") continue;
    const known = /^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at + 1, at + 6));
    if (!known) return { end: at, problem: "unknown escape in a string" };
    at += known[0].length;
  }
}

function shown(text: string, at: number): string {
  return JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

function problem(text: string, at: number, message: string): JsonSyntaxError {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf("\n") + 1;
  const line = before.split("\n").length;
  const unexpectedEnd = at >= text.length ? `the text ends, ${message}` : message;
  return { line, column: at - lineStart + 1, message: unexpectedEnd };
}
