import { createInterface, type Interface } from "node:readline";
import type { Io } from "../../../../core/io.ts";
import { isUnfinished } from "./repl-code.ts";

const PROMPT = "> ";
const CONTINUED = "... ";

/** Editor of lines at the terminal, with a history of this run. */
export class LineEditor {
  readonly #drawn: () => void;
  readonly #lines: Interface;
  readonly #entered: string[] = [];
  #closed = false;
  #wake: (() => void) | undefined;
  #unfinished = "";
  /** Ends the code that runs; undefined while none does. */
  interrupt: (() => void) | undefined;

  constructor(io: Io) {
    this.#drawn = io.draw();
    this.#lines = createInterface({
      input: io.takeStdin("the REPL"),
      output: io.stderr,
      terminal: true,
      prompt: PROMPT,
      historySize: 1_000,
    });
    this.#lines.on("line", (line) => this.#push(() => this.#entered.push(line)));
    this.#lines.on("close", () => {
      this.interrupt?.();
      this.#push(() => {
        this.#closed = true;
      });
    });
    this.#lines.on("SIGINT", () => this.#onInterrupt());
  }

  /** Next complete input; undefined after Ctrl-D. */
  async read(): Promise<string | undefined> {
    for (;;) {
      if (this.#entered.length === 0) {
        if (this.#closed) return undefined;
        this.#lines.setPrompt(this.#unfinished === "" ? PROMPT : CONTINUED);
        this.#lines.prompt(true);
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        continue;
      }
      this.#unfinished += this.#unfinished === "" ? "" : "\n";
      this.#unfinished += this.#entered.shift() ?? "";
      if (isUnfinished(this.#unfinished)) continue;
      const code = this.#unfinished;
      this.#unfinished = "";
      if (code.trim() !== "") return code;
    }
  }

  /** Gives the terminal back. Idempotent. */
  close(): void {
    this.#lines.close();
    this.#drawn();
  }

  #push(change: () => void): void {
    change();
    this.#wake?.();
    this.#wake = undefined;
  }

  /** Ctrl-C: ends the running code, or drops what was typed. */
  #onInterrupt(): void {
    if (this.interrupt) {
      this.interrupt();
      return;
    }
    const isEmpty = this.#lines.line === "" && this.#unfinished === "" && this.#entered.length === 0;
    this.#unfinished = "";
    this.#entered.length = 0;
    this.#lines.write(null, { ctrl: true, name: "e" });
    this.#lines.write(null, { ctrl: true, name: "u" });
    this.#lines.setPrompt(isEmpty ? `(Ctrl-D ends it)\n${PROMPT}` : PROMPT);
    this.#lines.prompt();
    this.#lines.setPrompt(PROMPT);
  }
}
