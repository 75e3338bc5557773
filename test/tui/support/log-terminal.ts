import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { FollowItem } from "../../../src/core/follow-item.ts";
import type { Answer, DriverOptions, Order } from "./log-orders.ts";
import { buildDriver, type Driver, type TerminalOptions, ViewTerminal } from "./view-terminal.ts";

/** The program that shows the log view. */
export function buildLogDriver(): Promise<Driver> {
  return buildDriver("invocation-log-driver.ts");
}

export interface LogTerminalOptions extends TerminalOptions, Omit<DriverOptions, "port"> {}

/** The log view at a real terminal, and the stream that feeds it. */
export class LogTerminal extends ViewTerminal {
  readonly answers: Answer[] = [];
  #socket: Socket | undefined;
  #stopListening: () => void = () => {};

  static async start(driver: string, options: LogTerminalOptions = {}): Promise<LogTerminal> {
    const { columns, rows, env, noStdin, ...rest } = options;
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as { port: number };
    const view = new LogTerminal(driver, options, { DRIVER_OPTIONS: JSON.stringify({ port, ...rest }) });
    view.#stopListening = () => void server.close();
    const connected = once(server, "connection") as Promise<[Socket]>;
    const [socket] = await Promise.race([
      connected,
      view.exited.then(() => {
        throw new Error(`the driver exited: ${view.output}`);
      }),
    ]);
    view.#socket = socket;
    socket.on("error", () => {});
    // A killed driver breaks the connection; readline passes the error on.
    const lines = createInterface({ input: socket }).on("error", () => {});
    lines.on("line", (text) => view.answers.push(JSON.parse(text) as Answer));
    return view;
  }

  order(order: Order): void {
    this.#socket?.write(`${JSON.stringify(order)}\n`);
  }

  /** Feeds the view. */
  items(...items: readonly FollowItem[]): void {
    this.order({ do: "items", items });
  }

  /** Feeds log lines, one second apart from each other. */
  lines(...messages: readonly string[]): void {
    this.items(...messages.map((message, at) => log(message, at)));
  }

  /** The latest answer of the driver of one kind. */
  answer<K extends string>(kind: K): Extract<Answer, Record<K, unknown>> | undefined {
    return this.answers.findLast((answer) => kind in answer) as Extract<Answer, Record<K, unknown>> | undefined;
  }

  /** Waits until the program has exited, and until its last answer has arrived. */
  override async ended(): Promise<void> {
    await super.ended();
    await this.until(() => this.exitCode !== 0 || this.answer("modes") !== undefined, "the driver's last answer");
  }

  override async close(): Promise<void> {
    await super.close();
    this.#socket?.destroy();
    this.#stopListening();
  }
}

/** A log event, so many seconds after 10:00. */
export function log(message: string, second = 0): FollowItem {
  const timestamp = new Date(Date.parse("2026-11-20T10:00:00Z") + second * 1_000).toISOString();
  return { kind: "event", raw: "", value: { event: "log", timestamp, message } };
}

/** A state event; the invocation started at 10:00. */
export function state(status: string, more: Readonly<Record<string, unknown>> = {}): FollowItem {
  const invocation = { id: "inv_1", status, started_at: "2026-11-20T10:00:00Z", ...more };
  return {
    kind: "event",
    raw: "",
    value: { event: "invocation_state", timestamp: "2026-11-20T10:00:00Z", invocation },
  };
}
