import { stripTypeScriptTypes } from "node:module";
import { inspect, stripVTControlCharacters } from "node:util";
import { constants, Script } from "node:vm";

/** Input of the runner: one line of JSON on its standard input. */
export interface RunnerInput {
  /** The session's CDP address, with the token for this session alone. */
  cdpUrl: string;
  code: string;
  /** The directory of playwright-core. */
  playwright: string;
  /** The page that a person would be looking at. */
  targetId: string | null;
  /** Bytes of JSON that a result may have. */
  resultLimit: number;
  /** The name of the code as a file, in the lines of its errors. */
  codeName: string;
}

/** Answer of the runner. */
export interface RunnerOutput {
  success: boolean;
  result?: unknown;
  error?: string;
}

/* Part of Playwright's interface, which is not bundled: its own package is loaded by its path. */
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
 * Connects to the session, in a Node of its own inside the session's container, runs the code as the body of an async
 * function with `page`, `context` and `browser`, and answers what came of it: an error with its own lines of the stack.
 * Code that is no JavaScript is read as TypeScript, whose types are left out. Buffers in a result become base64 text,
 * bigints decimal text, errors their text.
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
  /** The lines of an error's stack that are the code's. */
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
    // Playwright's own lines inside the page tell nothing about the code.
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
  /** Waits until everything written to a pipe has left the process. */
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
  // On a line of its own: lines and columns of the code are what they are.
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
    // Node calls it experimental: nothing that who runs the code could change.
    proc.emitWarning = () => {};
    try {
      return stripTypeScriptTypes(head + code + tail).slice(head.length, -tail.length);
    } finally {
      proc.emitWarning = emitWarning;
    }
  };
  /** Where code cannot be read: the line by its place in the stack, the column by the mark below the line's text. */
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
        // Code with types fails as JavaScript at the first of them: what is wrong comes later.
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
    // Before anything is connected: code that cannot be read needs no browser.
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
