import { stripTypeScriptTypes } from "node:module";
import { constants, Script } from "node:vm";

/** Compiled code: an async function of `page`, `context`, `browser` and `require`. */
export type Body = (...values: unknown[]) => Promise<unknown>;

export interface CompileOptions {
  /** File name of the code in stacks. */
  readonly codeName: string;
  readonly process: Pick<NodeJS.Process, "emitWarning">;
}

// On separate lines, so that line and column numbers of the code do not change.
const [head, tail] = ["(async (page, context, browser, require) => {\n", "\n})"];

/**
 * Compiles code as the body of an async function; code that is not valid JavaScript as TypeScript. Throws a SyntaxError
 * whose stack is the position in the code.
 */
export function compileCode(code: string, options: CompileOptions): Body {
  try {
    return compileJavaScript(code, options.codeName);
  } catch (error) {
    return compileTypeScript(code, error, options);
  }
}

function compileJavaScript(code: string, codeName: string): Body {
  const script = new Script(head + code + tail, {
    filename: codeName,
    lineOffset: -1,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const AsyncFunction = (async () => {}).constructor as new (...words: string[]) => unknown;
  try {
    new AsyncFunction(code);
  } catch {
    throw new SyntaxError("the code closes a brace that it did not open");
  }
  return script.runInThisContext() as Body;
}

/** @param failure error of the code as JavaScript */
function compileTypeScript(code: string, failure: unknown, { codeName, process }: CompileOptions): Body {
  const located = (error: unknown, position: Position | undefined): Error =>
    syntaxError(error, position, { code, codeName });
  const position = positionOf(failure, 0);
  let plain: string;
  try {
    plain = withoutTypes(code, process);
  } catch (typed) {
    // Typed code fails as JavaScript at its first type, so an error at a later line is the real one.
    const typedPosition = positionOf(typed, -1);
    const isLater = position !== undefined && typedPosition !== undefined && typedPosition.line !== position.line;
    const isTyped = (typed as { code?: unknown }).code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX";
    throw isLater || isTyped ? located(typed, typedPosition) : located(failure, position);
  }
  if (plain === code) throw located(failure, position);
  try {
    return compileJavaScript(plain, codeName);
  } catch (left) {
    throw located(left, positionOf(left, 0));
  }
}

function withoutTypes(code: string, own: CompileOptions["process"]): string {
  const { emitWarning } = own;
  // Hides Node's experimental warning, which the user cannot act on.
  own.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(head + code + tail).slice(head.length, -tail.length);
  } finally {
    own.emitWarning = emitWarning;
  }
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Position of a syntax error: the line from the stack, the column from the caret below the source line. */
function positionOf(error: unknown, lineOffset: number): Position | undefined {
  const lines = String((error as Error).stack).split("\n");
  const line = Number(/:(\d+)$/.exec(lines[0] ?? "")?.[1]);
  const column = (lines.find((each) => /^\s*\^+\s*$/.test(each))?.indexOf("^") ?? 0) + 1;
  return Number.isNaN(line) ? undefined : { line: line + lineOffset, column };
}

function syntaxError(
  error: unknown,
  position: Position | undefined,
  { code, codeName }: { readonly code: string; readonly codeName: string },
): Error {
  const lines = code.split("\n");
  const { message } = error as Error;
  const isPastEnd = position !== undefined && position.line > lines.length;
  const { line, column } = isPastEnd
    ? { line: lines.length, column: (lines.at(-1) ?? "").length + 1 }
    : (position ?? {});
  const located = new SyntaxError(isPastEnd ? "Unexpected end of input" : message);
  located.stack = position === undefined ? "" : `    at ${codeName}:${line}:${column}`;
  return located;
}
