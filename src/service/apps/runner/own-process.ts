/** Output, exit and signals of the runner's process, taken before the app is loaded, which may replace them. */
export class OwnProcess {
  readonly #process: NodeJS.Process;
  readonly #print: NodeJS.WriteStream["write"];
  readonly #printError: NodeJS.WriteStream["write"];
  readonly #exit: NodeJS.Process["exit"];

  constructor(own: NodeJS.Process) {
    this.#process = own;
    this.#print = own.stdout.write.bind(own.stdout);
    this.#printError = own.stderr.write.bind(own.stderr);
    this.#exit = own.exit.bind(own);
    // Blocking writes, as to a file: buffered output of one stream would appear after later output of the other, and
    // would be lost at an exit.
    for (const stream of [own.stdout, own.stderr] as { _handle?: { setBlocking?: (on: boolean) => void } }[]) {
      stream._handle?.setBlocking?.(true);
    }
  }

  /** Calls `failed` with errors that nothing caught. */
  onFailure(failed: (error: unknown) => void): void {
    this.#process.on("uncaughtException", failed);
    this.#process.on("unhandledRejection", failed);
  }

  /** Prints to stderr, and calls `printed` when it is written. */
  printError(text: string, printed?: () => void): void {
    this.#printError(text, printed);
  }

  /** Exits after all output is flushed. */
  leave(code: number): void {
    this.#print("", () => this.#printError("", () => this.#exit(code)));
  }

  /** Sends SIGTERM to programs that handle it; the service kills the others. */
  terminate(): void {
    if (this.#process.listenerCount("SIGTERM") > 0) this.#process.kill(this.#process.pid, "SIGTERM");
  }
}
