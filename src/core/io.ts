import type { Readable, Writable } from "node:stream";
import { untilAborted } from "./abort.ts";
import { CliError } from "./errors.ts";
import { indentRest, sanitize } from "./sanitize.ts";
import { stdinOffered } from "./stdin-offered.ts";
import { Styled, type Text } from "./styled.ts";
import { writeWithoutStream } from "./write-without-stream.ts";

/**
 * Detects a terminal without opening the stream. `node:tty` loads the network modules of Node, so it is used only for
 * descriptors that can be a terminal.
 */
function isTerminal(descriptor: number): boolean {
  return mayBeTerminal(descriptor) && process.getBuiltinModule("node:tty").isatty(descriptor);
}

function mayBeTerminal(descriptor: number): boolean {
  if (process.platform === "win32") return true;
  try {
    return process.getBuiltinModule("node:fs").fstatSync(descriptor).isCharacterDevice();
  } catch {
    // A closed descriptor.
    return false;
  }
}

export interface TtyFacts {
  stdin: boolean;
  stdout: boolean;
  stderr: boolean;
}

export interface IoOptions {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  /** Writes the first output to stdout without its stream, and returns how much of it: {@link writeWithoutStream}. */
  writeOut?: ((bytes: Uint8Array) => number) | undefined;
  env: Readonly<Record<string, string | undefined>>;
  tty: TtyFacts;
  /** True when stdin is a pipe or an unread file; false when omitted. */
  stdinOffered?: boolean;
  /** Columns of the terminal. */
  width: number;
  /** Rows of the terminal; 24 when omitted. */
  height?: number;
  cwd: string;
}

/** Notice for the person. */
interface Notice {
  readonly text: string;
  readonly isWarning: boolean;
}

/** Line of a notice; a warning is marked as one. */
export function lineOf({ text, isWarning }: Notice): string {
  return isWarning ? `warning: ${text}` : text;
}

/** Text that names the commands to run next, below each other once a notice has indented its further lines. */
export function nextText(commands: readonly string[]): string {
  return `next:  ${commands.join("\n     ")}`;
}

/** The only owner of the process's streams, its terminal facts and its environment. Tests make one over buffers. */
export class Io {
  readonly #options: IoOptions;
  quiet = false;
  noInput = false;
  noColor = false;
  /** True when errors are written as JSON. */
  jsonErrors = false;
  /** Aborts writes that wait for a reader. */
  interruption: AbortSignal | undefined;
  /** Leaves Ctrl-C to a child that reads the terminal. Returns a function that takes it back. */
  leaveInterrupts: () => () => void = () => () => {};
  /** True while a long result must not wait for a person to read it. */
  noPager = false;
  /** Asks a yes-or-no question in another way than at the terminal. */
  ask: ((question: string, signal: AbortSignal) => Promise<boolean>) | undefined;
  /** Takes notices instead of stderr, while a view has the terminal. */
  noteTaker: ((text: string) => void) | undefined;
  #stdout: Writable | undefined;
  #stderr: Writable | undefined;
  #stdoutError: NodeJS.ErrnoException | undefined;
  #hasWritten = false;
  #stdinTaken: string | undefined;
  readonly #heldNotices: Notice[] = [];
  /** Ends of what draws on stderr. */
  readonly #drawings = new Set<() => void>();

  /** Options are read on demand, because opening a stream of the process takes milliseconds. */
  constructor(options: IoOptions) {
    this.#options = options;
  }

  /** True while a view, a spinner or a bar draws on stderr: a second one would destroy it. */
  get isDrawnOn(): boolean {
    return this.#drawings.size > 0;
  }

  /**
   * Draws on stderr from now on. Returns a function that gives it back.
   *
   * @param end called when something else begins to draw
   */
  draw(end: () => void = () => {}): () => void {
    for (const other of this.#drawings) other();
    this.#drawings.add(end);
    return () => void this.#drawings.delete(end);
  }

  get stdin(): Readable {
    return this.#options.stdin;
  }

  get stdout(): Writable {
    this.#stdout ??= this.#options.stdout.on("error", (error: NodeJS.ErrnoException) => {
      this.#stdoutError = error;
    });
    return this.#stdout;
  }

  get stderr(): Writable {
    this.#stderr ??= this.#options.stderr.on("error", () => {});
    return this.#stderr;
  }

  get env(): Readonly<Record<string, string | undefined>> {
    return this.#options.env;
  }

  get tty(): TtyFacts {
    return this.#options.tty;
  }

  /** True when stdin is a pipe, or a file that nobody has read from yet. The check reads nothing from it. */
  get stdinOffered(): boolean {
    return this.#options.stdinOffered ?? false;
  }

  get width(): number {
    return this.#options.width;
  }

  get height(): number {
    return this.#options.height ?? 24;
  }

  get cwd(): string {
    return this.#options.cwd;
  }

  /** True when a question may be asked: stdin and stderr are terminals, and neither `CI` nor `--no-input` is set. */
  get interactive(): boolean {
    return this.tty.stdin && this.tty.stderr && !this.noInput && !flagSet(this.env["CI"]);
  }

  /** True when progress and live views may move the cursor on stderr. */
  get live(): boolean {
    if (!this.tty.stderr || this.quiet || flagSet(this.env["CI"]) || this.env["TERM"] === "dumb") return false;
    // Some programs provide a terminal without a width, which cannot be drawn on.
    return (this.stderr as { columns?: number }).columns !== 0;
  }

  /** True when the person has asked for output that a screen reader can follow. */
  get hasScreenReader(): boolean {
    return this.env["INK_SCREEN_READER"] === "true";
  }

  /** True when long texts on stdout may go through a pager. */
  get pages(): boolean {
    return this.tty.stdout && !this.noPager && !this.noInput && !flagSet(this.env["CI"]) && this.env["TERM"] !== "dumb";
  }

  /** True when a stream takes colour. `NO_COLOR`, `FORCE_COLOR` and `--no-color` override the terminal. */
  colour(stream: "stdout" | "stderr"): boolean {
    if (this.noColor || this.env["NO_COLOR"]) return false;
    const force = this.env["FORCE_COLOR"];
    if (force !== undefined) return force !== "0" && force !== "false";
    return this.tty[stream] && this.env["TERM"] !== "dumb";
  }

  /** The present in milliseconds since 1970, for ages. */
  now(): number {
    return Date.now();
  }

  /**
   * Writes a part of the result and waits until the stream can take more. A closed pipe ends the command quietly. At a
   * terminal a string is escaped; a {@link Styled} text is safe already, and bytes are exact.
   */
  async write(data: Text | Uint8Array): Promise<void> {
    if (this.#stdoutError) throw stdoutFailure(this.#stdoutError);
    const rest = this.#writeFirst(shown(data, this.tty.stdout));
    if (rest.length === 0) return;
    await this.#unlessInterrupted(
      new Promise<void>((resolve, reject) => {
        this.stdout.write(rest, (error) => (error ? reject(stdoutFailure(error)) : resolve()));
      }),
    );
  }

  /** Writes as much of the first output as possible without a stream. Returns the rest. */
  #writeFirst(data: string | Uint8Array): string | Uint8Array {
    const { writeOut } = this.#options;
    const isFirst = !this.#hasWritten && this.#stdout === undefined;
    this.#hasWritten = true;
    if (!isFirst || writeOut === undefined) return data;
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    try {
      return bytes.subarray(writeOut(bytes));
    } catch (error) {
      this.#stdoutError = error as NodeJS.ErrnoException;
      throw stdoutFailure(this.#stdoutError);
    }
  }

  /** Writes to stderr as {@link Io.write} does to stdout: a program's own output, which `--quiet` does not silence. */
  async writeError(data: Text | Uint8Array): Promise<void> {
    await this.#unlessInterrupted(
      new Promise<void>((resolve) => {
        this.stderr.write(shown(data, this.tty.stderr), () => resolve());
      }),
    );
  }

  #unlessInterrupted(written: Promise<void>): Promise<void> {
    return this.interruption ? untilAborted(written, this.interruption) : written;
  }

  /**
   * Writes a notice for the person to stderr, unless `--quiet` is set. When errors are JSON, notices are held back until
   * the command has succeeded: after a failure, stderr holds only the error object, with the warnings among them.
   */
  note(text: string): void {
    this.#notice({ text, isWarning: false });
  }

  /** Writes a warning, like {@link Io.note}. */
  warn(text: string): void {
    this.#notice({ text, isWarning: true });
  }

  /** Writes the commands to run next, as a notice. */
  next(commands: readonly string[]): void {
    this.note(nextText(commands));
  }

  #notice(notice: Notice): void {
    if (this.quiet) return;
    if (this.noteTaker) this.noteTaker(lineOf(notice));
    else if (this.jsonErrors) this.#heldNotices.push(notice);
    else this.report(lineOf(notice));
  }

  /** Writes the notices that were held back. */
  writeHeldNotes(): void {
    for (const notice of this.#heldNotices.splice(0)) this.report(lineOf(notice));
  }

  /**
   * Takes the warnings among the notices that were held back, for the error object: a warning may report a change that was
   * made, and is not repeated by the next command.
   */
  takeHeldWarnings(): string[] {
    const held = this.#heldNotices.splice(0);
    return held.filter(({ isWarning }) => isWarning).map(({ text }) => sanitize(text));
  }

  /** Writes a part of a line to stderr; escaped, also in a pipe. */
  print(text: Text): void {
    this.stderr.write(Styled.of(text).ansi);
  }

  /**
   * A line on stderr that `--quiet` does not silence (notices, traces); escaped, also in a pipe. Further lines of a text are
   * indented: words of a service cannot be taken for a line of this program, or for a command of a CI job.
   */
  report(text: Text): void {
    this.print(Styled.lines([typeof text === "string" ? indentRest(text) : text]));
  }

  /** Claims stdin for `owner`; two values cannot both be read from it. Exit 2. */
  takeStdin(owner: string): Readable {
    if (this.#stdinTaken !== undefined) {
      throw new CliError("usage", `${owner}: stdin is already read for ${this.#stdinTaken}; give one of them as @file`);
    }
    this.#stdinTaken = owner;
    return this.stdin;
  }
}

/** The streams of this process. */
export function processIo(): Io {
  return new Io({
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    writeOut: (bytes) => writeWithoutStream(1, bytes),
    env: process.env,
    tty: {
      get stdin() {
        return isTerminal(0);
      },
      get stdout() {
        return isTerminal(1);
      },
      get stderr() {
        return isTerminal(2);
      },
    },
    get stdinOffered() {
      return stdinOffered();
    },
    get width() {
      return (isTerminal(1) && process.stdout.columns) || (isTerminal(2) && process.stderr.columns) || 80;
    },
    get height() {
      return (isTerminal(1) && process.stdout.rows) || 24;
    },
    get cwd() {
      return process.cwd();
    },
  });
}

/** Data as its stream gets it: a string is escaped where it goes to a terminal. */
function shown(data: Text | Uint8Array, terminal: boolean): string | Uint8Array {
  if (typeof data === "string") return terminal ? sanitize(data) : data;
  return data instanceof Styled ? data.ansi : data;
}

function flagSet(value: string | undefined): boolean {
  return value !== undefined && value !== "" && value !== "0" && value !== "false";
}

/** Thrown when the reader of stdout has closed the pipe (`| head`). Not a failure. */
export class ClosedPipeError extends Error {
  override readonly name = "ClosedPipeError";
}

function stdoutFailure(error: NodeJS.ErrnoException): Error {
  if (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED") return new ClosedPipeError();
  return new CliError("local-file", `cannot write to stdout: ${error.message}`, { cause: error });
}
