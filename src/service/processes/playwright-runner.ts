import { stripTypeScriptTypes } from "node:module";
import { inspect, stripVTControlCharacters } from "node:util";
import { constants, Script } from "node:vm";

/** Input of the runner: one line of JSON on stdin. */
export interface RunnerInput {
  /** CDP address of the session, with the token for this session only. */
  cdpUrl: string;
  code: string;
  /** Directory of playwright-core. */
  playwright: string;
  /** Target id of the active page. */
  targetId: string | null;
  /** Maximum size of the result, in bytes of JSON. */
  resultLimit: number;
  /** File name of the code in stacks. */
  codeName: string;
}

/** Answer of the runner. */
export interface RunnerOutput {
  success: boolean;
  result?: unknown;
  error?: string;
}

/* Part of Playwright's interface; the package is not bundled but loaded by its path. */
interface Page {
  context(): Context;
}
interface Context {
  pages(): Page[];
  newPage(): Promise<Page>;
  newCDPSession(page: Page): Promise<{ send(name: string): Promise<unknown>; detach(): Promise<void> }>;
}
interface Browser {
  contexts(): Context[];
  newContext(): Promise<Context>;
  close(): Promise<void>;
}

/**
 * Connects to the session, in a separate Node process inside the session's container, runs the code as the body of an
 * async function with `page`, `context` and `browser`, and answers with the result or an error with the code's stack
 * lines. Code that is not valid JavaScript is compiled as TypeScript. In a result, buffers become base64 text, bigints
 * decimal text, errors their text.
 */
export function playwrightRunner(
  require: (name: string) => unknown,
  proc: NodeJS.Process,
  input: RunnerInput,
  answer: (text: string) => void,
): void {
  let answered = false;
  const { codeName } = input;
  const say = (output: unknown): void => {
    if (answered) return;
    answered = true;
    answer(JSON.stringify(output));
  };
  const describe = (error: unknown): string => {
    const isError = typeof error === "object" && error !== null && "message" in error && "name" in error;
    return stripVTControlCharacters(isError ? `${error.name}: ${error.message}` : inspect(error));
  };
  /** Stack lines of the code. */
  const ownFrames = (error: unknown): string => {
    const stack = (error as Error | null)?.stack;
    const frames = typeof stack === "string" ? stack.split("\n") : [];
    const isOwn = (line: string): boolean => {
      if (!/^\s+at /.test(line)) return false;
      const location = /(?:[ (])([^ (]+):\d+:\d+\)?$/.exec(line);
      return location?.[1] === codeName;
    };
    return frames
      .filter(isOwn)
      .map((line) => `\n    ${line.trim()}`)
      .join("");
  };
  const failed = (error: unknown): void => {
    // Playwright's stack lines inside the page are not useful.
    const text = describe(error)
      .split("\n")
      .filter((line) => !/^\s+at (UtilityScript\.|eval \(eval at evaluate )/.test(line))
      .join("\n");
    say({ success: false, error: `${text.trimEnd()}${ownFrames(error)}` });
  };
  const asJson = (value: unknown): string | undefined =>
    JSON.stringify(value, function (this: Record<string, unknown>, key: string, given: unknown) {
      const own = this[key];
      if (ArrayBuffer.isView(own)) return Buffer.from(own.buffer, own.byteOffset, own.byteLength).toString("base64");
      if (own instanceof ArrayBuffer) return Buffer.from(own).toString("base64");
      if (typeof given === "bigint") return String(given);
      return own instanceof Error ? describe(own) : given;
    });
  /** Exits after all pipes are flushed. */
  const leave = (code: number): void => {
    proc.stdout.write("", () => proc.stderr.write("", () => proc.exit(code)));
  };
  const ended = (error: unknown): void => {
    failed(error);
    leave(1);
  };
  proc.on("uncaughtException", ended);
  proc.on("unhandledRejection", ended);

  const choosePage = async (context: Context): Promise<Page> => {
    const pages = context.pages();
    if (pages.length > 1 && input.targetId !== null) {
      for (const page of pages) {
        const session = await context.newCDPSession(page).catch(() => undefined);
        const answer = (await session?.send("Target.getTargetInfo").catch(() => undefined)) as
          | { targetInfo: { targetId: string } }
          | undefined;
        await session?.detach().catch(() => {});
        if (answer?.targetInfo.targetId === input.targetId) return page;
      }
    }
    return pages[0] ?? (await context.newPage());
  };

  type Body = (...values: unknown[]) => Promise<unknown>;
  // On separate lines, so that line and column numbers of the code do not change.
  const [head, tail] = ["(async (page, context, browser, require) => {\n", "\n})"];
  const compileJavaScript = (code: string): Body => {
    const whole = head + code + tail;
    const script = new Script(whole, {
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
  };
  const withoutTypes = (code: string): string => {
    const { emitWarning } = proc;
    // Hides Node's experimental warning, which the user cannot act on.
    proc.emitWarning = () => {};
    try {
      return stripTypeScriptTypes(head + code + tail).slice(head.length, -tail.length);
    } finally {
      proc.emitWarning = emitWarning;
    }
  };
  /** Position of a syntax error: the line from the stack, the column from the caret below the source line. */
  const positionOf = (error: unknown, lineOffset: number): { line: number; column: number } | undefined => {
    const lines = String((error as Error).stack).split("\n");
    const line = Number(/:(\d+)$/.exec(lines[0] ?? "")?.[1]);
    const column = (lines.find((each) => /^\s*\^+\s*$/.test(each))?.indexOf("^") ?? 0) + 1;
    return Number.isNaN(line) ? undefined : { line: line + lineOffset, column };
  };
  const syntaxError = (error: unknown, position: { line: number; column: number } | undefined): Error => {
    const lines = input.code.split("\n");
    const { message } = error as Error;
    const isPastEnd = position !== undefined && position.line > lines.length;
    const { line, column } = isPastEnd
      ? { line: lines.length, column: (lines.at(-1) ?? "").length + 1 }
      : (position ?? {});
    const located = new SyntaxError(isPastEnd ? "Unexpected end of input" : message);
    located.stack = position === undefined ? "" : `    at ${codeName}:${line}:${column}`;
    return located;
  };
  const compile = (code: string): Body => {
    try {
      return compileJavaScript(code);
    } catch (error) {
      const position = positionOf(error, 0);
      let plain: string;
      try {
        plain = withoutTypes(code);
      } catch (typed) {
        // Typed code fails as JavaScript at its first type, so an error at a later line is the real one.
        const typedPosition = positionOf(typed, -1);
        const isLater = position !== undefined && typedPosition !== undefined && typedPosition.line !== position.line;
        const isTyped = (typed as { code?: unknown }).code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX";
        throw isLater || isTyped ? syntaxError(typed, typedPosition) : syntaxError(error, position);
      }
      if (plain === code) throw syntaxError(error, position);
      try {
        return compileJavaScript(plain);
      } catch (left) {
        throw syntaxError(left, positionOf(left, 0));
      }
    }
  };

  const run = async (): Promise<void> => {
    // Compiled before connecting: a syntax error needs no browser.
    const body = compile(input.code);
    const { chromium } = require(input.playwright) as {
      chromium: { connectOverCDP(url: string): Promise<Browser> };
    };
    const browser = await chromium.connectOverCDP(input.cdpUrl);
    const context = browser.contexts()[0] ?? (await browser.newContext());
    const page = await choosePage(context);
    const value = await body(page, context, browser, require);
    const text = asJson(value);
    if (text !== undefined && text.length > input.resultLimit) {
      const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_048_576)} MiB`;
      throw new Error(`the result is ${megabytes(text.length)} of JSON; the limit is ${megabytes(input.resultLimit)}`);
    }
    say({ success: true, ...(text !== undefined && { result: JSON.parse(text) as unknown }) });
    await browser.close().catch(() => {});
  };
  run().then(
    () => leave(0),
    (error: unknown) => ended(error),
  );
}
