import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type IPty, spawn } from "@lydell/node-pty";
import type { IBufferLine, Terminal as TerminalType } from "@xterm/headless";
import xterm from "@xterm/headless";
import { rolldown } from "rolldown";
import type { FollowItem } from "../../../src/core/follow-item.ts";
import { until } from "../../support/until.ts";
import type { Answer, DriverOptions, Order } from "./log-orders.ts";

/** The driver as one file that Node runs; Node itself takes no TSX. */
export async function buildDriver(): Promise<{ file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "browserctl-driver-"));
  const file = join(folder, "log-driver.mjs");
  const bundler = await rolldown({
    input: join(import.meta.dirname, "log-driver.ts"),
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
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface LogTerminalOptions extends Omit<DriverOptions, "port"> {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Stdin is no terminal, and empty. */
  readonly noStdin?: boolean;
}

/** The view at a real terminal whose screen can be read, and the stream that feeds it. */
export class LogTerminal {
  readonly pty: IPty;
  readonly terminal: TerminalType;
  readonly answers: Answer[] = [];
  /** Everything that was written to the terminal. */
  output = "";
  exitCode: number | undefined;
  #socket: Socket | undefined;
  readonly #exited: Promise<void>;
  readonly #close: () => void;

  private constructor(pty: IPty, terminal: TerminalType, close: () => void) {
    this.pty = pty;
    this.terminal = terminal;
    this.#close = close;
    pty.onData((data) => {
      this.output += data;
      if (this.output.length > 4_000_000) this.output = this.output.slice(-2_000_000);
      terminal.write(data);
    });
    this.#exited = new Promise((resolve) => {
      pty.onExit(({ exitCode }) => {
        this.exitCode = exitCode;
        resolve();
      });
    });
  }

  static async start(driver: string, options: LogTerminalOptions = {}): Promise<LogTerminal> {
    const { columns = 80, rows = 24, env = {}, noStdin = false, ...rest } = options;
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as { port: number };
    const words = noStdin
      ? ["sh", "-c", `exec "$0" "$1" < /dev/null`, process.execPath, driver]
      : [process.execPath, driver];
    const pty = spawn(words[0] ?? "", words.slice(1), {
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
        DRIVER_OPTIONS: JSON.stringify({ port, ...rest }),
      },
    });
    const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 1_000, allowProposedApi: true });
    const started = new LogTerminal(pty, terminal, () => server.close());
    const connected = once(server, "connection") as Promise<[Socket]>;
    const [socket] = await Promise.race([
      connected,
      started.#exited.then(() => {
        throw new Error(`the driver ended: ${started.output}`);
      }),
    ]);
    started.#socket = socket;
    socket.on("error", () => {});
    // A driver that is killed breaks the connection off; the interface passes that on.
    const told = createInterface({ input: socket }).on("error", () => {});
    told.on("line", (text) => started.answers.push(JSON.parse(text) as Answer));
    return started;
  }

  order(order: Order): void {
    this.#socket?.write(`${JSON.stringify(order)}\n`);
  }

  /** Feeds the view. */
  items(...items: readonly FollowItem[]): void {
    this.order({ do: "items", items });
  }

  /** Feeds log lines, a second apart from each other. */
  lines(...messages: readonly string[]): void {
    this.items(...messages.map((message, at) => log(message, at)));
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
    return Array.from({ length: this.terminal.rows }, (_, row) => {
      return buffer.getLine(buffer.baseY + row)?.translateToString(true) ?? "";
    });
  }

  /** A row of the screen with its colours. */
  row(at: number): IBufferLine | undefined {
    return this.terminal.buffer.active.getLine(this.terminal.buffer.active.baseY + at);
  }

  /** Everything in the terminal's main screen and what scrolled out of it. */
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

  async until(condition: () => boolean, what: string, boundMs = 10_000): Promise<void> {
    await until(condition, { what: () => `${what} on\n${this.screen().join("\n")}`, boundMs });
  }

  /** What the driver told of one kind, the latest. */
  answer<K extends string>(kind: K): Extract<Answer, Record<K, unknown>> | undefined {
    return this.answers.findLast((answer) => kind in answer) as Extract<Answer, Record<K, unknown>> | undefined;
  }

  /** Waits until the program has ended and the terminal has taken everything. */
  async ended(): Promise<void> {
    await this.#exited;
    await new Promise<void>((resolve) => this.terminal.write("", resolve));
    await this.until(() => this.exitCode !== 0 || this.answer("modes") !== undefined, "the driver's last word");
  }

  /** Ends it, whatever it does. */
  async close(): Promise<void> {
    if (this.exitCode === undefined) this.pty.kill("SIGKILL");
    await this.#exited;
    this.#socket?.destroy();
    this.#close();
    this.terminal.dispose();
  }
}

/** A log event, so many seconds after 10:00. */
export function log(message: string, second = 0): FollowItem {
  const timestamp = new Date(Date.parse("2026-11-20T10:00:00Z") + second * 1_000).toISOString();
  return { kind: "event", raw: "", value: { event: "log", timestamp, message } };
}

/** A state event; the invocation began at 10:00. */
export function state(status: string, more: Readonly<Record<string, unknown>> = {}): FollowItem {
  const invocation = { id: "inv_1", status, started_at: "2026-11-20T10:00:00Z", ...more };
  return {
    kind: "event",
    raw: "",
    value: { event: "invocation_state", timestamp: "2026-11-20T10:00:00Z", invocation },
  };
}
