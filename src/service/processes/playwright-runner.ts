import { RESULT_FD } from "./launch.ts";

/** What the runner reads from its standard input, as one line of JSON. */
export interface RunnerInput {
  /** The session's CDP address, with the token for this session alone. */
  cdpUrl: string;
  code: string;
  /** The folder of playwright-core. */
  playwright: string;
  /** The page that a person would be looking at. */
  targetId: string | null;
  /** Bytes of JSON that a result may have. */
  resultLimit: number;
}

/** What the runner answers. */
export interface RunnerOutput {
  success: boolean;
  result?: unknown;
  error?: string;
}

/* A part of Playwright's interface, which is not imported: this function runs elsewhere. */
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
 * Runs in a Node of its own inside the session's container, as text: it may use nothing but what it is given. Connects
 * to the session, runs the code as the body of an async function with `page`, `context` and `browser`, and answers what
 * came of it. Buffers in a result become base64 text, bigints decimal text, errors their text.
 */
export function playwrightRunner(
  require: (name: string) => unknown,
  proc: NodeJS.Process,
  input: RunnerInput,
  answer: (text: string) => void,
): void {
  let answered = false;
  const { inspect, stripVTControlCharacters } = require("node:util") as typeof import("node:util");
  const say = (output: unknown): void => {
    if (answered) return;
    answered = true;
    answer(JSON.stringify(output));
  };
  const describe = (error: unknown): string => {
    const isError = typeof error === "object" && error !== null && "message" in error && "name" in error;
    return stripVTControlCharacters(isError ? `${error.name}: ${error.message}` : inspect(error));
  };
  const failed = (error: unknown): void => {
    const stack = (error as Error | null)?.stack;
    if (typeof stack === "string") proc.stderr.write(`${stripVTControlCharacters(stack)}\n`);
    say({ success: false, error: describe(error) });
  };
  const asJson = (value: unknown): string | undefined =>
    JSON.stringify(value, function (this: Record<string, unknown>, key: string, given: unknown) {
      const own = this[key];
      if (ArrayBuffer.isView(own)) return Buffer.from(own.buffer, own.byteOffset, own.byteLength).toString("base64");
      if (own instanceof ArrayBuffer) return Buffer.from(own).toString("base64");
      if (typeof given === "bigint") return String(given);
      return own instanceof Error ? describe(own) : given;
    });
  /** What was written to a pipe may still be on its way. */
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

  const run = async (): Promise<void> => {
    const AsyncFunction = (async () => {}).constructor as new (
      ...words: string[]
    ) => (...values: unknown[]) => Promise<unknown>;
    // Before anything is connected: code that cannot be read needs no browser.
    const body = new AsyncFunction("page", "context", "browser", "require", input.code);
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

/** The runner as a file for Node. */
export function runnerSource(): string {
  return `"use strict";
const input = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const answer = (text) => require("node:fs").writeFileSync(${RESULT_FD}, text);
(${playwrightRunner.toString()})(require, process, input, answer);
`;
}
