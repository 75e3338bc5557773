import { type Runtime, Session } from "node:inspector";
import { CustomToolsError } from "../../../repl-helpers/custom-tools.ts";
import { type ReplHelpers, replHelpers } from "../../../repl-helpers/repl-helpers.ts";
import type { WebmcpAnswer, WebmcpQuestion } from "../../../repl-helpers/webmcp.ts";
import { background } from "../../error-owner.ts";
import { type Connected, connect, pageFor } from "../playwright/connect.ts";
import { errorText } from "../playwright/result-text.ts";
import {
  type AddTools,
  type ReplCode,
  type ReplEnd,
  type ReplInput,
  type ReplMessage,
  type ReplRequest,
  type ToolWork,
  type ToolWorkEnd,
  usesPlaywright,
} from "./protocol.ts";
import { captureStreams, capturingConsole, ReplOutput } from "./repl-output.ts";
import { define, defineScope, shortenObjects, withDynamicImports } from "./repl-scope.ts";

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
  readonly #helpers: ReplHelpers;
  readonly #questions = new Map<number, (answer: WebmcpAnswer) => void>();
  #lastQuestion = 0;
  #connected: Connected | undefined;
  #interrupt: ((error: Error) => void) | undefined;

  constructor({ input, playwright, process, send }: ReplParts) {
    this.#input = input;
    this.#playwright = playwright;
    this.#process = process;
    this.#send = send;
    this.#output = new ReplOutput(send);
    this.#helpers = replHelpers({
      ...input,
      ask: (question) => this.#ask(question),
      toolsChanged: (tools) => send({ tools }),
    });
  }

  /** Prepares the names of the code. */
  start(): void {
    const { cdpUrl, codeName } = this.#input;
    this.#process.env["CDP_ENDPOINT"] = cdpUrl;
    captureStreams(this.#process, this.#output);
    globalThis.console = capturingConsole(this.#output);
    defineScope(this.#input, this.#process.cwd(), this.#output, this.#helpers);
    // As in Node's REPL, an error that no call waits for is shown and ends nothing.
    for (const event of ["uncaughtException", "unhandledRejection"]) {
      this.#process.on(event, (error: unknown) =>
        this.#output.text("stderr", `Uncaught ${errorText(error, codeName)}`),
      );
    }
    this.#inspector.connect();
    this.#send({ ready: true });
  }

  /** Evaluates code or does a work on tools and sends its end, interrupts code that runs, or takes an answer. */
  handle(request: ReplRequest): void {
    if ("interrupt" in request) this.#interrupt?.(new Error("the call was interrupted"));
    else if ("answer" in request) this.#questions.get(request.id)?.(request.answer);
    else if ("work" in request) {
      const { id, work } = request;
      background(this.#work(work).then((done) => this.#send({ done, id })));
    } else {
      this.#output.restart();
      background(this.#run(request).then((end) => this.#send({ end })));
    }
  }

  async #ask(question: WebmcpQuestion): Promise<WebmcpAnswer> {
    this.#lastQuestion += 1;
    const id = this.#lastQuestion;
    const { promise, resolve } = Promise.withResolvers<WebmcpAnswer>();
    this.#questions.set(id, resolve);
    this.#send({ ask: question, id });
    return promise.finally(() => this.#questions.delete(id));
  }

  async #work(work: ToolWork): Promise<ToolWorkEnd> {
    try {
      if ("remove" in work) return { result: this.#helpers.tools.remove(work.remove) };
      if ("call" in work) return { result: await this.#helpers.callTool(work.call) };
      return { result: await this.#addTools(work.add) };
    } catch (error) {
      const text = withoutFrames(errorText(error, this.#input.codeName)).slice(0, MAX_ERROR);
      if (error instanceof CustomToolsError) return { error: error.message, status: error.status };
      return "add" in work ? { error: text, status: 400 } : { error: text };
    }
  }

  async #addTools({ namespace, replace, source }: AddTools): Promise<unknown> {
    const { value } = await this.#evaluate(`(${source}\n)`);
    return this.#helpers.tools.add(namespace, await value, replace);
  }

  async #run(request: ReplCode): Promise<ReplEnd> {
    const interrupted = Promise.withResolvers<never>();
    this.#interrupt = interrupted.reject;
    this.#helpers.begin(request);
    try {
      await Promise.race([this.#refresh(request).then(() => this.#evaluate(request.code)), interrupted.promise]);
      return { success: true };
    } catch (error) {
      const stack = errorText(error, this.#input.codeName).slice(0, MAX_ERROR);
      return { success: false, error: withoutFrames(stack), stack };
    } finally {
      this.#interrupt = undefined;
    }
  }

  /** Connects Playwright for the first code that uses it and after a restart, and replaces a page that was closed. */
  async #refresh({ code, targetId }: ReplCode): Promise<void> {
    if (!this.#connected && !usesPlaywright(code)) return;
    const wanted = { targetId, only: false };
    if (!this.#connected?.browser.isConnected()) {
      const connected = await connect(this.#playwright, this.#input.cdpUrl, wanted);
      this.#connected = connected;
      shortenObjects(connected.page);
      for (const name of ["context", "page"] as const) define(name, connected[name]);
    } else if (this.#connected.page.isClosed()) {
      const { browser, context, page: closed } = this.#connected;
      const page = await pageFor(context, wanted);
      this.#connected = { browser, context, page };
      if ((globalThis as { page?: unknown }).page === closed) define("page", page);
    }
  }

  /** Value of code, which may be a promise that has not ended. Throws what the code throws. */
  async #evaluate(code: string): Promise<{ readonly value: unknown }> {
    const expression = `${withDynamicImports(code)}\n//# sourceURL=${this.#input.codeName}`;
    const answer = await this.#post<Runtime.EvaluateReturnType>("Runtime.evaluate", {
      expression,
      replMode: true,
      awaitPromise: true,
      objectGroup: "call",
    });
    const failure = answer.exceptionDetails && (await this.#thrown(answer.exceptionDetails, code));
    const { objectId } = answer.result;
    const result = failure || objectId === undefined ? {} : await this.#objectOf(objectId);
    this.#inspector.post("Runtime.releaseObjectGroup", { objectGroup: "call" });
    if (failure) throw failure.error;
    return { value: undefined, ...result };
  }

  /** Value that was thrown; for a syntax error with its place, which its stack does not have. */
  async #thrown(details: Runtime.ExceptionDetails, code: string): Promise<{ error: unknown }> {
    const { exception, lineNumber, columnNumber } = details;
    if (exception?.objectId === undefined) {
      const plain = exception && "value" in exception ? (exception.value as unknown) : exception?.description;
      return { error: plain };
    }
    const { value: error } = await this.#objectOf(exception.objectId);
    const { codeName } = this.#input;
    if (error instanceof SyntaxError && !error.stack?.includes(`${codeName}:`)) {
      const lines = code.split("\n");
      const line = Math.min(lineNumber + 1, lines.length);
      const column = line === lineNumber + 1 ? columnNumber + 1 : (lines.at(-1)?.length ?? 0) + 1;
      error.stack = `${error.name}: ${error.message}\n    at ${codeName}:${line}:${column}`;
    }
    return { error };
  }

  /** Object that the inspector knows by an id. */
  async #objectOf(objectId: string): Promise<{ readonly value: unknown }> {
    let found: unknown;
    (globalThis as { [CAUGHT]?: unknown })[CAUGHT] = (value: unknown) => {
      found = value;
    };
    const functionDeclaration = `function () { "use strict"; globalThis[Symbol.for("repl.caught")](this); }`;
    await this.#post("Runtime.callFunctionOn", { objectId, functionDeclaration });
    return { value: found };
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
