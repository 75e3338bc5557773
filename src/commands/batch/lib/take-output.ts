import type { Globals } from "../../../cli/declare/context.ts";
import type { Output } from "../../../cli/declare/spec.ts";
import { chosenOf, isJson, type PrintHints, printOutput } from "../../../cli/output/print.ts";
import { jsonText } from "../../../render/json.ts";
import type { LineIo } from "./line-io.ts";

/** Result of a line: a value, or bytes that are not text. */
export type Taken = { readonly result: unknown } | { readonly base64: string } | undefined;

/** Collects the output of a line as a value. A form other than JSON that the line requests is collected as text. */
export class OutputTaker {
  readonly #io: LineIo;
  #value: { readonly result: unknown } | undefined;

  constructor(io: LineIo) {
    this.#io = io;
  }

  /** The result so far; a failed line may have one too. */
  get taken(): Taken {
    if (this.#value) return this.#value;
    const { written } = this.#io;
    if (written.length === 0) return undefined;
    try {
      return { result: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(written) };
    } catch {
      return { base64: written.toString("base64") };
    }
  }

  /** Replaces `printOutput`: returns the exit code, or throws the output's failure. */
  async print(output: Output, globals: Globals, hints: PrintHints): Promise<number> {
    const { kind, before, failure, until, unprinted } = output;
    // Bytes and texts are written unchanged in every form.
    if (!isJson(globals) || kind === "exit" || kind === "bytes") return printOutput(output, this.#io, globals, hints);
    if (before !== undefined) await this.#io.write(before);
    const exitNumber = await this.#take(output, globals).catch(async (error: unknown) => {
      await unprinted?.(error);
      throw error;
    });
    if (failure) throw failure;
    await until;
    return exitNumber;
  }

  async #take(output: Exclude<Output, { kind: "exit" | "bytes" }>, globals: Globals): Promise<number> {
    const chosenEach = (values: readonly unknown[]) => chosenOf(values, this.#io, globals);
    const chosen = async (value: unknown): Promise<unknown> => (await chosenEach([value]))[0];
    switch (output.kind) {
      case "value":
        this.#value = { result: await chosen(output.value) };
        return output.exitNumber ?? 0;
      case "done":
        this.#value = { result: await chosen(output.value) };
        return 0;
      case "text":
        // A printed request is not a result, so --query and --fields do not apply.
        this.#value = { result: globals.print ? String(output.text) : await chosen(String(output.text)) };
        return 0;
      case "items":
        return this.#takeItems(output, chosenEach);
    }
  }

  async #takeItems(
    { items, print, values }: Extract<Output, { kind: "items" }>,
    chosen: (values: readonly unknown[]) => Promise<readonly unknown[]>,
  ): Promise<number> {
    const list: unknown[] = [];
    const add = async (added: readonly unknown[]): Promise<void> => {
      for (const value of added) this.#io.count(jsonText(value, 0).length);
      for (const value of await chosen(added)) list.push(value);
      this.#value = { result: list };
    };
    try {
      for (;;) {
        const { done, value } = await items.next();
        if (done) {
          if (this.#io.written.length === 0) this.#value = { result: list };
          return value ?? 0;
        }
        if (values) {
          await add(values(value));
          continue;
        }
        const printed = print(value);
        if (!printed) continue;
        if ("values" in printed) await add(printed.values);
        else await (printed.to === "stdout" ? this.#io.write(printed.data) : this.#io.writeError(printed.data));
      }
    } finally {
      await items.return(undefined);
    }
  }
}
