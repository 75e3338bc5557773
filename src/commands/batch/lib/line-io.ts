import { Readable } from "node:stream";
import { CliError } from "../../../core/errors.ts";
import { Io, lineOf, nextText } from "../../../core/io.ts";
import { Styled, type Text } from "../../../core/styled.ts";
import { MAX_RESULT_BYTES } from "./limits.ts";

/**
 * Text with words from outside. A line that begins with `next:` is indented: it would name a command to run (the
 * instructions of `browserctl mcp`).
 */
export function withoutNext(text: string): string {
  return text.replaceAll(/^(?=next:)/gm, "  ");
}

/** Streams of a command that runs as a line: its output is kept, and it cannot ask questions. */
export class LineIo extends Io {
  readonly notes: string[] = [];
  readonly #whole: Io;
  readonly #written: Buffer[] = [];
  #bytes = 0;

  /** @param whole the streams of the batch: its environment and directory are those of the line */
  constructor(whole: Io, stdin: string | undefined) {
    super({
      get stdin() {
        if (stdin !== undefined) return Readable.from([Buffer.from(stdin)]);
        throw new CliError("usage", 'the line has no stdin; give it as {"args": […], "stdin": "…"}');
      },
      get stdout(): never {
        throw new Error("the output of a line is kept");
      },
      get stderr(): never {
        throw new Error("the output of a line is kept");
      },
      env: whole.env,
      tty: { stdin: false, stdout: false, stderr: false },
      stdinOffered: stdin !== undefined,
      width: whole.width,
      cwd: whole.cwd,
    });
    this.#whole = whole;
  }

  /** Bytes written to stdout. */
  get written(): Buffer {
    return Buffer.concat(this.#written);
  }

  /** Counts bytes of a streamed result. Exit 1 above the limit. */
  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= MAX_RESULT_BYTES) return;
    throw new CliError("failed", `the result of the line is larger than ${MAX_RESULT_BYTES} bytes`, {
      code: "result_too_large",
      hint: "write it to a file, with --out where the command has it, or run the command alone",
    });
  }

  override async write(data: Text | Uint8Array): Promise<void> {
    const bytes = Buffer.from((data instanceof Styled ? data.ansi : data) as Uint8Array);
    this.count(bytes.length);
    this.#written.push(bytes);
  }

  override async writeError(data: Text | Uint8Array): Promise<void> {
    const text = data.toString();
    this.count(text.length);
    for (const line of text.split("\n")) if (line !== "") this.notes.push(withoutNext(line));
  }

  override note(text: string): void {
    if (!this.quiet) this.notes.push(withoutNext(text));
  }

  override next(commands: readonly string[]): void {
    if (!this.quiet) this.notes.push(nextText(commands));
  }

  override warn(text: string): void {
    this.note(lineOf({ text, isWarning: true }));
  }

  override report(given: Text): void {
    const text = String(given);
    // A CI job reads its commands from the streams of the process.
    if (text.startsWith("::add-mask::")) this.#whole.report(text);
    else this.notes.push(withoutNext(text));
  }
}
