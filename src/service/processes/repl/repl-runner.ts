import { type Runtime, Session } from "node:inspector";
import { background } from "../../error-owner.ts";
import { type Connected, connect, pageFor } from "../playwright/connect.ts";
import { errorText } from "../playwright/result-text.ts";
import { withDynamicImports } from "./dynamic-imports.ts";
import type { ReplEnd, ReplInput, ReplMessage, ReplRequest } from "./protocol.ts";
import { captureStreams, capturingConsole, ReplOutput } from "./repl-output.ts";
import { define, defineScope, shortenObjects } from "./repl-scope.ts";

const CAUGHT = Symbol.for("repl.caught");
/** Maximum length of the text of an error and of its stack, in characters. */
const MAX_ERROR = 64 * 2 ** 10;

export interface ReplParts {
  readonly input: ReplInput;
  /** Module of playwright-core. */
  readonly playwright: unknown;
  readonly process: NodeJS.Process;
  /** Writes a message for the service. */
  readonly send: (message: ReplMessage) => void;
}

/**
 * REPL of a session, in a process of its own: evaluates code in V8's REPL mode, where the variables of a call are there in
 * the next one, `await` stands anywhere, and a variable can be declared again.
 */
export class ReplRunner {
  readonly #input: ReplInput;
  readonly #send: (message: ReplMessage) => void;
  readonly #output: ReplOutput;
  readonly #inspector = new Session();
  readonly #playwright: unknown;
  readonly #process: NodeJS.Process;
  #connected: Connected | undefined;
  #interrupt: ((error: Error) => void) | undefined;

  constructor({ input, playwright, process, send }: ReplParts) {
    this.#input = input;
    this.#playwright = playwright;
    this.#process = process;
    this.#send = send;
    this.#output = new ReplOutput(send);
  }

  /** Prepares the names of the code. */
  start(): void {
    const { codeName } = this.#input;
    captureStreams(this.#process, this.#output);
    globalThis.console = capturingConsole(this.#output);
    defineScope(this.#input, this.#process.cwd(), this.#output);
    // As in Node's REPL, an error that no call waits for is shown and ends nothing.
    for (const event of ["uncaughtException", "unhandledRejection"]) {
      this.#process.on(event, (error: unknown) =>
        this.#output.text("stderr", `Uncaught ${errorText(error, codeName)}`),
      );
    }
    this.#inspector.connect();
    this.#send({ ready: true });
  }

  /** Evaluates code and sends its end, or interrupts code that runs. */
  handle(request: ReplRequest): void {
    if ("interrupt" in request) {
      this.#interrupt?.(new Error("the call was interrupted"));
      return;
    }
    this.#output.restart();
    background(this.#run(request.code, request.targetId).then((end) => this.#send({ end })));
  }

  async #run(code: string, targetId: string | null): Promise<ReplEnd> {
    const interrupted = Promise.withResolvers<never>();
    this.#interrupt = interrupted.reject;
    try {
      await Promise.race([this.#refresh(targetId).then(() => this.#evaluate(code)), interrupted.promise]);
      return { success: true };
    } catch (error) {
      const stack = errorText(error, this.#input.codeName).slice(0, MAX_ERROR);
      return { success: false, error: withoutFrames(stack), stack };
    } finally {
      this.#interrupt = undefined;
    }
  }

  /** Connects to the browser at the first call and after a restart, and replaces a page that was closed. */
  async #refresh(targetId: string | null): Promise<void> {
    const wanted = { targetId, only: false };
    if (!this.#connected?.browser.isConnected()) {
      const connected = await connect(this.#playwright, this.#input.cdpUrl, wanted);
      this.#connected = connected;
      shortenObjects(connected.page);
      for (const name of ["browser", "context", "page"] as const) define(name, connected[name]);
    } else if (this.#connected.page.isClosed()) {
      const { browser, context, page: closed } = this.#connected;
      const page = await pageFor(context, wanted);
      this.#connected = { browser, context, page };
      if ((globalThis as { page?: unknown }).page === closed) define("page", page);
    }
  }

  async #evaluate(code: string): Promise<void> {
    const expression = `${withDynamicImports(code)}\n//# sourceURL=${this.#input.codeName}`;
    const answer = await this.#post<Runtime.EvaluateReturnType>("Runtime.evaluate", {
      expression,
      replMode: true,
      awaitPromise: true,
      objectGroup: "call",
    });
    const failure = answer.exceptionDetails && (await this.#thrown(answer.exceptionDetails, code));
    this.#inspector.post("Runtime.releaseObjectGroup", { objectGroup: "call" });
    if (failure) throw failure.error;
  }

  /** Value that was thrown; for a syntax error with its place, which its stack does not have. */
  async #thrown(details: Runtime.ExceptionDetails, code: string): Promise<{ error: unknown }> {
    const { exception, lineNumber, columnNumber } = details;
    if (exception?.objectId === undefined) {
      const plain = exception && "value" in exception ? (exception.value as unknown) : exception?.description;
      return { error: plain };
    }
    let error: unknown;
    (globalThis as { [CAUGHT]?: unknown })[CAUGHT] = (value: unknown) => {
      error = value;
    };
    await this.#post("Runtime.callFunctionOn", {
      objectId: exception.objectId,
      functionDeclaration: `function () { globalThis[Symbol.for("repl.caught")](this); }`,
    });
    const { codeName } = this.#input;
    if (error instanceof SyntaxError && !error.stack?.includes(`${codeName}:`)) {
      const lines = code.split("\n");
      const line = Math.min(lineNumber + 1, lines.length);
      const column = line === lineNumber + 1 ? columnNumber + 1 : (lines.at(-1)?.length ?? 0) + 1;
      error.stack = `${error.name}: ${error.message}\n    at ${codeName}:${line}:${column}`;
    }
    return { error };
  }

  #post<Answer>(method: string, params: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#inspector.post(method, params, (error, answer) => {
        if (error) reject(error);
        else resolve(answer as Answer);
      });
    });
  }
}

/** First lines of an error's text, without those of its stack. */
function withoutFrames(text: string): string {
  return text.replace(/(?:\n {4}at .*)+$/, "");
}
