import type { Readable, Writable } from "node:stream";
import type { ProtocolMapping } from "devtools-protocol/types/protocol-mapping.js";
import { jsonSize } from "../../core/json-size.ts";
import { MAX_VALUE } from "./client-message.ts";

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;
export type CdpMethod = keyof Commands;
export type CdpEvent = keyof Events;
export type CdpParams<M extends CdpMethod> = Commands[M]["paramsType"];
export type CdpResult<M extends CdpMethod> = Commands[M]["returnType"];
export type CdpEventParams<E extends CdpEvent> = Events[E] extends [infer P, ...unknown[]] ? P : undefined;

/** CDP message: a command, an answer or an event. */
export interface CdpMessage {
  id?: number;
  method?: string;
  params?: unknown;
  sessionId?: string;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

/** Error answer of Chromium. `code` is the JSON-RPC code, `method` the command. */
export class CdpError extends Error {
  override readonly name = "CdpError";
  readonly method: string;
  readonly code: number;
  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message}`);
    this.method = method;
    this.code = code;
  }
}

/** Error of all pending and later commands when the pipe to Chromium has ended. */
export class CdpClosedError extends Error {
  override readonly name = "CdpClosedError";
  constructor(message = "the browser has ended") {
    super(message);
  }
}

/**
 * Maximum size of a message, in bytes. A larger one could not become a text, and would end the service: the command that
 * it answers fails instead, as with one of more than {@link MAX_VALUE} values. assumed: 256 MiB, half of the longest text.
 */
const MAX_MESSAGE_BYTES = 256 * 2 ** 20;
/** Bytes of a message that is too large which are kept: its id is at their beginning. */
const HEAD_BYTES = 64;
const TOO_LARGE = -32000;

/** Chromium's error code for an unknown session. */
export const SESSION_GONE = -32001;

type Listener = (params: unknown, sessionId: string | undefined) => void;
type MessageTap = (message: CdpMessage) => void;

interface Pending {
  sessionId: string | undefined;
  resolve(message: CdpMessage): void;
  reject(error: CdpClosedError): void;
}

/**
 * One CDP connection over Chromium's debugging pipe: JSON messages separated by NUL bytes.
 * Carries the root session and every flattened child session.
 */
export class CdpConnection {
  readonly #output: Writable;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #observers = new Map<string, Set<Listener>>();
  readonly #taps = new Map<string, MessageTap>();
  readonly #closeListeners = new Set<(error: CdpClosedError) => void>();
  #draining: PromiseWithResolvers<void> | undefined;
  #nextId = 0;
  #chunks: Buffer[] = [];
  #chunkBytes = 0;
  readonly #maxMessageBytes: number;
  readonly #maxValues: number;
  #closedWith: CdpClosedError | undefined;
  readonly #closed = Promise.withResolvers<CdpClosedError>();

  /** @param output Chromium's fd 3 (commands). @param input Chromium's fd 4 (answers and events). */
  constructor(
    output: Writable,
    input: Readable,
    { bytes = MAX_MESSAGE_BYTES, values = MAX_VALUE }: { readonly bytes?: number; readonly values?: number } = {},
  ) {
    this.#output = output;
    this.#maxMessageBytes = bytes;
    this.#maxValues = values;
    input.on("data", (chunk: Buffer) => this.#receive(chunk));
    input.on("close", () => this.#close());
    input.on("error", () => this.#close());
    output.on("error", () => this.#close());
  }

  /** Resolves once, when the pipe ends. */
  get closed(): Promise<CdpClosedError> {
    return this.#closed.promise;
  }

  get isClosed(): boolean {
    return this.#closedWith !== undefined;
  }

  /** Sends a command and returns its result. Rejects with {@link CdpError} or {@link CdpClosedError}. */
  async send<M extends CdpMethod>(
    method: M,
    params?: CdpParams<M>[0] | undefined,
    sessionId?: string,
  ): Promise<CdpResult<M>> {
    const answer = await this.request(method, params, sessionId);
    if (answer.error) throw new CdpError(method, answer.error.code, answer.error.message);
    return answer.result as CdpResult<M>;
  }

  /**
   * Sends a command whose method is not known at compile time and returns the raw answer, which may be an error answer.
   */
  request(method: string, params: unknown, sessionId?: string): Promise<CdpMessage> {
    return new Promise((resolve, reject) => this.relay(method, params, sessionId, resolve, reject));
  }

  /**
   * Like {@link CdpConnection.request}, but with a synchronous callback, so that the caller gets answers and events in
   * Chromium's order. With a promise, later events would overtake the answer.
   */
  relay(
    method: string,
    params: unknown,
    sessionId: string | undefined,
    answered: (answer: CdpMessage) => void,
    failed: (error: CdpClosedError) => void,
  ): void {
    if (this.#closedWith) {
      failed(this.#closedWith);
      return;
    }
    const id = ++this.#nextId;
    const message: CdpMessage = { id, method };
    if (params !== undefined) message.params = params;
    if (sessionId !== undefined) message.sessionId = sessionId;
    this.#pending.set(id, { sessionId, resolve: answered, reject: failed });
    this.#output.write(`${JSON.stringify(message)}\0`);
  }

  /** Number of commands without an answer. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  /**
   * True while Chromium reads more slowly than we write; a caller that relays commands then waits for {@link drained}.
   */
  get congested(): boolean {
    return this.#output.writableNeedDrain;
  }

  /** Resolves when the write buffer is drained or the pipe has ended. */
  drained(): Promise<void> {
    if (!this.congested || this.isClosed) return Promise.resolve();
    if (!this.#draining) {
      this.#draining = Promise.withResolvers();
      this.#output.once("drain", () => this.#drained());
    }
    return this.#draining.promise;
  }

  /** Calls `listener` once, when the pipe ends; at once when it has ended. Returns a function that stops it. */
  onClosed(listener: (error: CdpClosedError) => void): () => void {
    if (this.#closedWith) listener(this.#closedWith);
    else this.#closeListeners.add(listener);
    return () => {
      this.#closeListeners.delete(listener);
    };
  }

  /** Fails the pending commands of an ended session: Chromium never answers them. */
  endSession(sessionId: string): void {
    this.#taps.delete(sessionId);
    for (const [id, pending] of this.#pending) {
      if (pending.sessionId !== sessionId) continue;
      this.#pending.delete(id);
      pending.resolve({ id, sessionId, error: { code: SESSION_GONE, message: "the page or session has been closed" } });
    }
  }

  /**
   * Listens to an event of every session; the listener also gets the session's id. Returns a function that stops it.
   */
  on<E extends CdpEvent>(
    event: E,
    listener: (params: CdpEventParams<E>, sessionId: string | undefined) => void,
  ): () => void {
    const set = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, set);
    set.add(listener as Listener);
    return () => {
      set.delete(listener as Listener);
    };
  }

  /** Like {@link CdpConnection.on}, but also gets the events of tapped sessions. */
  observe<E extends CdpEvent>(event: E, listener: (params: CdpEventParams<E>) => void): () => void {
    const set = this.#observers.get(event) ?? new Set();
    this.#observers.set(event, set);
    set.add(listener as Listener);
    return () => {
      set.delete(listener as Listener);
    };
  }

  /** Sends the raw events of one session to `tap` instead of the listeners. Returns a function that stops it. */
  tap(sessionId: string, tap: MessageTap): () => void {
    this.#taps.set(sessionId, tap);
    return () => {
      if (this.#taps.get(sessionId) === tap) this.#taps.delete(sessionId);
    };
  }

  /** Handle of one flattened session. */
  session(sessionId: string): CdpSession {
    return new CdpSession(this, sessionId);
  }

  #receive(chunk: Buffer): void {
    let start = 0;
    let end = chunk.indexOf(0);
    while (end !== -1) {
      this.#keep(chunk.subarray(start, end));
      const isCut = this.#chunkBytes > this.#maxMessageBytes;
      const [only] = this.#chunks;
      const text = (this.#chunks.length === 1 && only ? only : Buffer.concat(this.#chunks)).toString();
      this.#chunks = [];
      this.#chunkBytes = 0;
      // A text has no more values than characters.
      if (isCut || (text.length > this.#maxValues && jsonSize(text).values > this.#maxValues)) this.#dropped(text);
      else this.#dispatch(JSON.parse(text) as CdpMessage);
      start = end + 1;
      end = chunk.indexOf(0, start);
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  /** Keeps a part of a message; of one that is too large only its beginning. */
  #keep(part: Buffer): void {
    this.#chunkBytes += part.length;
    this.#chunks.push(part);
    if (this.#chunkBytes <= this.#maxMessageBytes) return;
    const [first] = this.#chunks;
    this.#chunks = first ? [Buffer.from(first.subarray(0, HEAD_BYTES))] : [];
  }

  /** Fails the command whose answer was too large; an event is left out. */
  #dropped(head: string): void {
    const id = Number(/^\{"id":(\d+)/.exec(head)?.[1]);
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.resolve({ id, error: { code: TOO_LARGE, message: "the answer of the browser is too large" } });
  }

  #dispatch(message: CdpMessage): void {
    if (message.id !== undefined) {
      const pending = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      pending?.resolve(message);
      return;
    }
    if (message.method === undefined) return;
    for (const observer of this.#observers.get(message.method) ?? []) observer(message.params, message.sessionId);
    const tap = message.sessionId === undefined ? undefined : this.#taps.get(message.sessionId);
    if (tap) tap(message);
    else {
      for (const listener of [...(this.#listeners.get(message.method) ?? [])]) {
        listener(message.params, message.sessionId);
      }
    }
    if (message.method === "Target.detachedFromTarget") {
      this.endSession((message.params as { sessionId: string }).sessionId);
    }
  }

  #drained(): void {
    this.#draining?.resolve();
    this.#draining = undefined;
  }

  #close(): void {
    if (this.#closedWith) return;
    this.#closedWith = new CdpClosedError();
    for (const pending of this.#pending.values()) pending.reject(this.#closedWith);
    this.#pending.clear();
    this.#taps.clear();
    this.#listeners.clear();
    this.#observers.clear();
    this.#drained();
    this.#closed.resolve(this.#closedWith);
    for (const listener of this.#closeListeners) listener(this.#closedWith);
    this.#closeListeners.clear();
  }
}

/** Flattened CDP session: commands and events bound to a session id. */
export class CdpSession {
  readonly connection: CdpConnection;
  readonly id: string;
  constructor(connection: CdpConnection, id: string) {
    this.connection = connection;
    this.id = id;
  }

  send<M extends CdpMethod>(method: M, params?: CdpParams<M>[0] | undefined): Promise<CdpResult<M>> {
    return this.connection.send(method, params, this.id);
  }

  on<E extends CdpEvent>(event: E, listener: (params: CdpEventParams<E>) => void): () => void {
    return this.connection.on(event, (params, sessionId) => {
      if (sessionId === this.id) listener(params);
    });
  }
}
