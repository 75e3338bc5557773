import { WebSocket } from "ws";

/** Event of the debugging protocol; `time` in milliseconds since 1970. */
export interface ProtocolEvent {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly sessionId?: string;
  readonly time: number;
}

interface Pending {
  readonly method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly sessionId?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Number of events that are kept; the oldest are forgotten (contract 2.28). */
const KEPT_EVENTS = 500;

/** Connection of the helpers to their browser. It opens with the first command, and again when it was cut. */
export class Connection {
  readonly #url: string;
  readonly #cut: () => void;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Set<(event: ProtocolEvent) => void>();
  #events: ProtocolEvent[] = [];
  #opened: Promise<WebSocket> | undefined;
  #nextId = 0;

  /** @param cut called when the connection was cut: the sessions in its targets have ended */
  constructor(url: string, cut: () => void) {
    this.#url = url;
    this.#cut = cut;
  }

  /**
   * Sends a command to a target, or without a session to the browser. Throws the browser's error, and after a cut that the
   * outcome is not known. Nothing is sent twice.
   */
  async send(method: string, params: unknown, sessionId?: string): Promise<unknown> {
    const socket = await this.open();
    this.#nextId += 1;
    const id = this.#nextId;
    const { promise, reject, resolve } = Promise.withResolvers<unknown>();
    this.#pending.set(id, { method, resolve, reject });
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    return promise;
  }

  /** Takes all events that are kept. */
  drain(): ProtocolEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Calls `listener` with each event. Returns a function that stops it. */
  onEvent(listener: (event: ProtocolEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Opens the connection where it is not open. */
  open(): Promise<WebSocket> {
    this.#opened ??= this.#connect();
    return this.#opened;
  }

  #connect(): Promise<WebSocket> {
    const { promise, reject, resolve } = Promise.withResolvers<WebSocket>();
    const socket = new WebSocket(this.#url, { perMessageDeflate: false });
    socket.on("open", () => resolve(socket));
    socket.on("message", (data) => this.#take(JSON.parse(String(data)) as Message));
    socket.on("error", (error) => reject(new Error(`the browser cannot be reached: ${error.message}`)));
    socket.on("close", () => {
      this.#opened = undefined;
      for (const { method, reject: fail } of this.#pending.values())
        fail(new Error(`${method}: the connection to the browser was cut; what the command has done is not known`));
      this.#pending.clear();
      this.#cut();
    });
    return promise;
  }

  #take(message: Message): void {
    if (message.id !== undefined) {
      const pending = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if (message.error) pending?.reject(new Error(`${pending.method}: ${message.error.message}`));
      else pending?.resolve(message.result);
      return;
    }
    const { method, params = {}, sessionId } = message;
    if (method === undefined) return;
    const event = {
      method,
      params,
      ...(sessionId !== undefined && { sessionId }),
      time: Math.round(performance.timeOrigin + performance.now()),
    };
    this.#events.push(event);
    if (this.#events.length > KEPT_EVENTS) this.#events.shift();
    for (const listener of [...this.#listeners]) listener(event);
  }
}
