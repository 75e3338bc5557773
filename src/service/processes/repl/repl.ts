import { Turns } from "../turns.ts";
import type { AddTools, CustomToolFacts, ReplCode, ToolWork, ToolWorkEnd } from "./protocol.ts";
import type { ReplProcess, ReplResult } from "./repl-process.ts";

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
      const process = await this.#started(start);
      return { ...(await process.evaluate(code, signal)), replId: process.id };
    }, signal);
  }

  /** Custom tools of the REPL that runs. */
  get tools(): readonly CustomToolFacts[] {
    return this.#process?.tools ?? [];
  }

  /** Adds custom tools, after all code before; it may start the process. */
  async addTools(add: AddTools, start: () => Promise<ReplProcess>, signal: AbortSignal): Promise<ToolWorkEnd> {
    return await this.#turns.run(async () => (await this.#started(start)).work({ add }), signal);
  }

  /** Calls or removes a custom tool, also while code runs; undefined when no REPL runs. */
  async work(work: Exclude<ToolWork, { readonly add: unknown }>): Promise<ToolWorkEnd | undefined> {
    return this.#process?.ended === false ? await this.#process.work(work) : undefined;
  }

  async #started(start: () => Promise<ReplProcess>): Promise<ReplProcess> {
    if (!this.#process || this.#process.ended) this.#process = await start();
    return this.#process;
  }
}
