import { type IPty, spawn } from "@lydell/node-pty";
import type { Terminal as TerminalType } from "@xterm/headless";
import xterm from "@xterm/headless";
import { until } from "../support/until.ts";

/** Lines that a command left on the terminal, and its exit code. */
export interface ShellResult {
  /** Lines below the command, without blanks at their ends. */
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/** Text that a command asks for, and what to type then. */
export interface Reply {
  readonly prompt: RegExp;
  readonly answer: string;
}

/** Private number of the escape sequence with which bash reports an exit code. */
const EXIT_REPORT = 7777;
const COLUMNS = 180;

/** One interactive bash on a terminal: variables and the working directory last from command to command. */
export class ShellSession {
  readonly #pty: IPty;
  readonly #terminal: TerminalType;
  readonly #exits: { exitCode: number; row: number; column: number }[] = [];
  #gone = false;

  private constructor(pty: IPty, terminal: TerminalType) {
    this.#pty = pty;
    this.#terminal = terminal;
    terminal.parser.registerOscHandler(EXIT_REPORT, (data) => {
      const { baseY, cursorY, cursorX } = terminal.buffer.active;
      this.#exits.push({ exitCode: Number(data), row: baseY + cursorY, column: cursorX });
      return true;
    });
    pty.onData((data) => terminal.write(data));
    pty.onExit(() => {
      this.#gone = true;
    });
  }

  /** Starts bash and waits for its first prompt. */
  static async start(cwd: string, env: Readonly<Record<string, string>>): Promise<ShellSession> {
    const pty = spawn("bash", ["--noprofile", "--norc", "-i"], {
      name: "xterm-256color",
      cols: COLUMNS,
      rows: 50,
      cwd,
      env: {
        ...env,
        TERM: "xterm-256color",
        PS1: "$ ",
        PS2: "> ",
        PROMPT_COMMAND: `printf '\\e]${EXIT_REPORT};%s\\a' "$?"`,
      },
    });
    const terminal = new xterm.Terminal({ cols: COLUMNS, rows: 50, scrollback: 20_000, allowProposedApi: true });
    const session = new ShellSession(pty, terminal);
    await until(() => session.#exits.length > 0, { what: () => "the prompt of bash" });
    return session;
  }

  /**
   * Types a command and waits for the next prompt, at most `boundMs`.
   *
   * @param replies typed when their prompt is in the last line
   */
  async run(command: string, replies: readonly Reply[] = [], boundMs = 60_000): Promise<ShellResult> {
    const before = this.#exits.length;
    const start = this.#exits.at(-1)?.row ?? 0;
    const open = new Set(replies);
    this.#pty.write(`${command}\r`);
    await until(
      () => {
        for (const reply of open) {
          if (!reply.prompt.test(this.#lastLine())) continue;
          open.delete(reply);
          this.#pty.write(`${reply.answer}\r`);
        }
        return this.#gone || this.#exits.length > before;
      },
      { what: () => `the end of "${command}"; the terminal shows\n${this.#rows(start).join("\n")}`, boundMs: boundMs },
    );
    const end = this.#exits.at(-1);
    if (!end || this.#gone) throw new Error(`bash ended during "${command}"`);
    const typedRows = command.split("\n").length;
    const lines = this.#rows(start + typedRows, end.row);
    // A last line without its newline: the prompt stands behind it.
    if (end.column > 0) lines.push(...this.#rows(end.row, end.row + 1).map((row) => row.slice(0, end.column)));
    // A prompt that draws itself anew can leave the typed line among the others.
    if (lines[0] === `$ ${command}`) lines.shift();
    return { lines, exitCode: end.exitCode };
  }

  /** Ends bash and its children. */
  async close(): Promise<void> {
    this.#pty.kill("SIGKILL");
    await until(() => this.#gone, { what: () => "the end of bash" });
    this.#terminal.dispose();
  }

  #rows(from: number, to = this.#terminal.buffer.normal.length): string[] {
    const buffer = this.#terminal.buffer.normal;
    const rows: string[] = [];
    for (let at = from; at < to; at += 1) {
      const line = buffer.getLine(at);
      const text = line?.translateToString(true) ?? "";
      // A line that is longer than the terminal is wide goes on in the next row.
      if (line?.isWrapped && rows.length > 0) rows.push(`${rows.pop() ?? ""}${text}`);
      else rows.push(text);
    }
    return rows;
  }

  #lastLine(): string {
    const { baseY, cursorY } = this.#terminal.buffer.active;
    return this.#terminal.buffer.active.getLine(baseY + cursorY)?.translateToString(true) ?? "";
  }
}
