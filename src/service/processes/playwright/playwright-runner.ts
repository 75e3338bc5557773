import { compileCode } from "./compile-code.ts";
import { connect } from "./connect.ts";
import type { RunnerInput, RunnerOutput } from "./protocol.ts";
import { errorText, resultJson } from "./result-text.ts";

/** Environment of the runner. */
export interface RunnerProcess {
  /** Loads modules for the runner and for the code. */
  readonly require: (name: string) => unknown;
  readonly process: NodeJS.Process;
  /** Receives the answer as JSON, once. */
  readonly answer: (text: string) => void;
}

/**
 * Connects to the session, in a separate Node process inside the session's container, runs the code as the body of an
 * async function with `page`, `context` and `browser`, and answers with the result or an error with the code's stack
 * lines. Then it exits.
 */
export class PlaywrightRunner {
  readonly #own: RunnerProcess;
  readonly #input: RunnerInput;
  #answered = false;

  constructor(own: RunnerProcess, input: RunnerInput) {
    this.#own = own;
    this.#input = input;
    own.process.on("uncaughtException", (error) => this.#fail(error));
    own.process.on("unhandledRejection", (error) => this.#fail(error));
  }

  /** Runs the code to its answer and exits. */
  run(): void {
    this.#execute().then(
      () => this.#leave(0),
      (error: unknown) => this.#fail(error),
    );
  }

  async #execute(): Promise<void> {
    const { cdpUrl, code, codeName, only, playwright, resultLimit, targetId } = this.#input;
    const { require, process } = this.#own;
    // Compiled before connecting: a syntax error needs no browser.
    const body = compileCode(code, { codeName, process });
    const { browser, context, page } = await connect(require(playwright), cdpUrl, { targetId, only });
    const text = resultJson(await body(page, context, browser, require));
    if (text !== undefined && text.length > resultLimit)
      throw new Error(`the result is ${mebibytes(text.length)} of JSON; the limit is ${mebibytes(resultLimit)}`);
    this.#answer({ success: true, ...(text !== undefined && { result: JSON.parse(text) as unknown }) });
    await browser.close().catch(() => {});
  }

  #fail(error: unknown): void {
    this.#answer({ success: false, error: errorText(error, this.#input.codeName) });
    this.#leave(1);
  }

  #answer(output: RunnerOutput): void {
    if (this.#answered) return;
    this.#answered = true;
    this.#own.answer(JSON.stringify(output));
  }

  /** Exits after all pipes are flushed. */
  #leave(code: number): void {
    const { process: own } = this.#own;
    own.stdout.write("", () => own.stderr.write("", () => own.exit(code)));
  }
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_048_576)} MiB`;
}
