import type { Readable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode, type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Io } from "../../../core/io.ts";
import { isObject } from "../../../core/is-object.ts";
import { isTooDeep, MAX_JSON_LEVELS } from "../../../core/parse-json.ts";
import { MAX_MESSAGE_BYTES } from "./limits.ts";

const NEWLINE = 10;

/**
 * Messages as lines of stdin and stdout. A line that is no message is answered with an error, and one that is too long is
 * skipped, where the transport of the SDK ignores the one and closes at the other.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #stdin: Readable;
  readonly #io: Pick<Io, "write">;
  /** Requests without an answer. */
  readonly #open = new Set<string | number>();
  #answered: (() => void) | undefined;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(stdin: Readable, io: Pick<Io, "write">) {
    this.#stdin = stdin;
    this.#io = io;
  }

  async start(): Promise<void> {
    this.#stdin.on("data", this.#take);
  }

  async close(): Promise<void> {
    this.#stdin.off("data", this.#take);
    this.#stdin.pause();
    this.onclose?.();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    try {
      await this.#io.write(`${JSON.stringify(message)}\n`);
    } finally {
      if (!("method" in message) && "id" in message && message.id !== undefined) this.#open.delete(message.id);
      if (this.#open.size === 0) this.#answered?.();
    }
  }

  /** Resolves when every request has its answer. */
  answered(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#answered = resolve;
    });
  }

  readonly #take = (chunk: Buffer): void => {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      start = end + 1;
      this.#line();
    }
    this.#add(chunk.subarray(start));
  };

  #add(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > MAX_MESSAGE_BYTES) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #line(): void {
    const isTooLong = this.#bytes > MAX_MESSAGE_BYTES;
    const text = Buffer.concat(this.#parts).toString().trim();
    this.#parts = [];
    this.#bytes = 0;
    if (isTooLong) this.#refuse(ErrorCode.InvalidRequest, `a message has at most ${MAX_MESSAGE_BYTES} bytes`);
    else if (text !== "") this.#message(text);
  }

  #message(text: string): void {
    if (isTooDeep(text)) {
      this.#refuse(ErrorCode.InvalidRequest, `the message is nested deeper than ${MAX_JSON_LEVELS} levels`);
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#refuse(ErrorCode.ParseError, "the line is no JSON");
      return;
    }
    const parsed = JSONRPCMessageSchema.safeParse(value);
    if (!parsed.success) {
      const id = isObject(value) && "method" in value ? value["id"] : undefined;
      this.#refuse(ErrorCode.InvalidRequest, "the line is no message of JSON-RPC 2.0", id);
      return;
    }
    const message = parsed.data;
    if ("method" in message && "id" in message) this.#open.add(message.id);
    if ("method" in message && message.method === "notifications/cancelled") {
      // A cancelled request gets no answer.
      const id = message.params?.["requestId"];
      if (typeof id === "string" || typeof id === "number") this.#open.delete(id);
    }
    this.onmessage?.(message);
  }

  #refuse(code: number, message: string, id?: unknown): void {
    const known = typeof id === "string" || typeof id === "number" ? id : null;
    const answer = { jsonrpc: "2.0", id: known, error: { code, message } };
    this.#io.write(`${JSON.stringify(answer)}\n`).catch((error: Error) => this.onerror?.(error));
  }
}
