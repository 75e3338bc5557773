import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type IPty, spawn } from "@lydell/node-pty";
import type { IBufferLine, Terminal as TerminalType } from "@xterm/headless";
import xterm from "@xterm/headless";
import { rolldown } from "rolldown";
import { until } from "../../support/until.ts";

export interface Driver {
  /** The bundled program. */
  readonly file: string;
  readonly remove: () => Promise<void>;
}

/** Bundles a driver beside this file into one program for Node, which itself takes no TSX. */
export async function buildDriver(entry: string): Promise<Driver> {
  const directory = await mkdtemp(join(tmpdir(), "browserctl-driver-"));
  const file = join(directory, "driver.mjs");
  const bundler = await rolldown({
    input: join(import.meta.dirname, entry),
    platform: "node",
    tsconfig: false,
    transform: {
      jsx: { runtime: "automatic" },
      define: { "process.env.NODE_ENV": '"production"', "process.env.DEV": "undefined" },
    },
    plugins: [
      {
        name: "no-devtools",
        resolveId: (id) => (id === "react-devtools-core" ? "\0none" : undefined),
        load: (id) => (id === "\0none" ? "export default {};" : undefined),
      },
    ],
  });
  await bundler.write({ file, format: "esm", codeSplitting: false });
  await bundler.close();
  return { file, remove: () => rm(directory, { recursive: true, force: true }) };
}

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Stdin is not a terminal, and empty. */
  readonly noStdin?: boolean;
  /** The program is typed into a shell, which controls it as a job. */
  readonly inShell?: boolean;
  /** Words after the program; neither with `noStdin` nor in a shell. */
  readonly args?: readonly string[];
}

function wordsOf(driver: string, { args = [], inShell, noStdin }: TerminalOptions): string[] {
  if (inShell) return ["bash", "--norc", "--noprofile", "-i"];
  if (noStdin) return ["sh", "-c", `exec "$0" "$1" < /dev/null`, process.execPath, driver];
  return [process.execPath, driver, ...args];
}

/** A program at a real terminal whose screen can be read. */
export class ViewTerminal {
  readonly pty: IPty;
  readonly terminal: TerminalType;
  /** Everything that was written to the terminal, up to a few megabytes. */
  output = "";
  exitCode: number | undefined;
  readonly exited: Promise<void>;

  constructor(driver: string, options: TerminalOptions, variables: Readonly<Record<string, string>> = {}) {
    const { columns = 80, rows = 24, env = {}, inShell = false } = options;
    const words = wordsOf(driver, options);
    this.pty = spawn(words[0] ?? "", words.slice(1), {
      name: "xterm-256color",
      cols: columns,
      rows,
      env: {
        PATH: process.env["PATH"] ?? "",
        LANG: "C.UTF-8",
        TERM: "xterm-256color",
        TZ: "UTC",
        BROWSERCTL_TEST_RUN: process.env["BROWSERCTL_TEST_RUN"] ?? "",
        ...env,
        ...variables,
      },
    });
    this.terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 1_000, allowProposedApi: true });
    this.pty.onData((data) => {
      this.output += data;
      if (this.output.length > 4_000_000) this.output = this.output.slice(-2_000_000);
      this.terminal.write(data);
    });
    if (inShell) this.type(`"${process.execPath}" "${driver}"\r`);
    this.exited = new Promise((resolve) => {
      this.pty.onExit(({ exitCode }) => {
        this.exitCode = exitCode;
        resolve();
      });
    });
  }

  type(keys: string): void {
    this.pty.write(keys);
  }

  resize(columns: number, rows: number): void {
    this.terminal.resize(columns, rows);
    this.pty.resize(columns, rows);
  }

  /** The rows of the screen, without blanks at their ends. */
  screen(): string[] {
    const buffer = this.terminal.buffer.active;
    // After the terminal has become narrower, a line of the buffer can still be longer than the screen is wide.
    return Array.from({ length: this.terminal.rows }, (_, row) => {
      return buffer.getLine(buffer.baseY + row)?.translateToString(true, 0, this.terminal.cols) ?? "";
    });
  }

  /** A row of the screen with its colours. */
  row(at: number): IBufferLine | undefined {
    return this.terminal.buffer.active.getLine(this.terminal.buffer.active.baseY + at);
  }

  /** The rows of the main screen, those that scrolled out of it included. */
  scrollback(): string[] {
    const buffer = this.terminal.buffer.normal;
    return Array.from({ length: buffer.length }, (_, row) => buffer.getLine(row)?.translateToString(true) ?? "");
  }

  /** Waits until the screen shows a text. */
  shows(text: string, boundMs?: number): Promise<void> {
    return this.until(() => this.screen().join("\n").includes(text), `"${text}"`, boundMs);
  }

  /** Waits until the screen does not show a text. */
  hides(text: string): Promise<void> {
    return this.until(() => !this.screen().join("\n").includes(text), `no "${text}"`);
  }

  async until(condition: () => boolean, what: string, boundMs = 120_000): Promise<void> {
    await until(condition, { what: () => `${what} on\n${this.screen().join("\n")}`, boundMs });
  }

  /** Waits until the program has exited and the terminal has processed its output. */
  async ended(): Promise<void> {
    await this.exited;
    await new Promise<void>((resolve) => this.terminal.write("", resolve));
  }

  /** Kills the program if it still runs. */
  async close(): Promise<void> {
    if (this.exitCode === undefined) this.pty.kill("SIGKILL");
    await this.exited;
    this.terminal.dispose();
  }
}
