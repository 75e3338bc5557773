import { buildApp } from "./build-app.ts";
import { ControlChannel } from "./control-channel.ts";
import { describeError, PlainError, stackOfApp } from "./error-text.ts";
import { invokeAction } from "./invoke-action.ts";
import { OwnProcess } from "./own-process.ts";
import type { RunnerAnswer, RunnerInput } from "./protocol.ts";

/**
 * Loads an app in a separate Node process and either describes it (build) or runs one of its actions (invoke). Output
 * of the app goes to stdout unchanged. A line `{"cancel": reason}` on the control descriptor aborts the action's
 * signal; an action that ignores it is killed by the service.
 */
export class AppRunner {
  readonly #self: string;
  readonly #process: OwnProcess;
  readonly #control = new ControlChannel((line) => this.#take(line as RunnerInput | { cancel: string }));
  readonly #cancelled = new AbortController();
  #begun = false;
  #answered = false;

  /** @param self URL of the runner's file; its lines are omitted from stacks */
  constructor(self: string, own: NodeJS.Process) {
    this.#self = self;
    this.#process = new OwnProcess(own);
    this.#process.onFailure((error) => this.#fail(error));
  }

  #take(line: RunnerInput | { cancel: string }): void {
    if ("cancel" in line) this.#cancel(line.cancel);
    else if (!this.#begun) this.#begin(line);
  }

  #begin(input: RunnerInput): void {
    this.#begun = true;
    // Lets a process exit when its event loop waits only for this channel.
    this.#control.unref();
    this.#run(input)
      .then((value) => this.#answer(value, 0))
      .catch((error: unknown) => this.#fail(error));
  }

  #run(input: RunnerInput): Promise<RunnerAnswer> {
    return input.task === "build"
      ? buildApp(input, (line) => this.#process.printError(`${line}\n`))
      : invokeAction(input, this.#cancelled.signal);
  }

  #cancel(reason: string): void {
    this.#cancelled.abort(new Error(reason));
    this.#process.terminate();
  }

  #answer(value: RunnerAnswer, code: number): void {
    if (this.#answered) return;
    const text = JSON.stringify(value);
    this.#answered = true;
    this.#control.send(text, () => this.#process.leave(code));
  }

  #fail(error: unknown): void {
    if (this.#answered) return;
    const end = (): void => this.#answer({ error: describeError(error) }, 1);
    // A cancelled action needs no stack.
    if (this.#isOwnAbort(error) || error instanceof PlainError) end();
    else this.#process.printError(`${stackOfApp(error, this.#self)}\n`, end);
  }

  #isOwnAbort(error: unknown): boolean {
    const { name, cause } = (error ?? {}) as { name?: unknown; cause?: unknown };
    const { aborted, reason } = this.#cancelled.signal;
    return aborted && (error === reason || cause === reason || name === "AbortError");
  }
}
