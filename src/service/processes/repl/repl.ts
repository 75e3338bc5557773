import { Turns } from "../turns.ts";
import type { ReplCode, ReplProcess, ReplResult } from "./repl-process.ts";

/** Result of code, with the REPL that ran it. */
export interface Evaluation extends ReplResult {
  readonly replId: string;
}

/** The REPL of a session (contract 2.28): its process starts with the first code, and again after an end. */
export class Repl {
  readonly #turns = new Turns();
  #process: ReplProcess | undefined;

  /**
   * Evaluates code after all code before it.
   *
   * @param start starts a process
   * @param reset starts a new one even where there is one
   */
  async evaluate(
    { reset, ...code }: ReplCode & { readonly reset: boolean },
    start: () => Promise<ReplProcess>,
    signal: AbortSignal,
  ): Promise<Evaluation> {
    return await this.#turns.run(async () => {
      if (reset) await this.#process?.close();
      if (!this.#process || this.#process.ended) this.#process = await start();
      return { ...(await this.#process.evaluate(code, signal)), replId: this.#process.id };
    }, signal);
  }
}
